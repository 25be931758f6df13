/// How much of each source's refused payloads may still be kept this hour.
///
/// Whoever posts forgeries must not fill the disk, and must not crowd out the refused payloads of
/// another source either.
struct QuarantineBudget: Sendable {
  private let limits: CommitQueueLimits
  private var shares: [String: Share] = [:]

  /// What one source has left.
  private struct Share {
    var startedAt: Duration
    var entries: Int
    var bytes: Int
  }

  /// Creates a budget of which nothing is used.
  init(_ limits: CommitQueueLimits) { self.limits = limits }

  /// Takes room for one payload.
  ///
  /// - Parameters:
  ///   - source: The route that it came by; one of few.
  ///   - bytes: Its length.
  ///   - uptime: A clock that never goes back.
  /// - Returns: `false` when its source has used its share of the hour.
  mutating func take(_ source: String, bytes: Int, uptime: Duration) -> Bool {
    var share = share(of: source, at: uptime)
    defer { shares[source] = share }
    guard share.entries > 0, share.bytes >= bytes else { return false }
    share.entries -= 1
    share.bytes -= bytes
    return true
  }

  /// Whether anything is left of a source's share of the hour.
  func hasRoom(_ source: String, uptime: Duration) -> Bool {
    let share = share(of: source, at: uptime)
    return share.entries > 0 && share.bytes > 0
  }

  private func share(of source: String, at uptime: Duration) -> Share {
    guard let share = shares[source], uptime - share.startedAt < .seconds(3_600) else {
      return fresh(at: uptime)
    }
    return share
  }

  private func fresh(at uptime: Duration) -> Share {
    Share(
      startedAt: uptime, entries: limits.refusedPerHourMax, bytes: limits.refusedBytesPerHourMax)
  }
}
