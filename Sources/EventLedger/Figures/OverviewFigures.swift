import SubscriptionCore

/// Every figure of the Overview, for production subscriptions unless it says otherwise.
///
/// Each is a count or a sum that the ledger maintains or reads from an index, so that the screen
/// costs the same for a thousand and a million subscribers.
public struct OverviewFigures: Hashable, Sendable {
  /// The number of subscriptions in a state, and their monthly worth by currency.
  public struct Total: Hashable, Sendable {
    /// The number of subscriptions.
    public var count: Int
    /// The sum of their prices brought to one month, in millionths, by currency.
    public var mrrMicros: [String: Int64]
    /// The number of those subscriptions with a price in each currency.
    public var pricedIn: [String: Int]

    /// Creates a tally.
    public init(
      count: Int = 0, mrrMicros: [String: Int64] = [:], pricedIn: [String: Int] = [:]
    ) {
      (self.count, self.mrrMicros, self.pricedIn) = (count, mrrMicros, pricedIn)
    }
  }

  // See <doc:Metrics#Recovery-rates>.
  /// Recovery over the episodes whose failure lies in a window of time.
  public struct Recovery: Hashable, Sendable {
    /// The length of the window in days, ending now.
    public var windowDays: Int
    /// Episodes in the window.
    public var failed = 0
    /// Those that entered grace.
    public var enteredGrace = 0
    /// Those recovered in grace.
    public var recoveredInGrace = 0
    /// Those that entered hold or retry without access.
    public var enteredHold = 0
    /// Those recovered in hold.
    public var recoveredInHold = 0
    /// Those the store gave up on.
    public var ranOut = 0
    /// Those the user canceled.
    public var canceledByUser = 0
    /// Those still open.
    public var open = 0

    /// Those that a refund, another purchase or another date ended: the rest of ``failed``.
    public var endedOtherwise: Int {
      failed - recoveredInGrace - recoveredInHold - ranOut - canceledByUser - open
    }

    /// Creates an empty count for a window.
    public init(windowDays: Int) { self.windowDays = windowDays }
  }

  /// Subscriptions by state; states without any are absent.
  public var states: [SubscriptionState: Total] = [:]
  /// By state, how many more there are than at the beginning of the hour that lay 24 hours ago;
  /// states without a change are absent.
  public var change24h: [SubscriptionState: Int] = [:]
  /// By state, the number at the end of each of the last 30 UTC days, oldest first, today last.
  public var trend30d: [SubscriptionState: [Int]] = [:]
  /// Subscriptions outside production, which no other figure counts.
  public var nonProduction = 0
  /// Prompts due now, by state.
  public var promptsDue: [SubscriptionState: Int] = [:]
  /// Prompts due for more than 24 hours.
  public var promptsOverdue24h = 0
  /// The instant since which the oldest due prompt is due.
  public var oldestDueSince: Timestamp?
  /// Prompts scheduled on each of the next seven UTC days, today first.
  public var promptsScheduled7d: [Int] = []
  /// Prompts scheduled within 24 hours.
  public var promptsNext24h = 0
  /// Subscriptions whose prompts are snoozed.
  public var snoozed = 0
  /// Subscriptions whose prompts are suppressed.
  public var suppressed = 0
  /// In grace and losing access within 24 hours, 1-3 days, 3-7 days, 7 days and later, and without
  /// a known end.
  public var losesAccess: [Total] = []
  /// In hold with the tries over although no store has said so, ending within 24 hours, 1-7 days,
  /// 7 days and later, and without a known end.
  public var retryEnds: [Total] = []
  /// Recovery by window: 7, 30, 60, 90 and 120 days, of which the last three tell of failures
  /// old enough to have ended (``recovery(from:to:)``).
  public var recovery: [Recovery] = []
  /// Renewals that failed since the beginning of the UTC day.
  public var failedToday = 0
  /// Renewals that failed in the same hours of the UTC day a week ago.
  public var failedWeekAgo = 0
  /// Ended in the last 30 days: voluntary, involuntary, and where the store does not say.
  public var endedVoluntary30d = 0
  /// See ``endedVoluntary30d``.
  public var endedInvoluntary30d = 0
  /// See ``endedVoluntary30d``.
  public var endedUnknown30d = 0
  /// Payloads in quarantine.
  public var quarantined = 0
  /// Changes that receivers did not take in days (``ChangeDelivery/Status/dead``).
  public var undelivered = 0
  /// Entries that use a kind or a value this build does not know.
  public var unknownKinds = 0
  /// Subscriptions with anomalies.
  public var withAnomalies = 0
  /// The feeds of events by store and app: how fresh everything else is.
  public var feeds = StoreFeeds()
  /// The latest instant at which an event of a store was recorded, in whichever order they came;
  /// what operators and the app record does not count.
  public var lastHeardAt: Timestamp? { feeds.lastEventAt }

  /// Creates figures of an empty ledger.
  public init() {}

  /// The subscriptions that pay or are about to: those that have not ended, and are not on their
  /// way to a first payment.
  public var live: Int { states.reduce(0) { $0 + ($1.key.isLive ? $1.value.count : 0) } }

  /// Of the ``live`` subscriptions, those whose money is in no sum, since nothing proves their
  /// plan or no store stated a price.
  public var moneyUnknown: Int {
    states.reduce(0) { $0 + ($1.key.isLive ? $1.value.moneyUnknown : 0) }
  }

  /// The filter for the subscriptions that ``moneyUnknown`` counts.
  public static let unknownMoneyFilter =
    "mrr:none env:production state:"
    + SubscriptionState.allCases.filter(\.isLive).map(\.rawValue).joined(separator: ",")

  /// All production subscriptions.
  public var total: Int { states.values.reduce(0) { $0 + $1.count } }
}

extension OverviewFigures {
  /// The currencies that production subscriptions are priced in, most subscribers first.
  ///
  /// The number of units says nothing across currencies, and no store states a rate, so amounts
  /// are listed in this order: the currency that most subscribers pay in comes first.
  public var currencies: [String] {
    var counts: [String: Int] = [:]
    for counter in states.values { counts.merge(counter.pricedIn, uniquingKeysWith: +) }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }
}

extension OverviewFigures.Total {
  /// The sums in an order of currencies; those that the order lacks follow by name.
  public func amounts(inOrder currencies: [String]) -> [Money] {
    let rest = mrrMicros.keys.filter { !currencies.contains($0) }.sorted()
    return (currencies + rest).compactMap { currency in
      mrrMicros[currency].flatMap { $0 == 0 ? nil : Money(micros: $0, currency: currency) }
    }
  }
}
