import Dashboard
import EventLedger
import Intake
import ProgramConventions
import StorePayloads
import SubscriptionCore

/// Writes what an operator does on screen, by the same door as everything else.
struct ScreenActions: Sendable {
  private let ledger: any Ledger
  private let intake: Intake
  private let actor: String
  private let isSimulated: Bool

  /// Why an action was not written, in words for the screen.
  struct Refused: Error, CustomStringConvertible {
    /// The words.
    var description: String
  }

  /// Creates a writer; in a simulated world the present is the screen's.
  init(ledger: any Ledger, actor: String, isSimulated: Bool) {
    intake = Intake(ledger: ledger, trust: TrustPolicy())
    (self.ledger, self.actor, self.isSimulated) = (ledger, actor, isSimulated)
  }

  /// Writes one action for each of its subscriptions, all in one transaction.
  ///
  /// - Returns: The events written, in the order of the subscriptions.
  @Sendable func record(_ action: OperatorAction) throws -> [EventID] {
    let now = isSimulated ? action.at : MachineClock.now()
    try checkStatus(action)
    let records = action.subscriptions.enumerated().map { index, subscription in
      ActionRecord(
        kind: action.kind, subscription: subscription, at: action.at, recordedAt: now,
        action: SubscriptionEvent.Action(
          actor: actor, step: action.step, until: action.until, text: action.text,
          undoes: action.undoes.indices.contains(index) ? action.undoes[index] : nil))
    }
    let result = try intake.record(records, now: now)
    if let refusal = result.refusals.first { throw Refused(description: refusal.reason) }
    return records.map(\.event.id)
  }
  /// Throws where somebody else was faster in turning back what an action turns back, however
  /// lately the dashboard asked.
  private func checkStatus(_ action: OperatorAction) throws {
    for (id, target) in zip(action.subscriptions, action.undoes) {
      let events = try ledger.events(of: id).map(\.event)
      guard let other = UndoResolution(in: events).undoing(of: target) else { continue }
      let who = other.action?.actor ?? "somebody"
      throw Refused(
        description: "\(who) was faster about \(id); try again.")
    }
  }
}
