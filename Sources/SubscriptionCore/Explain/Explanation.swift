/// One subscriber in plain sentences that a support person can paste.
///
/// It describes what happened, whether the user has access and until when, what the store is doing
/// and when it stops, what to tell the user, why a prompt is or is not due, whether the user is
/// eligible for an introductory offer, and what is uncertain. Dates are in one time zone and name
/// it; an end that no store stated is called expected, and an unknown end is said to be unknown.
public struct Explanation: Sendable {
  /// The subject of a sentence; sentences appear in this order.
  public enum Topic: String, Hashable, Sendable, CaseIterable {
    /// The purchase.
    case purchase
    /// The history.
    case story
    /// The user's access.
    case access
    /// The store's activity.
    case store
    /// Advice for the user.
    case advice
    /// The prompt decision.
    case prompt
    /// Eligibility for an introductory offer.
    case offer
    /// Uncertainties.
    case caveat
  }

  /// One sentence and its topic.
  public struct Sentence: Hashable, Sendable {
    /// The subject.
    public var topic: Topic
    /// The sentence, with its full stop.
    public var text: String
  }

  let subscriber: Subscriber
  let now: Timestamp
  let policy: ChurnPolicy
  /// A function that formats an instant.
  public var instant: @Sendable (Timestamp) -> String
  let status: SubscriptionStatus
  let episode: BillingEpisode?

  /// Computes the status that the sentences describe; dates are written in the zone.
  public init(
    of subscriber: Subscriber, at now: Timestamp, policy: ChurnPolicy, zone: DisplayZone = .utc
  ) {
    self.init(of: subscriber, at: now, policy: policy) { zone.dayAndTime($0) }
  }

  /// Creates the explanation of a subscriber.
  public init(
    of subscriber: Subscriber, at now: Timestamp, policy: ChurnPolicy,
    instant: @escaping @Sendable (Timestamp) -> String
  ) {
    (self.subscriber, self.now, self.policy) = (subscriber, now, policy)
    self.instant = instant
    status = subscriber.status(at: now, policy: policy)
    episode = subscriber.episodes(at: now, policy: policy).last
  }

  /// Returns every sentence that `churntop explain` prints about a subscriber, in order.
  public static func sentences(
    for subscriber: Subscriber, at now: Timestamp, policy: ChurnPolicy, zone: DisplayZone = .utc
  ) -> [String] {
    let explanation = Explanation(of: subscriber, at: now, policy: policy, zone: zone)
    return Topic.allCases.flatMap { topic in
      explanation.texts(about: topic) + (topic == .advice ? explanation.menus : [])
    }
  }

  /// The sentences, topic by topic in the order of ``Topic``.
  public var sentences: [Sentence] {
    Topic.allCases.flatMap { topic in texts(about: topic).map { Sentence(topic: topic, text: $0) } }
  }

  private func texts(about topic: Topic) -> [String] {
    switch topic {
    case .purchase: [purchase]
    case .story: story
    case .access: [access]
    case .store: storeActivity
    case .advice: advice
    case .prompt: prompt
    case .offer: offer
    case .caveat: caveats
    }
  }

  // MARK: The purchase

  private var purchase: String {
    let product = subscriber.product.rawValue
    var text = "\(subscriber.id) is a "
    text += subscriber.isOnlyListedVoid ? "purchase of " : "subscription to "
    text += product.isEmpty ? "a product that is not known" : product
    text += " at \(at)"
    let period = subscriber.provenPlan(policy).map { " " + $0.period.words } ?? ""
    if status.flags.contains(.familyShared) {
      text += ", which another member of the family pays for"
    } else if subscriber.facts.isTrial {
      text += ", free at first"
      // What is free once more by an offer is not the price of the plan.
      if let price = subscriber.priceAfterTrial(policy), !isNextPeriodFree {
        text += ", then \(price.text)\(period)"
      }
    } else if let price = subscriber.price(policy) {
      text += ", \(price.text)\(subscriber.facts.offer == nil ? period : "")"
    }
    switch subscriber.environment {
    case .production: break
    case .sandbox: text += "; it is a test purchase and involves no money"
    case .local: text += "; it was made in Xcode and involves no money"
    }
    return text + "."
  }

  // MARK: Phrases that several topics use

  /// The store with its article, for example `the App Store`.
  var at: String {
    switch subscriber.store {
    case .appStore: "the App Store"
    case .googlePlay: "Google Play"
    }
  }

  /// The store at the beginning of a sentence.
  var storeName: String { at.prefix(1).uppercased() + at.dropFirst() }

  /// Returns an instant with its distance from the present, for example ` (in 2 days)`,
  /// ` (3 hours ago)` or ` (now)`.
  func moment(_ at: Timestamp) -> String {
    if at == now { return instant(at) + " (now)" }
    let distance = DurationText.words(at - now)
    return instant(at) + (at > now ? " (in \(distance))" : " (\(distance) ago)")
  }
}
