import EventLedger
import SubscriptionCore

/// The state of the Events screen.
public struct EventsState: Hashable, Sendable {
  /// The events held, newest first.
  public var lines: [EventLine] = []
  /// The cursor among them, on the newest while that is followed.
  public var cursor = ListCursor()
  /// A Boolean value that indicates whether the newest event stays in view.
  public var isFollowing = true
  /// The number of matching events that arrived since the lines were read, while not following.
  public var arrivals = 0
  /// A Boolean value that indicates whether even more arrived than were counted.
  public var hasMoreArrivals = false
  /// A Boolean value that indicates whether a first answer has come.
  public var isLoaded = false

  /// The filter in force, as typed.
  public var filterText = ""
  /// The filter in force.
  public var filter: Filter?
  /// The ledger's latest position when the lines were read.
  var head: LedgerPosition = 0
  /// The lowest position that was searched, and the instant at which it was received.
  var reached: LedgerPosition = 1
  var reachedAt: Timestamp?
  /// The position at which the search stops until the user asks for more.
  var floor: LedgerPosition = 0
  /// A Boolean value that indicates whether the cursor is on its way to the oldest event.
  var goesToEnd = false
  /// The number of events that were searched, those that match included.
  var looked = 0

  /// The instant by which the events shown were received; `nil` for the present.
  var until: Timestamp?
  /// The same instant for the lines held, until the answer for another one has come.
  var shownUntil: Timestamp?
  /// The length of a bar of ``rate``.
  var barLength = ArrivalRate.barLength
  /// The rate of events lately, or by ``until``; `nil` before the first answer.
  var rate: ArrivalRate?
  /// The payload beside the list, and the event that belongs there.
  var payload: PayloadState?
  var payloadRest = CursorRest<EventID>()

  /// The number of events that are asked for at once.
  public static let page = 200
  /// The number of events that are asked for at once on the way to the oldest.
  static let longPage = 2_000
  /// The number of positions that are searched before the user asks for more.
  static let walkMax: Int64 = 100_000

  /// A Boolean value that indicates whether there are older events than were looked at.
  public var hasOlder: Bool { reached > 1 }

  /// The event under the cursor.
  var selectedLine: EventLine? { lines.isEmpty ? nil : lines[cursor.line] }

  /// Drops the events, so that the next answer begins with the newest.
  mutating func restart() {
    (lines, isLoaded, isFollowing) = ([], false, true)
    (cursor, arrivals, hasMoreArrivals, until) = (ListCursor(), 0, false, nil)
    (reached, reachedAt, looked, goesToEnd) = (1, nil, 0, false)
  }

  /// Moves the cursor and the view after it.
  mutating func move(_ movement: Movement, height: Int) {
    cursor.move(movement, count: lines.count, height: height)
    (isFollowing, goesToEnd) = (false, false)
  }

  /// Moves the cursor to the last line, and on as older ones come, until the search stops.
  mutating func goToEnd(height: Int) {
    guard !lines.isEmpty else { return }
    move(.bottom, height: height)
    goesToEnd = hasOlder && reached > floor
  }

  /// Stores events that stand on their own, or that continue those held; where the newest may not
  /// come into view, they are counted.
  mutating func receive(_ answer: EventsAnswer, isOpen: Bool) {
    guard answer.question.filter == filter else { return }
    if let before = answer.question.before {
      guard before == reached, isLoaded else { return }
      let known = Set(lines.map(\.key))
      lines += answer.lines.filter { !known.contains($0.key) }
      (reached, reachedAt, looked) = (answer.reached, answer.reachedAt, looked + answer.looked)
      return
    }
    let continues = answer.question.since.map { answer.reached <= $0 + 1 } ?? false
    guard isOpen || !isLoaded else {
      let newest = answer.question.since ?? head
      arrivals = answer.lines.count { $0.position > newest }
      hasMoreArrivals = answer.reached > newest + 1
      return
    }
    if continues, isLoaded {
      lines = answer.lines + lines
      looked += answer.looked
    } else {
      lines = answer.lines
      (reached, reachedAt, looked) = (answer.reached, answer.reachedAt, answer.looked)
      floor = max(0, (answer.lines.first?.position ?? answer.head) - Self.walkMax)
    }
    (head, shownUntil) = (answer.head, answer.question.until)
    (arrivals, hasMoreArrivals, cursor) = (0, false, ListCursor())
    isLoaded = true
  }
}
