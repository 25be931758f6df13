import SubscriptionCore
import TerminalUI

/// An action that waits for a yes, with what would follow from it.
public struct Confirmation: Hashable, Sendable {
  /// The action, about the subscribers of the key press.
  public var action: OperatorAction
  /// What would follow; `nil` until the ledger has answered.
  public var preview: ActionPreview?
  /// What is typed, where the action is about so many that a `y` is not enough.
  public var field = LineEditor()

  /// From how many subscribers on the name of the action is typed.
  public static let typedFrom = 10

  /// Asks about an action.
  public init(_ action: OperatorAction) { self.action = action }

  /// The words to type, such as `snooze 12`; `nil` where a `y` is enough.
  public var phrase: String? {
    let count = action.subscriptions.count
    return count < Self.typedFrom ? nil : "\(action.verb) \(count)"
  }
}
