import EventLedger
import SubscriptionCore

/// The latest message to the user.
public struct Flash: Hashable, Sendable {
  /// How much it matters.
  public enum Level: Hashable, Sendable {
    /// It went as asked.
    case info
    /// It asks for attention.
    case warning
    /// It failed.
    case error
  }

  /// The words.
  public var text: String
  /// How much it matters.
  public var level: Level
  /// When it goes away, by the machine's clock.
  public var until: Timestamp
}
