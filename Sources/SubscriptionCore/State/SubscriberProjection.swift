/// Everything a ledger stores about one subscription besides its events: a pure function of those
/// events, the user's other purchases, the profile, the policy and an instant.
public struct SubscriberProjection: Hashable, Sendable {
  /// The summary for lists.
  public var summary: SubscriberSummary
  /// The billing episodes, oldest first.
  public var episodes: [BillingEpisode] {
    get { summary.episodes }
    set { summary.episodes = newValue }
  }
  /// The changes of state in the ``historyLength`` before the row was derived, oldest first.
  public var history: [Transition]
  /// The days on which the subscription adds to daily figures.
  public var days: SubscriptionDays

  /// The length of time that ``history`` covers: a day more than the trend on the Overview shows.
  public static let historyLength = Duration.days(31)

  /// A change from one state to another.
  public struct Transition: Hashable, Sendable {
    /// The instant at which the change takes effect.
    public var at: Timestamp
    /// The state before; `nil` at the beginning of the subscription.
    public var from: SubscriptionState?
    /// The state after.
    public var to: SubscriptionState

    /// Creates a change of state.
    public init(at: Timestamp, from: SubscriptionState?, to: SubscriptionState) {
      (self.at, self.from, self.to) = (at, from, to)
    }
  }

  /// Creates a row from its parts.
  public init(
    summary: SubscriberSummary, episodes: [BillingEpisode], history: [Transition],
    days: SubscriptionDays = SubscriptionDays()
  ) {
    (self.summary, self.history, self.days) = (summary, history, days)
    self.episodes = episodes
  }

  /// Derives the row of a subscriber at an instant.
  ///
  /// - Complexity: O(*n*) for *n* events.
  public init(
    of subscriber: borrowing Subscriber, at now: Timestamp, policy: ChurnPolicy,
    profile: AccountProfile?
  ) {
    var summary = subscriber.present(at: now, policy: policy, profile: profile)
    let changes = SubscriberProjection.changes(
      in: subscriber.timeline(at: now, policy: policy), status: summary.status)
    summary.pastEnds = subscriber.pastEnds(changes, policy)
    summary.refunds = subscriber.refunds
    let earliest = now - SubscriberProjection.historyLength
    let episodes =
      subscriber.isFamilyShared
      ? subscriber.episodes(at: now, policy: policy) : summary.episodes
    self.init(
      summary: summary, episodes: summary.episodes,
      history: Array(changes.drop { $0.at < earliest }),
      days: subscriber.days(
        changes: changes, summary: summary, episodes: episodes, at: now, policy: policy))
  }

  /// Returns whether two rows, of which there may be none, are equal as far back as rows that are
  /// derived at an instant go.
  public static func agree(
    _ row: SubscriberProjection?, _ other: SubscriberProjection?, at now: Timestamp
  ) -> Bool {
    guard let row, let other else { return row == nil && other == nil }
    let since = now - historyLength
    return row.summary == other.summary && row.days == other.days
      && row.history.filter { $0.at >= since } == other.history.filter { $0.at >= since }
  }

  /// Returns the changes of state in a timeline, followed by the change to the present state.
  static func changes(in spans: [Timeline.Span], status: SubscriptionStatus) -> [Transition] {
    var transitions: [Transition] = []
    var last: SubscriptionState?
    func enter(_ state: SubscriptionState, at instant: Timestamp) {
      guard state != last else { return }
      transitions.append(Transition(at: instant, from: last, to: state))
      last = state
    }
    for span in spans where !span.projected && span.from < status.stateSince {
      enter(span.kind.state, at: span.from)
    }
    enter(status.state, at: status.stateSince)
    return transitions
  }
}
