import EventLedger
import ProgramConventions
import SubscriptionCore

/// The words about payloads that were pruned, and the same as data.
enum PruningWords {
  /// Returns a pruning as a sentence that is safe to print.
  static func sentence(_ session: Session, _ pruning: PayloadPruning) -> String {
    let removed = pruning.removed
    let verb = removed.payloads == 1 ? "payload was" : "payloads were"
    let end = pruning.isFinished ? "" : ", and it was interrupted"
    return "\(CountText.grouped(removed.payloads)) \(verb) pruned at "
      + "\(session.time.second(pruning.at)) by \(DisplayText.sanitized(pruning.actor)): those "
      + "received before \(session.time.second(pruning.receivedBefore))\(end)."
  }

  /// Returns each pruning as a sentence.
  static func sentences(_ session: Session, _ prunings: [PayloadPruning]) -> [String] {
    prunings.map { sentence(session, $0) }
  }

  /// Returns each pruning of a ledger as a sentence.
  static func sentences(_ session: Session, _ ledger: some Ledger) throws -> [String] {
    sentences(session, try ledger.prunings())
  }

  static func json(_ pruning: PayloadPruning) -> JSON {
    [
      "at": JSON(pruning.at), "actor": .string(pruning.actor),
      "before": JSON(pruning.receivedBefore),
      "payloads": .integer(Int64(pruning.removed.payloads)),
      "bytes": .integer(pruning.removed.bytes), "isFinished": .bool(pruning.isFinished),
    ]
  }
}
