import EventLedger
import SubscriptionCore
import TerminalUI

/// A menu in which a single key chooses.
public struct Menu: Hashable, Sendable {
  /// One line of a menu.
  public struct Item: Hashable, Sendable {
    /// The key that chooses it.
    public var key: String
    /// What it does, in words.
    public var title: String
    /// What it does.
    public var choice: Choice
    /// Why it cannot be chosen now; `nil` when it can.
    public var disabledReason: String?
  }

  /// What a line of a menu does.
  public enum Choice: Hashable, Sendable {
    /// Runs a command.
    case command(CommandID)
    /// Snoozes for a length of time, in hours.
    case snooze(hours: Int)
    /// Asks until when to snooze.
    case snoozeUntil
    /// Runs a program of the user's.
    case custom(CustomCommand)
    /// Sorts the list.
    case sort(SubscriberSort)
    /// Opens a view.
    case view(SavedView)
    /// Does something outside of the dashboard.
    case backgroundTask(BackgroundTaskChoice)
  }

  /// The menu's name.
  public var title: String
  /// Its lines.
  public var items: [Item]
  /// The subscribers it is about, as they were at the key press.
  public var subscriptions: [SubscriptionID] = []
  /// Which line the cursor is on.
  public var selection = 0
}
