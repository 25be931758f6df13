import EventLedger
import SubscriptionCore

/// An action that an operator records, on the subscribers of the key press.
public struct OperatorAction: Hashable, Sendable {
  /// A step through the undo journal.
  public enum Turn: Hashable, Sendable {
    /// Something is taken back.
    case undo
    /// An undone action counts again.
    case redo
  }

  /// The kind, one of those that operators record.
  public var kind: EventKind
  /// To whom.
  public var subscriptions: [SubscriptionID]
  /// The instant of the action.
  public var at: Timestamp
  /// The step of each shown prompt, empty until the ledger has answered.
  public var steps: [SubscriptionID: Int] = [:]
  /// The end of a snooze or of a claim.
  public var until: Timestamp?
  /// The words of a note.
  public var text: String?
  /// The operators whose claims the user saw and takes over.
  public var takesOver: Set<String> = []
  /// The events that are taken back, one for each subscriber; empty for an action of its own.
  public var undoes: [EventID] = []
  /// The step through the undo journal; `nil` for an action of its own.
  public var reversal: Turn?
  /// The kind of the action that is undone or redone.
  public var reversed: EventKind?

  /// Creates an action.
  public init(
    _ kind: EventKind, of subscriptions: [SubscriptionID], at: Timestamp,
    until: Timestamp? = nil, text: String? = nil
  ) {
    (self.kind, self.subscriptions, self.at) = (kind, subscriptions, at)
    (self.until, self.text) = (until, text)
  }
}

extension SubscriberSummary {
  /// The step that a prompt shown now belongs to.
  ///
  /// It is the step that applies. Where none does, and at step 1, at which the app shows nothing, a
  /// prompt that was shown all the same counts as the store's official message.
  public var stepShown: Int {
    let step = status.prompt.step ?? .officialMessage
    return (step == .storeMessages ? .officialMessage : step).rawValue
  }
}
