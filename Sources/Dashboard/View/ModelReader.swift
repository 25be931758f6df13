import EventLedger
import SubscriptionCore
import TerminalUI

/// A picture, a layout or a text that is made of the model, with the words and signs that several
/// of them share.
protocol ModelReader {
  /// The model.
  var model: DashboardModel { get }
}

extension DashboardModel: ModelReader {
  var model: DashboardModel { self }
}

extension ModelReader {
  /// The formatter of instants, in the zone in force.
  var dates: DateFormatting { model.dates }

  /// A frame without a cell, for the signs in force.
  var blank: Frame { Frame(size: Size(width: 0, height: 0), glyphs: model.settings.signs) }

  /// The sign between two pieces of a line.
  func dot(_ frame: Frame) -> String { " " + frame.glyph(.separator) + " " }

  /// The name of the return key.
  func enter(_ frame: Frame) -> String {
    KeyChord("Enter").label(ascii: frame.glyphs.set == .ascii)
  }

  /// The name of a subscription's person, masked where the user asked for it.
  func name(of summary: SubscriberSummary) -> String {
    name(
      of: Person(account: summary.account, profile: summary.profile),
      isMasked: model.masks(summary.id))
  }

  /// The name of an event's person, masked where the user asked for it.
  func name(of person: Person, isMasked: Bool? = nil) -> String {
    let isMasked = isMasked ?? model.settings.masksPersonalData
    if isMasked, let account = person.account { return Masking.name(of: account) }
    if !person.name.isEmpty, !isMasked { return person.name }
    return person.account?.rawValue ?? ""
  }

  /// A subscription's identifier in a width: its beginning states the store, its end the purchase.
  static func short(_ id: SubscriptionID, width: Int, ellipsis: String) -> String {
    let text = id.rawValue
    guard text.utf8.count > width, width > 6, text.count > width else { return text }
    return text.prefix(3) + ellipsis + text.suffix(width - 4)
  }

  /// A product's identifier in a width: without its first parts, which an app's products share.
  static func shortProduct(_ product: ProductID, width: Int, ellipsis: String) -> String {
    var parts = product.rawValue.split(separator: ".", omittingEmptySubsequences: false)[...]
    guard product.rawValue.count > width else { return product.rawValue }
    while parts.count > 1, parts.joined(separator: ".").count > width - 1 { parts.removeFirst() }
    let rest = parts.joined(separator: ".")
    return rest.count < width ? ellipsis + rest : rest
  }

  /// The sign and the three letters of a state, or its word where there are only letters.
  func label(_ state: SubscriptionState, _ frame: Frame) -> [TextRun] {
    frame.glyphs.set == .ascii
      ? [TextRun(state.word, role: state.role)]
      : [TextRun(frame.glyph(state.glyph) + " " + state.code, role: state.role)]
  }

  /// The time until access is lost: a length, `lost`, `?` where either is not known, or nothing
  /// that ends.
  func loses(_ status: SubscriptionStatus, _ frame: Frame) -> String {
    guard status.access.granted else {
      guard status.isAccessKnown else { return "?" }
      return status.state == .pending ? frame.glyph(.none) : "lost"
    }
    if let until = status.losesAccessAt {
      return until <= model.now ? "now" : Formatting.short(until - model.now)
    }
    return status.state == .grace ? "?" : frame.glyph(.none)
  }

  /// The width that a table gives each column it shows.
  static func widths(of columns: [TableColumn], in width: Int, gap: Int) -> [Int: Int] {
    let places = TableColumn.layout(columns, width: width, gap: gap)
    return Dictionary(places.map { ($0.index, $0.width) }, uniquingKeysWith: { first, _ in first })
  }

  /// A Boolean value that indicates whether no store has reported anything to the ledger.
  var isLedgerEmpty: Bool {
    guard let figures = model.overview.figures else { return false }
    return figures.total + figures.nonProduction == 0 && figures.lastHeardAt == nil
  }

  /// The keys for a filter that nothing matches, in a sentence.
  var filterKeysWords: String {
    "\(model.key(.filter)) changes the filter, Esc removes it, \(model.key(.help)) explains the "
      + "filter language."
  }

  /// The words of a screen without subscribers.
  var emptyWords: [String] {
    guard let share = model.time.loading else { return emptyLedgerWords }
    return [
      "Two simulated stores tell what has happened so far: \(share) % is read.",
      "",
      "The screens fill by themselves; then time begins to run.",
    ]
  }

  /// The words of a ledger without subscribers.
  var emptyLedgerWords: [String] {
    if let instant = model.settings.asOf {
      return [
        "Nothing had arrived by \(model.machineDates.moment(instant)); "
          + "\(DashboardModel.liveWords)."
      ]
    }
    return [
      emptyReason,
      "",
      "churntop import FILE...   takes in notifications, receipts, API answers and archives",
      "churntop demo             shows a simulated world, with nothing to set up",
    ]
  }
}

extension ModelReader {
  /// The sentence about what has become of the messages of a ledger without subscribers.
  private var emptyReason: String {
    if let refused = model.overview.figures?.quarantined, refused > 0 {
      return "No subscriber is known yet, and \(Formatting.plural(refused, "message")) "
        + "\(refused == 1 ? "was" : "were") refused: churntop quarantine list says why."
    }
    guard model.ledger.heardPosition ?? 0 == 0 else {
      return "No subscriber is known yet: what was received names none, as a store's test."
    }
    return "This ledger is empty: it has received no message yet."
  }
}

extension Frame {
  /// Draws words, wrapped, as far as there is room.
  mutating func draw(lines words: [String], in rect: Rect) {
    put(words.flatMap { Paragraph($0).lines(width: rect.width) }.map { [TextRun($0)] }, in: rect)
  }

  /// Writes lines from the top of a block, as far as there is room.
  ///
  /// A text that was scrolled begins with a later line, but leaves no row free for it.
  mutating func put(_ lines: [[TextRun]], from scroll: TextScroll = TextScroll(), in rect: Rect) {
    let first = max(0, min(scroll.top, lines.count - rect.height))
    for (row, line) in lines.dropFirst(first).prefix(max(0, rect.height)).enumerated() {
      put(line, at: Point(x: rect.x, y: rect.y + row), width: rect.width)
    }
  }

  /// Shows the cursor on a row.
  mutating func showCursor(on row: Rect) {
    overlay(.cursor, in: row)
    cursor = row.origin
  }

  /// Records the meaning of a click in a block.
  mutating func record(_ target: HitTarget, in rect: Rect) { record(hit: target, in: rect) }
}

extension TableColumn {
  /// The width of a column that a tier leaves out.
  static let hidden = 10_000
  /// The first column, which has a pointer in the row of the cursor.
  static let pointer = TableColumn("", minimum: 1)
}

extension TableRow {
  /// Creates a row, with or without the cursor, from the cells after ``TableColumn/pointer``.
  init(_ cells: [[TextRun]], isCurrent: Bool, _ frame: Frame) {
    self.init(
      [[TextRun(isCurrent ? frame.glyph(.pointer) : " ")]] + cells,
      overlay: isCurrent ? .cursor : nil, hasCursor: isCurrent)
  }
}

/// The meaning of a click, recorded while the screen is drawn.
public enum HitTarget: Hashable, Sendable {
  /// Runs a command.
  case command(CommandID)
  /// Presses a key of the overlay.
  case key(KeyChord)
  /// Opens a screen.
  case screen(Screen)
  /// Sorts the list by a column.
  case sort(SubscriberSort)
  /// Puts the cursor on a line of a pane.
  case line(Int, pane: Int)
}
