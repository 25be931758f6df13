import Dashboard
import ProgramConventions
import SubscriptionCore
import Synchronization

/// A simulated world that feeds a dashboard: the history at once, then as its clock runs.
final class DemoRun: Sendable {
  /// The folder of the ledger.
  let folder: DemoFolder
  private let feed: DemoFeed
  private let length: Duration?
  private let state: Mutex<State>

  private struct State {
    var clock = DashboardClock.live
    /// The simulated milliseconds per millisecond while the clock runs.
    var speed: Int64
    /// The instant to jump to; `nil` for the clock's.
    var target: Timestamp?
    var isOver = false
    var problem: String?
  }

  /// Creates a run that has not begun, of so many simulated milliseconds per millisecond, which
  /// ends by itself after a time or never.
  init(feed: DemoFeed, speed: Int64, length: Duration?, folder: DemoFolder) {
    (self.feed, self.length, self.folder) = (feed, length, folder)
    state = Mutex(State(speed: speed))
  }

  /// The initial clock, which is paused at the world's time.
  ///
  /// While the history loads, the screen's clock follows the world and is never ahead of it,
  /// because a ledger that is up to date at an instant treats older events as news of that instant.
  var firstClock: DashboardClock { .status(at: feed.reached) }

  /// Follows another clock.
  func follow(_ clock: DashboardClock) {
    state.withLock { state in
      state.clock = clock
      if case .scaled(_, _, let speed) = clock, speed > 0 { state.speed = speed }
    }
  }

  /// Advances the world to an instant as fast as possible.
  func jump(to instant: Timestamp) { state.withLock { $0.target = instant } }

  /// The failure that stopped the world; `nil` for none.
  var problem: String? { state.withLock { $0.problem } }

  /// A running feed with its task.
  struct Feeding: Sendable {
    fileprivate let run: DemoRun
    fileprivate let tasks: [Task<Void, Never>]

    /// Stops the feed and waits until it has released the ledger.
    func end() async {
      run.state.withLock { $0.isOver = true }
      for task in tasks { task.cancel() }
      for task in tasks { await task.value }
    }
  }

  /// Starts the feed and the timer after which the demo ends by itself.
  func start(
    _ clock: DashboardClock, post: @escaping @Sendable (DashboardMessage) -> Void
  ) -> Feeding {
    follow(clock)
    var tasks = [Task.detached(priority: .utility) { await self.keepFeeding(post) }]
    if let length {
      tasks.append(
        Task.detached {
          try? await Task.sleep(for: length)
          if !Task.isCancelled { post(.terminate) }
        })
    }
    return Feeding(run: self, tasks: tasks)
  }

  private func keepFeeding(_ post: @Sendable (DashboardMessage) -> Void) async {
    var feed = feed
    do {
      try load(&feed, to: feed.start, post)
      var isHeld = false
      while !isOver() {
        if let target = state.withLock({ $0.target.take() }), target > feed.reached {
          try load(&feed, to: target, post)
          isHeld = false
        }
        let clock = state.withLock { $0.clock }
        try feed.run(to: clock.present(at: MachineClock.now())) { _ in !isOver() }
        let present = clock.present(at: MachineClock.now())
        if isHeld {
          run(from: present, post)
          isHeld = false
        } else if present - feed.reached > .milliseconds(speed() * 1000) {
          hold(clock, at: present, post)
          isHeld = true
        }
        try? await Task.sleep(for: .milliseconds(100))
      }
    } catch {
      state.withLock { $0.problem = "The demo has stopped: \(error)" }
    }
  }

  /// Feeds the world up to an instant while the clock follows, then starts the clock.
  private func load(
    _ feed: inout DemoFeed, to instant: Timestamp, _ post: @Sendable (DashboardMessage) -> Void
  ) throws {
    post(.loading(0))
    var shown: DemoFeed.Progress?
    try feed.run(to: instant) { progress in
      if progress != shown {
        post(.loading(progress.share))
        post(.clock(.status(at: progress.reached)))
        shown = progress
      }
      return !isOver()
    }
    post(.loading(nil))
    run(from: instant, post)
  }

  /// Starts the clock at an instant.
  private func run(from instant: Timestamp, _ post: @Sendable (DashboardMessage) -> Void) {
    let clock = DashboardClock.scaled(start: instant, since: MachineClock.now(), speed: speed())
    follow(clock)
    post(.clock(clock))
  }

  /// Pauses the clock until the world has caught up, on a machine that cannot simulate the world as
  /// fast as the clock runs.
  private func hold(
    _ clock: DashboardClock, at instant: Timestamp, _ post: @Sendable (DashboardMessage) -> Void
  ) {
    guard state.withLock({ $0.clock == clock }) else { return }
    follow(.status(at: instant))
    post(.clock(.status(at: instant)))
  }

  private func speed() -> Int64 { state.withLock { $0.speed } }

  @Sendable private func isOver() -> Bool { state.withLock { $0.isOver } }
}

extension DashboardClock {
  /// Returns a paused clock of a growing ledger.
  fileprivate static func status(at instant: Timestamp) -> DashboardClock {
    .scaled(start: instant, since: instant, speed: 0)
  }
}

extension Optional {
  /// Removes and returns the value.
  fileprivate mutating func take() -> Wrapped? {
    defer { self = nil }
    return self
  }
}
