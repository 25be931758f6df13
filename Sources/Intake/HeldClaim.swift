import EventLedger
import StorePayloads
import SubscriptionCore

/// Somebody else's claim, which prevents another.
public struct HeldClaim: Hashable, Sendable {
  /// The subscription.
  public var subscription: SubscriptionID
  /// The operator who has the case.
  ///
  /// Text from outside.
  public var actor: String
  /// The end of the claim; `nil` if it lasts until it is undone.
  public var until: Timestamp?
}

extension Intake {
  /// Records claims of cases, each of another subscription: all of them, or none.
  ///
  /// Of several operators who claim a case at once exactly one gets it, on whatever machines they
  /// are: the identity of a claim follows from the claims before it, and the ledger stores one
  /// entry of an identity. A claim of another operator holds to its end, unless it is taken over.
  ///
  /// The result is the events, in order, or the claims of others that hold, with nothing recorded.
  ///
  /// - Throws: `LedgerError` when the ledger cannot be read or take them.
  public func claim(
    _ claims: [ActionRecord], takingOver mayTakeOver: (String) -> Bool, now: Timestamp
  ) throws(LedgerError) -> (events: [EventID], held: [HeldClaim]) {
    var claims = claims
    var held: [HeldClaim] = []
    for place in claims.indices {
      let (id, actor) = (claims[place].subscription, claims[place].action.actor)
      let earlier = try ledger.events(of: id).map(\.event).filter { $0.kind == .claimed }
      claims[place].key = ActionRecord.key(
        "claim \(earlier.count) \(earlier.last?.id.rawValue ?? "")", of: id)
      var instant = now
      // A machine whose clock is ahead claims from later on: its claim holds at once as well, and
      // whoever takes it over does so from then on.
      if let last = earlier.map(\.effectiveAt).max() {
        instant = max(now, last)
        claims[place].at = max(claims[place].at, last + .milliseconds(1))
      }
      guard let claim = try ledger.subscriber(id)?.claim(at: instant), claim.actor != actor,
        !mayTakeOver(claim.actor)
      else { continue }
      held.append(HeldClaim(subscription: id, actor: claim.actor, until: claim.until))
    }
    guard held.isEmpty else { return ([], held) }
    let outcomes = try record(claims, now: now).outcomes
    var stored: [ActionRecord] = []
    for (claim, outcome) in zip(claims, outcomes) {
      guard case .duplicate = outcome else {
        stored.append(claim)
        continue
      }
      let winner = try ledger.events(of: claim.subscription).first { $0.event.id == claim.id }
      guard let action = winner?.event.action, action.actor != claim.action.actor else { continue }
      held.append(
        HeldClaim(subscription: claim.subscription, actor: action.actor, until: action.until))
    }
    guard !held.isEmpty else { return (claims.map(\.id), []) }
    // Others were faster about some of them: the rest is taken back.
    let undoings = stored.map { claim in
      ActionRecord(
        kind: .undone, subscription: claim.subscription, at: now, recordedAt: now,
        action: SubscriptionEvent.Action(actor: claim.action.actor, undoes: claim.id))
    }
    if !undoings.isEmpty { _ = try record(undoings, now: now) }
    return ([], held)
  }
}
