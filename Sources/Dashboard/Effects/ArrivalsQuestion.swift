import EventLedger
import SubscriptionCore

/// How much was heard up to an instant.
public struct ArrivalsQuestion: Hashable, Sendable {
  /// The end of the time that counts.
  public var upTo: Timestamp
  /// How long a bar is.
  public var barLength: Duration
  /// By how much the clocks that the bars follow are before UTC.
  public var offset: Duration
  /// Whether the instant is one to look back to, and not the present.
  public var isPast: Bool
  /// What the events have to satisfy; `nil` for nothing.
  public var filter: Filter?

  /// Creates a question.
  public init(
    upTo: Timestamp, barLength: Duration, offset: Duration = .zero, isPast: Bool,
    filter: Filter? = nil
  ) {
    (self.upTo, self.barLength, self.offset, self.isPast) = (upTo, barLength, offset, isPast)
    self.filter = filter
  }

  /// Whether it asks for the same as another, perhaps at another present.
  func isSame(as other: ArrivalsQuestion) -> Bool {
    barLength == other.barLength && offset == other.offset && isPast == other.isPast
      && filter == other.filter && (!isPast || upTo == other.upTo)
  }
}
