import EventLedger
import SubscriptionCore

/// What became of one document, message by message.
public struct IntakeResult: Hashable, Sendable {
  /// What became of one message.
  public enum Outcome: Hashable, Sendable {
    /// It was stored at that position.
    case stored(LedgerPosition)
    /// It is stored already, at that position; nothing changed.
    case duplicate(LedgerPosition)
    /// It was refused and kept in quarantine.
    case refused(ImportRefusal)
  }

  /// One outcome a message, in the order of the document.
  public var outcomes: [Outcome] = []
  /// How many stored messages use a kind or a value this build does not know.
  public var unknownKinds = 0
  /// The subscriptions that stored messages concern, each once, in the order met.
  public var subscriptions: [SubscriptionID] = []

  /// Creates an empty result.
  public init() {}

  /// The refusals, in the order of the document.
  public var refusals: [ImportRefusal] {
    outcomes.compactMap { outcome in
      guard case .refused(let refusal) = outcome else { return nil }
      return refusal
    }
  }
}
