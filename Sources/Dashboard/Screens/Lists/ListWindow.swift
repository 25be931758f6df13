import EventLedger
import SubscriptionCore

/// A window of a long list: the rows around the cursor.
///
/// The cursor and the first visible line stay on their rows, so rows never move under the cursor:
/// news changes values in place, and only `replace(with:)` changes the order.
public struct ListWindow: Hashable, Sendable {
  /// A row's name in a list of several sections.
  public struct Key: Hashable, Sendable {
    /// The section, counted from 0.
    public var section: Int
    /// The subscription.
    public var id: SubscriptionID

    /// Names a row.
    public init(section: Int, id: SubscriptionID) { (self.section, self.id) = (section, id) }
  }

  /// A row.
  public struct Row: Hashable, Sendable {
    /// The section that it is in.
    public var section: Int
    /// The values of the row.
    public var summary: SubscriberSummary

    /// Its name.
    public var key: Key { Key(section: section, id: summary.id) }
  }

  /// The rows held, in list order.
  public private(set) var rows: [Row] = []
  /// A Boolean value that indicates whether the list goes on above.
  public private(set) var hasBefore = false
  /// A Boolean value that indicates whether the list goes on below.
  public private(set) var hasAfter = false
  /// The place of the first row held in the whole list, where it is known.
  public private(set) var firstIndex: Int?
  /// The number of rows in the whole list, where it is known.
  public var total: CappedCount?
  /// The cursor among the rows held.
  public private(set) var cursor = ListCursor()
  /// The rows under the cursor and at the top of the view, while none are held.
  private var wanted: Key?
  private var wantedTop: Key?
  /// A Boolean value that indicates whether a first answer has come.
  public private(set) var isLoaded = false
  /// A Boolean value that indicates whether the next answer begins at the top; until it comes, the
  /// rows and the cursor stay.
  private(set) var beginsAnew = false

  /// The most rows held at once.
  static let rowsMax = 600

  /// The row under the cursor.
  public var selected: Key? { key(at: cursor.line) ?? wanted }
  /// The first visible row.
  public var top: Key? { key(at: cursor.top) ?? wantedTop }

  /// The row around which the list is to be read; `nil` for its beginning.
  var anchor: Key? { beginsAnew ? nil : selected }

  /// The row under the cursor.
  public var selectedRow: Row? { rows.isEmpty ? nil : rows[cursor.line] }

  /// The place of the cursor in the whole list, from 1, where it is known.
  public var selectedPlace: Int? {
    guard let firstIndex, !rows.isEmpty else { return nil }
    return firstIndex + cursor.line + 1
  }

  /// Replaces the rows; the cursor stays on its row if that is still there, and else on the same
  /// line.
  mutating func replace(with answer: WindowAnswer) {
    let (former, formerTop): (Key?, Key?) = beginsAnew ? (nil, nil) : (selected, top)
    if beginsAnew { (cursor, beginsAnew) = (ListCursor(), false) }
    let wasAtTop = cursor.top == 0 && !hasBefore
    rows = answer.rows
    (hasBefore, hasAfter) = (answer.hasBefore, answer.hasAfter)
    total = answer.total ?? total
    firstIndex = answer.firstIndex
    // The rows at the end of a list of known length have known places.
    if firstIndex == nil, !hasAfter { firstIndex = total?.exact.map { max(0, $0 - rows.count) } }
    isLoaded = true
    let last = max(0, rows.count - 1)
    cursor.follow(
      index(of: answer.cursor) ?? index(of: former) ?? min(cursor.line, last),
      top: wasAtTop && !hasBefore ? 0 : index(of: formerTop) ?? min(cursor.top, last))
    (wanted, wantedTop) = (nil, nil)
  }

  /// Adds rows at the end or at the beginning.
  mutating func extend(with answer: WindowAnswer, after: Bool) {
    let known = Set(rows.map(\.key))
    let fresh = answer.rows.filter { !known.contains($0.key) }
    if after {
      rows += fresh
      hasAfter = answer.hasAfter
      let surplus = min(rows.count - Self.rowsMax, max(0, cursor.top - 100))
      if surplus > 0 {
        rows.removeFirst(surplus)
        cursor.follow(cursor.line - surplus, top: cursor.top - surplus)
        firstIndex = firstIndex.map { $0 + surplus }
        hasBefore = true
      }
    } else {
      rows = fresh + rows
      cursor.follow(cursor.line + fresh.count, top: cursor.top + fresh.count)
      hasBefore = answer.hasBefore
      firstIndex = hasBefore ? firstIndex.map { max(0, $0 - fresh.count) } : 0
      if rows.count > Self.rowsMax {
        rows.removeLast(min(rows.count - Self.rowsMax, max(0, rows.count - cursor.line - 200)))
        hasAfter = true
      }
    }
  }

  /// Gives rows new values without moving any of them.
  mutating func refresh(_ summaries: [SubscriberSummary]) {
    let byID = Dictionary(summaries.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for index in rows.indices {
      guard let summary = byID[rows[index].summary.id], summary != rows[index].summary else {
        continue
      }
      rows[index].summary = summary
    }
  }

  /// Moves the cursor and the view after it.
  mutating func move(_ movement: Movement, height: Int) {
    cursor.move(movement, count: rows.count, height: height)
  }

  /// Puts the cursor on a line and brings it into view.
  mutating func select(line: Int, height: Int) {
    cursor.select(line, count: rows.count, height: height)
  }

  /// Scrolls as little as needed to have the cursor among the visible rows.
  mutating func reveal(height: Int) { cursor.reveal(count: rows.count, height: height) }

  /// Scrolls so that the cursor is on a line of the view, counted from 0, as far as the rows reach.
  mutating func scroll(cursorTo line: Int, height: Int) {
    cursor.follow(cursor.line, top: min(cursor.line - line, rows.count - max(1, height)))
  }

  /// Puts the cursor on a row that the first answer is to be read around.
  mutating func aim(at key: Key?) {
    guard !isLoaded else { return }
    wanted = key
  }

  /// Lets the next answer begin at the top, wherever the cursor is then.
  mutating func restart() { beginsAnew = true }

  /// Forgets the rows, which are of another time, but not the place of the cursor; one on the first
  /// row of the list stays on the first.
  mutating func removeRows() {
    if !hasBefore, selected == rows.first?.key { restart() }
    (wanted, wantedTop) = (selected, top)
    (rows, hasBefore, hasAfter, firstIndex, total) = ([], false, false, nil, nil)
    (cursor, isLoaded) = (ListCursor(), false)
  }

  /// The rows in view.
  func visible(height: Int) -> ArraySlice<Row> {
    rows[cursor.visible(count: rows.count, height: height)]
  }

  /// The rows in view and so many above and below, as far as they are held.
  func near(height: Int, reach: Int) -> ArraySlice<Row> {
    let page = visible(height: height)
    return rows[max(0, page.startIndex - reach)..<min(rows.count, page.endIndex + reach)]
  }

  private func index(of key: Key?) -> Int? { rows.firstIndex { $0.key == key } }

  private func key(at index: Int) -> Key? { rows.indices.contains(index) ? rows[index].key : nil }
}
