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
  /// The step shown, for a shown prompt.
  public var step: Int?
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
    _ kind: EventKind, of subscriptions: [SubscriptionID], at: Timestamp, step: Int? = nil,
    until: Timestamp? = nil, text: String? = nil
  ) {
    (self.kind, self.subscriptions, self.at) = (kind, subscriptions, at)
    (self.step, self.until, self.text) = (step, until, text)
  }
}
