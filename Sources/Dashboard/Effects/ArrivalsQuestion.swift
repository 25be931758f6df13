import EventLedger
import SubscriptionCore

/// How much was heard up to an instant.
public struct ArrivalsQuestion: Hashable, Sendable {
  /// The end of the time that counts.
  public var upTo: Timestamp
  /// How long a bar is.
  public var barLength: Duration
  /// Whether the instant is one to look back to, and not the present.
  public var isPast: Bool

  /// Creates a question.
  public init(upTo: Timestamp, barLength: Duration, isPast: Bool) {
    (self.upTo, self.barLength, self.isPast) = (upTo, barLength, isPast)
  }

  /// Whether it asks for the same as another, perhaps at another present.
  func isSame(as other: ArrivalsQuestion) -> Bool {
    barLength == other.barLength && isPast == other.isPast && (!isPast || upTo == other.upTo)
  }
}
