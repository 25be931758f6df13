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

  /// Creates a question.
  public init(upTo: Timestamp, barLength: Duration, offset: Duration = .zero, isPast: Bool) {
    (self.upTo, self.barLength, self.offset, self.isPast) = (upTo, barLength, offset, isPast)
  }

  /// Whether it asks for the same as another, perhaps at another present.
  func isSame(as other: ArrivalsQuestion) -> Bool {
    barLength == other.barLength && offset == other.offset && isPast == other.isPast
      && (!isPast || upTo == other.upTo)
  }
}
