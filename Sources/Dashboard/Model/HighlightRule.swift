import SubscriptionCore
import TerminalUI

/// A rule that sets the rows of some subscribers apart.
public struct HighlightRule: Hashable, Sendable {
  /// Which subscribers.
  public var when: Filter
  /// How their rows look.
  public var role: StyleRole

  /// Creates a rule.
  public init(when: Filter, role: StyleRole) { (self.when, self.role) = (when, role) }
}
