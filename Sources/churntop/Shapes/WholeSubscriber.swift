import Dashboard
import EventLedger
import ProgramConventions
import SubscriptionCore

/// A subscriber with everything that `show` and `explain` print.
struct WholeSubscriber {
  /// The subscriber, folded from the events.
  let subscriber: Subscriber
  /// The row of the list, with the account's profile.
  let row: SubscriberSummary
  /// The events, oldest first.
  let events: [SubscriptionEvent]
  /// The payments of this purchase and of the same user's others, oldest first.
  let payments: [Payment]
  /// The instant of all values.
  let now: Timestamp
  /// The policy about recovery and prompts.
  let policy: ChurnPolicy

  /// Resolves a subscriber and folds it at the instant of a session, for a command that prints it
  /// in a format.
  init(
    _ session: Session, _ ledger: any Ledger, named text: String, for command: String,
    format: OutputFormat
  ) throws {
    let id = try session.resolve(text, in: ledger)
    guard let found = try ledger.subscriber(id) else {
      throw CommandError.notFound("\(id) is gone from the ledger.")
    }
    subscriber = found
    (now, policy) = (session.now, ledger.policy)
    let profile = try found.account.flatMap(ledger.profile)
    let isHidden = try session.hidesPersonalData(
      from: command, format: format, count: 1, of: id, in: ledger)
    row = found.summary(
      at: session.now, policy: ledger.policy,
      profile: isHidden ? profile.map(Masking.profile) : profile)
    events = try ledger.events(of: id).map(\.event)
    payments = try ledger.payments(of: found, events, at: session.now)
  }

  /// Folds a subscriber of a ledger at an instant, with aliases for names if requested.
  init(
    _ ledger: any Ledger, _ id: SubscriptionID, now: Timestamp, policy: ChurnPolicy,
    masksPersonalData: Bool
  ) throws(LedgerError) {
    guard let found = try ledger.subscriber(id) else {
      throw .failed(location: id.rawValue, detail: "it is not in the ledger at that time")
    }
    (subscriber, self.now, self.policy) = (found, now, policy)
    let profile = try found.account.flatMap(ledger.profile)
    row = found.summary(
      at: now, policy: policy, profile: masksPersonalData ? profile.map(Masking.profile) : profile)
    events = try ledger.events(of: id).map(\.event)
    payments = try ledger.payments(of: found, events, at: now)
  }

  /// The events with their changes of state.
  var changes: [EventShape] {
    let changes = Dictionary(
      subscriber.transitions.map { ($0.event, $0) }, uniquingKeysWith: { first, _ in first })
    return events.map { event in
      EventShape(
        event: event, from: changes[event.id]?.from, to: changes[event.id]?.to,
        reversal: Reversal(of: event, in: events))
    }
  }

  /// The spans of the timeline, past and projected.
  var spans: [Timeline.Span] { subscriber.timeline(at: now, policy: policy).spans }

  /// The billing episodes, oldest first.
  var episodes: [BillingEpisode] { subscriber.episodes(at: now, policy: policy) }

  var anomalies: [Anomaly] { subscriber.anomalies(at: now, policy: policy) }

  /// The conditions of the prompt decision.
  var trace: [PromptCondition] { subscriber.promptTrace(at: now, policy: policy) }

  /// Returns the explanation for support, sentence by sentence.
  func sentences(in zone: DisplayZone) -> [String] {
    Explanation.sentences(for: subscriber, at: now, policy: policy, zone: zone)
  }
}
