import EventLedger
import SubscriptionCore
import TerminalUI

/// The command line while it is open.
public struct PaletteState: Hashable, Sendable {
  /// What is typed.
  public var field = LineEditor()
  /// Which suggestion the cursor is on.
  public var selection = 0
  /// What was wrong with the last attempt; empty for nothing.
  public var problem = ""

  /// Opens an empty line.
  public init() {}
}
