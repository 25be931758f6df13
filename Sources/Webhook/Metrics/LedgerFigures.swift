import EventLedger
import SubscriptionCore
import Synchronization

/// The figures of a ledger that `/metrics` reports, as of one instant.
///
/// Reading them costs the same for a thousand and a million subscribers, and waits for no writer.
struct LedgerFigures: Sendable {
  /// The instant.
  var at: Timestamp
  /// The position of the latest entry.
  var position: LedgerPosition
  /// The maintained figures of the Overview.
  var overview: OverviewFigures
  var outbox: OutboxFigures
  /// The counts of today and of the day before.
  var days: Days
  /// The counts of episodes and ends on these days, by store.
  var storeDays: [Store: Days]
  /// Recovery over the episodes whose recovery window is over, by store.
  var closed: [Store: OverviewFigures.Recovery]

  /// The counts of two UTC days.
  struct Days: Sendable {
    /// The counts of the present day so far, and of the day before, by their names in labels.
    var named: [(name: String, day: DailyFigures)]

    /// Creates the counts from those of a range of days that ends today.
    init(_ days: [DailyFigures]) {
      named = zip(["today", "yesterday"], days.reversed()).map { (name: $0, day: $1) }
    }
  }

  /// Reads the figures.
  ///
  /// - Throws: `LedgerError` if the ledger cannot be read.
  init(_ ledger: any Ledger, at now: Timestamp) throws(LedgerError) {
    at = now
    position = try ledger.lastPosition()
    overview = try ledger.figures(at: now)
    outbox = try ledger.outboxFigures()
    let window = ClosedWindow(at: now)
    let today = CivilDate(now)
    days = Days(try ledger.dailyFigures(from: CivilDate(now - .days(1)), through: today, of: nil))
    (storeDays, closed) = ([:], [:])
    for store in Store.allCases {
      let all = try ledger.dailyFigures(
        from: window.first, through: today, of: (MetricsDimension.store, store.rawValue))
      storeDays[store] = Days(all)
      closed[store] = window.recovery(over: all)
    }
  }
}

/// The age of the ledger's figures in the metrics, which answer every scrape for a few seconds.
final class FigureAge: Sendable {
  private let uptime: @Sendable () -> Duration
  private let readAt = Mutex<Duration?>(nil)

  /// The time for which figures are reused.
  static let max = Duration.seconds(5)

  /// Creates the age of figures that were never read, counted by a monotonic time.
  init(uptime: @escaping @Sendable () -> Duration) { self.uptime = uptime }

  /// A Boolean value that indicates whether the figures are new enough.
  var isFresh: Bool {
    let now = uptime()
    return readAt.withLock { readAt in readAt.map { now - $0 < Self.max } ?? false }
  }

  /// Records that the figures were read.
  func begin() {
    let now = uptime()
    readAt.withLock { $0 = now }
  }
}
