import EventLedger
import SubscriptionCore

/// The outcome of one document, message by message.
public struct IntakeResult: Hashable, Sendable {
  /// The outcome of one message.
  public enum Outcome: Hashable, Sendable {
    /// The payload was stored at the position.
    case stored(LedgerPosition)
    /// The payload was stored at the position before; nothing changed.
    case duplicate(LedgerPosition)
    /// The payload was refused and kept in quarantine.
    case refused(ImportRefusal)
  }

  /// The outcome of each message, in the order of the document.
  public var outcomes: [Outcome] = []
  /// The number of stored messages that use a kind or a value this build does not know.
  public var unknownKinds = 0
  /// The subscriptions of stored messages, each once, in the order of the document.
  public var subscriptions: [SubscriptionID] = []

  /// Creates an empty result.
  public init() {}

  /// The refusals, in the order of the document.
  public var refusals: [ImportRefusal] {
    outcomes.compactMap { if case .refused(let refusal) = $0 { refusal } else { nil } }
  }
}
