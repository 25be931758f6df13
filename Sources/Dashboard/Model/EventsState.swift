import EventLedger
import SubscriptionCore

/// What the Events screen shows.
public struct EventsState: Hashable, Sendable {
  /// The events held, newest first.
  public var lines: [EventLine] = []
  /// The event under the cursor; `nil` while the newest is followed.
  public var selected: EventID?
  /// The first visible line.
  public var top = 0
  /// Whether the newest event stays in view.
  public var isFollowing = true
  /// How many events that match arrived since the lines were read, while not following.
  public var arrivals = 0
  /// Whether even more arrived than were counted.
  public var hasMoreArrivals = false
  /// Whether a first answer has come.
  public var isLoaded = false

  /// The filter in force, as typed.
  public var filterText = ""
  /// The filter in force.
  public var filter: Filter?
  /// The ledger's latest position when the lines were read.
  var head: LedgerPosition = 0
  /// How far back was looked, and when that was heard.
  var reached: LedgerPosition = 1
  var reachedAt: Timestamp?
  /// How far back is looked before somebody asks for more.
  var floor: LedgerPosition = 0
  /// How many events were looked at, those that match included.
  var looked = 0

  /// Up to when was heard what is shown; `nil` for the present.
  var until: Timestamp?
  /// The same of the lines held, until the answer for another time has come.
  var shownUntil: Timestamp?
  /// How long a bar of ``rate`` is.
  var barLength = ArrivalRate.barLength
  /// How much was heard lately, or by ``until``; `nil` before the first answer.
  var rate: ArrivalRate?
  /// The payload beside the list, the event that belongs there, and when to ask for it.
  var payload: PayloadState?
  var payloadWanted: EventID?
  var payloadDueAt: Timestamp?

  /// How many events are asked for at once.
  public static let page = 200
  /// How many positions are looked at before somebody asks for more.
  static let walkMax: Int64 = 100_000

  /// Whether there are older events than were looked at.
  public var hasOlder: Bool { reached > 1 }

  /// The position of the cursor in ``lines``.
  public var selectedIndex: Int {
    guard let selected, let index = lines.firstIndex(where: { $0.key == selected }) else {
      return 0
    }
    return index
  }

  /// The event under the cursor.
  var selectedLine: EventLine? { lines.isEmpty ? nil : lines[selectedIndex] }

  /// Creates a screen that follows.
  public init() {}

  /// Forgets what was read, so that the next answer begins with the newest.
  mutating func restart() {
    (lines, isLoaded, isFollowing) = ([], false, true)
    (selected, top, arrivals, hasMoreArrivals) = (nil, 0, 0, false)
    until = nil
    (reached, reachedAt, looked) = (1, nil, 0)
  }

  /// Takes events that stand on their own, or that continue those held; `isOpen` tells whether the
  /// newest may come into view.
  mutating func take(_ answer: EventsAnswer, isOpen: Bool) {
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
    (arrivals, hasMoreArrivals, top, selected) = (0, false, 0, nil)
    isLoaded = true
  }
}
