import EventLedger
import SubscriptionCore
import TerminalUI

/// Everything that Detail shows of one subscriber.
public struct DetailData: Hashable, Sendable {
  /// The row, with fresh values and its timeline.
  public var extra: RowDetail
  /// Every failure to collect, oldest first.
  public var episodes: [BillingEpisode]
  /// What the store tells the user by itself in the running episode, oldest first.
  public var notices: [StoreMessage]
  /// What does not fit.
  public var anomalies: [Anomaly]
  /// Whether an introductory offer is left.
  public var offer: OfferEligibility
  /// What happened, what the store does and what to tell the user, sentence by sentence.
  public var explanation: [Explanation.Sentence]
  /// The same with instants as screens write them.
  private(set) var shortExplanation: [Explanation.Sentence] = []
  /// Other purchases of the same user.
  public var links: [LinkedPurchase]
  /// A request for a fresh answer that nobody has answered yet.
  public var refresh: RefreshRequest?
  /// Events, newest first.
  public var events: [EventLine]
  /// The payments of this and of the same user's other purchases, newest first.
  public var payments: [Payment]
  /// The terms of what was bought, with who says so.
  public var terms: [ProductTerm]
  /// What the stores call it: a word and the identifier.
  public var identifiers: [Identifier]

  /// A store's name for a subscription.
  public struct Identifier: Hashable, Sendable {
    /// What kind of name.
    public var kind: String
    /// The name.
    ///
    /// Text from outside.
    public var value: String

    /// Creates a name.
    public init(_ kind: String, _ value: String) { (self.kind, self.value) = (kind, value) }
  }

  /// The sentences alone.
  public var sentences: [String] { explanation.map(\.text) }

  /// Creates the data of one subscriber.
  public init(
    extra: RowDetail, episodes: [BillingEpisode], notices: [StoreMessage],
    anomalies: [Anomaly], offer: OfferEligibility,
    explanation: [Explanation.Sentence], links: [LinkedPurchase], refresh: RefreshRequest?,
    events: [EventLine], payments: [Payment], terms: [ProductTerm] = [],
    identifiers: [Identifier]
  ) {
    self.extra = extra
    self.episodes = episodes
    self.notices = notices
    self.anomalies = anomalies
    self.offer = offer
    self.explanation = explanation
    self.links = links
    self.refresh = refresh
    self.events = events
    self.payments = payments
    (self.terms, self.identifiers) = (terms, identifiers)
    write(in: .utc)
  }

  /// Writes the instants of the explanation in a zone.
  mutating func write(in zone: DisplayZone) {
    let dates = DateWords(zone, now: extra.asOf)
    shortExplanation = explanation.map { sentence in
      var short = sentence
      short.text = dates.shortenedSentence(sentence.text)
      return short
    }
  }
}
