import Synchronization

/// The age of the ledger's figures in the metrics, which answer every scrape for a few seconds.
final class FigureAge: Sendable {
  private let uptime: @Sendable () -> Duration
  private let readAt = Mutex<Duration?>(nil)

  /// The time for which figures are reused.
  static let max = Duration.seconds(5)

  /// Creates the age of figures that were never read, counted by a monotonic time.
  init(uptime: @escaping @Sendable () -> Duration) { self.uptime = uptime }

  /// A Boolean value that indicates whether the figures are new enough.
  var isFresh: Bool {
    let now = uptime()
    return readAt.withLock { readAt in readAt.map { now - $0 < Self.max } ?? false }
  }

  /// Records that the figures were read.
  func begin() {
    let now = uptime()
    readAt.withLock { $0 = now }
  }
}
