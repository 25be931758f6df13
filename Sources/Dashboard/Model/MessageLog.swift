import SubscriptionCore

/// The messages to the user.
struct MessageLog: Hashable, Sendable {
  /// The message on screen; `nil` for none.
  var flash: Flash?
  /// A Boolean value that indicates whether it answers a key of an overlay that stayed open.
  var isAboutOverlay = false
  /// The number of messages that were shown so far.
  private(set) var shownCount = 0
  /// The latest messages, oldest first.
  var all: [Flash] = []
  /// The latest message, for as long as the program runs.
  var latest = ""

  /// The number of messages that are stored to be read later.
  static let countMax = 200

  /// Shows a message.
  mutating func show(_ message: Flash) {
    (flash, latest, shownCount) = (message, message.text, shownCount + 1)
    if all.last?.text != message.text { all.append(message) }
    if all.count > Self.countMax { all.removeFirst() }
  }
}

/// A message to the user.
public struct Flash: Hashable, Sendable {
  /// The severity of a message.
  public enum Level: Hashable, Sendable {
    /// The action succeeded.
    case info
    /// The user should look at it.
    case warning
    /// The action failed.
    case error
  }

  /// The words.
  public var text: String
  /// The severity.
  public var level: Level
  /// The instant at which it was shown, by the machine's clock.
  public var at: Timestamp
  /// The instant at which it disappears, by the machine's clock.
  public var until: Timestamp
}

extension DashboardModel {
  /// Shows a message for six seconds.
  mutating func tell(_ text: String, _ level: Flash.Level = .info) {
    messages.show(
      Flash(text: text, level: level, at: machineNow, until: machineNow + .seconds(6)))
  }
}
