import ProgramConventions
import SubscriptionCore
import Synchronization

/// A feed that is moved on from wherever an errand runs.
final class SharedFeed: Sendable {
  private let feed: Mutex<DemoFeed>

  /// Takes a feed over.
  init(_ feed: DemoFeed) { self.feed = Mutex(feed) }

  /// Brings the world forward; what keeps it from that is said.
  func run(to instant: Timestamp) {
    feed.withLock { feed in
      do {
        try feed.run(to: instant)
      } catch {
        diagnostics.say("The demo stands still: \(error)")
      }
    }
  }
}
