/// The news of a span of time: failures, recoveries, losses, and what to do today.
///
/// Everything counts by the instant at which it took effect, as it is known now, and only for
/// production. See <doc:Metrics#Digest>.
public struct Digest: Hashable, Sendable {
  /// The things that a digest counts, in its order; data fixes the raw values.
  public enum Item: String, Hashable, Sendable, CaseIterable {
    /// The renewals that failed.
    case failed
    /// Of these, the ones that are open, with their money.
    case atRisk
    /// The users who lost access while the store still retries.
    case lostAccess
    /// The failed renewals that were paid in grace.
    case recoveredInGrace
    /// The failed renewals that were paid in hold.
    case recoveredInHold
    /// The subscriptions that ended without a decision of the user.
    case lost
    /// The subscriptions that ended by a decision.
    case canceled
    /// The subscriptions that ended by a refund.
    case refunded
    /// The subscriptions that ended for a reason that no store states.
    case endedOther
    /// The users who turned auto-renew off.
    case renewalOff
    /// The subscriptions with a purchase.
    case purchased
    /// The prompts shown.
    case promptsShown
    /// The prompts that are due now.
    case promptsDue
    /// Of these, the ones that became due in the span.
    case becameDue
    /// The users in grace who lose access within 24 hours.
    case losesAccessSoon
  }

  /// A count of the span with what makes it up.
  public struct Figure: Hashable, Sendable {
    /// The thing that is counted.
    public var item: Item
    /// The count.
    public var count: Int
    /// A Boolean value that indicates whether there are more that were not counted.
    public var isAtLeast = false
    /// The parts of the count; empty parts are left out.
    public var parts: [Part] = []
    /// The price per month of what is counted; `nil` where none belongs to it.
    public var mrr: MoneySums?
    /// The same count of earlier days; `nil` if it is not known.
    public var usual: Usual?

    /// Creates a figure.
    public init(_ item: Item, _ count: Int) { (self.item, self.count) = (item, count) }
  }

  /// A part of a count.
  public struct Part: Hashable, Sendable {
    /// The key in data, for example `noGrace` or `google-play`.
    public var key: String
    /// The name, for example `no grace` or `Google Play`.
    public var name: String
    /// The count.
    public var count: Int

    /// Creates a part.
    public init(_ key: String, _ name: String, _ count: Int) {
      (self.key, self.name, self.count) = (key, name, count)
    }
  }

  /// A user who needs somebody today.
  public struct Case: Hashable, Sendable {
    /// The reason to act.
    public enum Reason: String, Hashable, Sendable {
      /// Access ends within 24 hours.
      case losesAccess
      /// The renewal failed in the span and is open.
      case failed
    }

    /// The subscription.
    public var row: SubscriberSummary
    /// The reason.
    public var reason: Reason
    /// The instant of the failure, or of the loss of access.
    public var at: Timestamp

    /// Creates a case.
    public init(row: SubscriberSummary, reason: Reason, at: Timestamp) {
      (self.row, self.reason, self.at) = (row, reason, at)
    }
  }

  /// The span.
  public var span: DigestSpan
  /// Every figure, in the order of ``Item``.
  public var figures: [Figure]
  /// The users to look at first, those who lose access before those whose renewal failed, each by
  /// time; at most ``casesMax``.
  public var cases: [Case] = []
  /// The news of the system.
  public var system = DigestSystem()

  /// The most cases.
  public static let casesMax = 10

  /// Returns a figure; without a count if the digest has none.
  public subscript(item: Item) -> Figure {
    figures.first { $0.item == item } ?? Figure(item, 0)
  }

  /// A Boolean value that indicates whether nothing happened in the span, nothing is due and
  /// nothing about the system is news.
  public var isQuiet: Bool {
    figures.allSatisfy { $0.count == 0 } && cases.isEmpty && system.isQuiet
  }
}

extension Digest {
  /// The same count of earlier spans.
  public struct Usual: Hashable, Sendable {
    /// The counts, the latest first.
    public let earlier: [Int]
    /// The change from them: up or down only if it is more than noise.
    public let change: MetricChange

    /// The fewest spans that say anything about what is usual.
    static let spansMin = 3

    /// Compares a count with those of earlier spans; `nil` for too few of them.
    ///
    /// A change is more than noise if the count lies outside all of the earlier ones, and if the
    /// exact test of equal rates says so at 95 %: of all counts together, the number that falls
    /// into one span among equals is binomial (J. Przyborowski and H. Wilenski, "Homogeneity of
    /// results in testing samples from Poisson series", Biometrika 31 (1940), pages 313-323). The
    /// first keeps days that differ anyway, such as Mondays, from being alarms; the second keeps a
    /// 1 after seven 0 from being one.
    public init?(of count: Int, after earlier: [Int]) {
      guard earlier.count >= Self.spansMin, let least = earlier.min(), let most = earlier.max()
      else { return nil }
      self.earlier = earlier
      let equal = BinomialDistribution(
        trials: earlier.reduce(count, +), probability: 1 / Double(earlier.count + 1))
      if count > most, count > equal.quantile(0.975) {
        change = .up
      } else if count < least, count < equal.quantile(0.025) {
        change = .down
      } else {
        change = .noise
      }
    }

    /// The middle of the counts; of an even number of counts the greater of both.
    public var median: Int { earlier.sorted()[earlier.count / 2] }
    /// The least count.
    public var least: Int { earlier.min() ?? 0 }
    /// The greatest count.
    public var most: Int { earlier.max() ?? 0 }
  }
}

/// The news of the machinery: feeds, refused payloads, undelivered changes, late news.
public struct DigestSystem: Hashable, Sendable {
  /// The freshness of one store's messages about one app.
  public struct Feed: Hashable, Sendable {
    /// The store.
    public var store: Store
    /// The app; `nil` where the store's messages do not name it.
    public var app: AppID?
    /// The instant of the latest message.
    public var lastEventAt: Timestamp
    /// A Boolean value that indicates whether the silence since is unusually long.
    public var isStale: Bool

    /// Creates the freshness of a feed.
    public init(store: Store, app: AppID?, lastEventAt: Timestamp, isStale: Bool) {
      (self.store, self.app) = (store, app)
      (self.lastEventAt, self.isStale) = (lastEventAt, isStale)
    }
  }

  /// Late news: changes received in the span that took effect on a day before it.
  public struct LateNews: Hashable, Sendable {
    /// The number of changes by the UTC day on which they took effect.
    public private(set) var days: [CivilDate: Int] = [:]
    /// The number of changes.
    public var count: Int { days.values.reduce(0, +) }
    /// The first UTC day whose figures changed.
    public var firstDay: CivilDate? { days.keys.min() }
    /// A Boolean value that indicates whether there are more that were not counted.
    public var isAtLeast = false

    /// Creates late news of nothing.
    public init() {}

    /// Counts a change if it was recorded on a later UTC day than it took effect on.
    ///
    /// - Parameters:
    ///   - at: The instant at which it took effect.
    ///   - recordedAt: The instant at which it was recorded.
    ///   - since: The beginning of the span.
    public mutating func count(_ at: Timestamp, recordedAt: Timestamp, since: Timestamp) {
      let day = CivilDate(at)
      guard at < since, day < CivilDate(recordedAt) else { return }
      days[day, default: 0] += 1
    }
  }

  /// The feeds.
  public var feeds: [Feed] = []
  /// The payloads that were refused in the span; `nil` if that is not known of the past.
  public var refused: Int?
  /// The payloads in quarantine; `nil` if that is not known of the past.
  public var quarantined: Int?
  /// The changes that receivers did not take in days; `nil` if that is not known of the past.
  public var undelivered: Int?
  /// The late news; `nil` if it is not known of the past.
  public var late: LateNews?

  /// Creates the news of a system without any.
  public init() {}

  /// A Boolean value that indicates whether nothing needs attention.
  public var isQuiet: Bool {
    !feeds.contains(where: \.isStale) && refused ?? 0 == 0 && undelivered ?? 0 == 0
      && late?.count ?? 0 == 0
  }
}
