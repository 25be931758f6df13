import EventLedger
import SubscriptionCore
import TerminalUI

/// What an operator wants written down, with the subscribers as they were at the key press.
public struct OperatorAction: Hashable, Sendable {
  /// Which way the journal is gone through.
  public enum Turn: Hashable, Sendable {
    /// Something is taken back.
    case undo
    /// What was taken back counts again.
    case redo
  }

  /// What was done: one of the kinds that operators record.
  public var kind: EventKind
  /// To whom.
  public var subscriptions: [SubscriptionID]
  /// When.
  public var at: Timestamp
  /// The step shown, for a shown prompt.
  public var step: Int?
  /// The end of a snooze or of a claim.
  public var until: Timestamp?
  /// The words of a note.
  public var text: String?
  /// The events that are taken back, one for each subscriber; empty for an action of its own.
  public var undoes: [EventID] = []
  /// Whether it goes through the journal, and which way.
  public var reversal: Turn?
  /// What is taken back or brought back.
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
