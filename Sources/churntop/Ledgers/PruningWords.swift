import EventLedger
import ProgramConventions
import SubscriptionCore

/// The words about payloads that were pruned, and the same as data.
enum PruningWords {
  /// Returns each pruning as a sentence that is safe to print.
  static func sentences(_ session: Session, _ prunings: [PayloadPruning]) -> [String] {
    prunings.map { pruning in
      let count = CountText.of(pruning.removed.payloads, "payload was", "payloads were")
      let end = pruning.isFinished ? "" : ", and it was interrupted"
      return "\(count) pruned at \(session.time.second(pruning.at)) by "
        + "\(DisplayText.sanitized(pruning.actor)): those received before "
        + "\(session.time.second(pruning.receivedBefore))\(end)."
    }
  }

  /// Returns each pruning of a ledger as a sentence.
  static func sentences(_ session: Session, _ ledger: some Ledger) throws -> [String] {
    sentences(session, try ledger.prunings())
  }

  static func json(_ pruning: PayloadPruning) -> JSON {
    [
      "at": JSON(pruning.at), "actor": .string(pruning.actor),
      "before": JSON(pruning.receivedBefore), "payloads": JSON(pruning.removed.payloads),
      "bytes": .integer(pruning.removed.bytes), "isFinished": .bool(pruning.isFinished),
    ]
  }
}
