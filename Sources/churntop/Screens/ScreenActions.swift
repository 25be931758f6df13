import Dashboard
import EventLedger
import Intake
import StorePayloads
import SubscriptionCore
import Synchronization

/// The writer of an operator's actions on screen, through the same intake as everything else.
struct ScreenActions: Sendable {
  private let ledger: any Ledger
  private let intake: Intake
  /// The actor that is recorded.
  let actor: String
  private let clock: (@Sendable () -> Timestamp)?
  private let latest = LatestRecord()

  /// The instant of the latest record.
  ///
  /// An event's identity is derived from its content, so that while a simulated world's time is
  /// stopped, two equal actions would be one event: each record is a millisecond after the last.
  private final class LatestRecord: Sendable {
    private let instant = Mutex(Timestamp.distantPast)

    /// Returns an instant after those returned before, the present if it is.
    func next(_ now: Timestamp) -> Timestamp {
      instant.withLock { latest in
        latest = max(now, latest + .milliseconds(1))
        return latest
      }
    }
  }

  /// The reason that an action was not written.
  struct Refused: Error, CustomStringConvertible {
    /// The message.
    var description: String
  }

  /// Creates a writer for an actor; without a clock, in a simulated world, the time is the
  /// screen's.
  init(ledger: any Ledger, actor: String, clock: (@Sendable () -> Timestamp)?) {
    intake = Intake(ledger: ledger, trust: TrustPolicy())
    (self.ledger, self.actor, self.clock) = (ledger, actor, clock)
  }

  /// Writes one action for each of its subscriptions, all in one transaction, and returns the
  /// events in their order.
  @Sendable func record(_ action: OperatorAction) throws -> [EventID] {
    let now = clock?() ?? action.at
    let rows = try subjects(of: action)
    try checkStatus(action)
    let recordedAt = latest.next(now)
    let records = action.subscriptions.enumerated().map { index, subscription in
      let step =
        action.kind == .promptShown
        ? action.steps[subscription] ?? rows[subscription]?.stepShown : nil
      return ActionRecord(
        kind: action.kind, subscription: subscription, at: action.at, recordedAt: recordedAt,
        action: SubscriptionEvent.Action(
          actor: actor, step: step, until: action.until, text: action.text,
          undoes: action.undoes.indices.contains(index) ? action.undoes[index] : nil))
    }
    if action.kind == .claimed { return try claim(records, action, now: now) }
    let result = try intake.record(records, now: now)
    if let refusal = result.refusals.first { throw Refused(description: refusal.reason) }
    return records.map(\.event.id)
  }

  /// Writes claims, unless others have one of the cases whose claims the user did not see before.
  private func claim(
    _ records: [ActionRecord], _ action: OperatorAction, now: Timestamp
  ) throws -> [EventID] {
    let (events, held) = try intake.claim(
      records, takingOver: { action.takesOver.contains($0) }, now: now)
    guard let first = held.first else { return events }
    let more = held.count > 1 ? ", and \(held.count - 1) more are claimed" : ""
    throw Refused(
      description: "\(first.actor) has claimed \(first.subscription) already\(more); claim again "
        + "to take over")
  }

  /// Returns the rows of the subscriptions; throws if the ledger has one of them no longer, as
  /// after the erasure of an account, of which nothing must be recorded again.
  private func subjects(of action: OperatorAction) throws -> [SubscriptionID: SubscriberSummary] {
    let rows = try ledger.summaries(action.subscriptions)
    let known = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
    guard let gone = action.subscriptions.first(where: { known[$0] == nil }) else { return known }
    throw Refused(description: "\(gone) is gone from the ledger, as its account was erased.")
  }

  /// Throws if someone else has already reverted what an action reverts, however recently the
  /// dashboard checked.
  private func checkStatus(_ action: OperatorAction) throws {
    for (id, target) in zip(action.subscriptions, action.undoes) {
      let events = try ledger.events(of: id).map(\.event)
      guard let other = UndoResolution(in: events).undoing(of: target) else { continue }
      let who = other.action?.actor ?? "someone else"
      throw Refused(description: "\(who) was faster about \(id); try again.")
    }
  }
}
