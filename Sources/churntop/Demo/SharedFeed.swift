import ProgramConventions
import SubscriptionCore
import Synchronization

/// A feed that may be advanced from any thread.
final class SharedFeed: Sendable {
  private let feed: Mutex<DemoFeed>

  /// Wraps a feed.
  init(_ feed: DemoFeed) { self.feed = Mutex(feed) }

  /// Advances the world; a failure is reported.
  func run(to instant: Timestamp) {
    feed.withLock { feed in
      do {
        try feed.run(to: instant)
      } catch {
        diagnostics.say("The demo has stopped: \(error)")
      }
    }
  }
}
