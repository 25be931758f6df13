/// One subscriber in plain sentences that a support person can paste.
///
/// What happened, whether the user has access and until when, what the store is doing and when it
/// stops, what to tell the user, why a prompt is or is not due, whether an introductory offer may
/// be had, and what is doubtful. Dates are those of one zone and name it; an end that no store
/// stated is called expected, and one that is not known is said to be so.
public struct Explanation: Hashable, Sendable {
  /// What a sentence is about, in the order in which they are told.
  public enum Topic: String, Hashable, Sendable, CaseIterable {
    /// What was bought.
    case purchase
    /// What happened.
    case story
    /// Whether the user has access.
    case access
    /// What the store is doing.
    case store
    /// What to tell the user.
    case advice
    /// Why a prompt is or is not due.
    case prompt
    /// Whether an introductory offer may be had.
    case offer
    /// What is doubtful.
    case caveat
  }

  /// One sentence and its topic.
  public struct Sentence: Hashable, Sendable {
    /// What it is about.
    public var topic: Topic
    /// The sentence, with its full stop.
    public var text: String
  }

  let subscriber: Subscriber
  let now: Timestamp
  let policy: ChurnPolicy
  let zone: DisplayZone
  let status: SubscriptionStatus
  let episode: BillingEpisode?

  /// Gathers what the sentences rest on; dates are written by the clocks of the zone.
  public init(
    of subscriber: Subscriber, at now: Timestamp, policy: ChurnPolicy, zone: DisplayZone = .utc
  ) {
    (self.subscriber, self.now, self.policy) = (subscriber, now, policy)
    self.zone = zone
    status = subscriber.status(at: now, policy: policy)
    episode = subscriber.episodes(at: now, policy: policy).last
  }

  /// Everything that `churntop explain` says about a subscriber, in order.
  public static func sentences(
    for subscriber: Subscriber, at now: Timestamp, policy: ChurnPolicy, zone: DisplayZone = .utc
  ) -> [String] {
    Explanation(of: subscriber, at: now, policy: policy, zone: zone).sentences.map(\.text)
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

  // MARK: What was bought

  private var purchase: String {
    let product = subscriber.product.rawValue
    var text = "\(subscriber.id) is a subscription "
    text += product.isEmpty ? "to a product that is not known" : "to \(product)"
    text += " at \(at)"
    if let price = subscriber.price(policy) {
      text += ", \(price.decimal) \(price.currency)"
      if subscriber.facts.offer == nil, let plan = subscriber.provenPlan(policy) {
        text += " " + plan.period.words
      }
    }
    switch subscriber.environment {
    case .production: break
    case .sandbox: text += "; it is a test purchase and involves no money"
    case .local: text += "; it was made in Xcode and involves no money"
    }
    return text + "."
  }

  // MARK: Words that several topics use

  /// The store with its article, for example `the App Store`.
  var at: String {
    switch subscriber.store {
    case .appStore: "the App Store"
    case .googlePlay: "Google Play"
    }
  }

  /// The store at the beginning of a sentence.
  var storeName: String {
    switch subscriber.store {
    case .appStore: "The App Store"
    case .googlePlay: "Google Play"
    }
  }

  func moment(_ instant: Timestamp) -> String { Wording.moment(instant, seenFrom: now, in: zone) }
}
