import SubscriptionCore

/// The number of events received in each bar of a period, usually in each five minutes of the last
/// two hours.
public struct ArrivalRate: Hashable, Sendable {
  /// The events of one bar.
  public struct Bar: Hashable, Sendable {
    /// All of them.
    public var all = 0
    /// Declined renewals and lost access.
    public var failures = 0
    /// Paid periods.
    public var renewals = 0

    /// Creates an empty bar.
    public init() {}
  }

  /// The beginning of the first bar, a whole multiple of `barLength` by the clocks that the bars
  /// follow.
  public var start: Timestamp
  /// The bars, oldest first; the last is the one that the present lies in.
  public var bars: [Bar]
  /// The length of a bar.
  public let barLength: Duration
  /// The number of events received in the hour before the present.
  public var lastHour: Int
  /// A Boolean value that indicates whether more was received than was counted.
  public var isCut: Bool

  /// The usual length of a bar.
  public static let barLength = Duration.minutes(5)
  /// The number of bars.
  public static let barCount = 24
  /// The most events that are looked at.
  public static let eventsMax = 20_000
  /// After so many events in a row from before the first bar the rest is taken to be older.
  static let quietMax = 1_000

  /// Creates a count of nothing up to an instant, in bars of a length that begin at round times of
  /// clocks with an offset from UTC.
  public init(
    upTo now: Timestamp, barLength: Duration = ArrivalRate.barLength, offset: Duration = .zero
  ) {
    let length = max(1, barLength.wholeMilliseconds)
    self.barLength = .milliseconds(length)
    let rest = (now + offset).milliseconds % length
    let last = now.milliseconds - (rest < 0 ? rest + length : rest)
    start = Timestamp(milliseconds: last) - .milliseconds(length * Int64(Self.barCount - 1))
    bars = Array(repeating: Bar(), count: Self.barCount)
    (lastHour, isCut) = (0, false)
  }

  /// The beginning of a bar.
  public func start(of bar: Int) -> Timestamp {
    start + .milliseconds(barLength.wholeMilliseconds * Int64(bar))
  }

  /// The number of events in all bars.
  public var total: Int { bars.reduce(0) { $0 + $1.all } }

  /// Counts an event received by an instant and returns true, unless it is older than the first
  /// bar.
  @discardableResult
  public mutating func count(_ event: SubscriptionEvent, now: Timestamp) -> Bool {
    guard event.recordedAt >= start, event.recordedAt <= now else { return false }
    if now - event.recordedAt < .hours(1) { lastHour += 1 }
    let offset = (event.recordedAt - start).wholeMilliseconds
    let bar = Int(offset / barLength.wholeMilliseconds)
    guard bars.indices.contains(bar) else { return false }
    bars[bar].all += 1
    switch event.kind {
    case .billingFailed, .holdStarted: bars[bar].failures += 1
    case .renewed, .recovered: bars[bar].renewals += 1
    case .snapshot, .purchased, .purchasePending, .pendingPurchaseCanceled, .autoRenewDisabled,
      .autoRenewEnabled, .cancellationScheduled, .pauseScheduled, .paused,
      .productChangeScheduled, .productChangeReverted, .productChanged, .superseded,
      .offerRedeemed, .priceChanged, .renewalExtended, .expired, .refunded, .revoked,
      .refundReversed, .refundDeclined, .refundRequested, .unrecognized, .promptShown,
      .promptSnoozed, .promptSuppressed, .noted, .claimed, .refreshRequested, .undone:
      break
    }
    return true
  }
}

extension EventLog {
  /// Counts the events received in each bar of the time up to an instant, by clocks that are before
  /// UTC by an offset.
  ///
  /// Entries are walked back by position, which is the order in which they came to this ledger,
  /// from the newest or, for an instant in the past, from a position; an archive that was read in
  /// meanwhile lies between them. The walk ends once a thousand events in a row are older, and
  /// after twenty thousand in any case.
  ///
  /// - Throws: ``LedgerError`` when the ledger cannot be read.
  public func arrivals(
    upTo now: Timestamp, barLength: Duration = ArrivalRate.barLength,
    offset: Duration = .zero, before: LedgerPosition? = nil
  ) throws(LedgerError) -> ArrivalRate {
    var rate = ArrivalRate(upTo: now, barLength: barLength, offset: offset)
    var (looked, quiet) = (0, 0)
    var query = EventQuery(before: before, limit: 500)
    while true {
      let page = try recentEvents(query)
      for stored in page {
        if rate.count(stored.event, now: now) { quiet = 0 } else { quiet += 1 }
      }
      looked += page.count
      guard page.count >= query.limit, let last = page.last else { return rate }
      if quiet >= ArrivalRate.quietMax { return rate }
      if looked >= ArrivalRate.eventsMax {
        rate.isCut = true
        return rate
      }
      query.before = last.position
    }
  }
}
