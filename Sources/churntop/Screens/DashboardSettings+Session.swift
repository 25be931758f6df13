import Dashboard
import EventLedger
import ProgramConventions

extension DashboardSettings {
  /// Takes over what a session says of its ledger, for screens that are drawn, printed line by line
  /// or made pictures of.
  mutating func take(_ session: Session, _ ledger: any Ledger) throws(CommandError) {
    take(ledger.auditMode, reason: session.hidingReason)
    if let reason = session.readOnlyReason { readOnlyReason = reason }
    silenceMax = try session.silenceMax
    undoFor = try session.undoFor
    rates = session.rates
  }
}
