import SubscriptionCore
import Synchronization

/// The latest instant at which every row was found to stand as it is stored.
public final class SeenAdvance: Sendable {
  private let seen = Mutex<(at: Timestamp, written: Timestamp)?>(nil)

  /// Begins without an instant.
  public init() {}

  /// The instant that rows stand at that were written at one, or found to change none since.
  public func latest(since written: Timestamp) -> Timestamp {
    // Somebody may have moved the rows back since, after a clock that was ahead.
    seen.withLock { seen in
      seen.flatMap { $0.written <= written ? max(written, $0.at) : nil } ?? written
    }
  }

  /// Records that every row is as of an instant, and that the ledger has been so since another.
  public func note(_ now: Timestamp, since written: Timestamp) {
    seen.withLock { seen in
      if let known = seen, known.written == written, known.at >= now { return }
      seen = (now, written)
    }
  }
}
