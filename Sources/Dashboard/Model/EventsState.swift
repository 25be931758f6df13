import EventLedger
import SubscriptionCore

/// What the Events screen shows.
public struct EventsState: Hashable, Sendable {
  /// The events held, newest first.
  public var lines: [EventLine] = []
  /// Whether there are older ones.
  public var hasOlder = false
  /// The event under the cursor; `nil` while the newest is followed.
  public var selected: EventID?
  /// The first visible line.
  public var top = 0
  /// Whether the newest event stays in view.
  public var isFollowing = true
  /// How many events arrived since the lines were read, while not following.
  public var arrivals = 0
  /// Whether a first answer has come.
  public var isLoaded = false

  /// How many events are asked for at once.
  static let page = 200

  /// The position of the cursor in ``lines``.
  public var selectedIndex: Int {
    guard let selected, let index = lines.firstIndex(where: { $0.key == selected }) else {
      return 0
    }
    return index
  }

  /// Creates a screen that follows.
  public init() {}
}
