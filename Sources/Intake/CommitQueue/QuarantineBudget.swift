/// An hourly budget of each source for refused payloads in quarantine.
///
/// It keeps forgeries from filling the disk, and from crowding out the refused payloads of another
/// source.
struct QuarantineBudget: Sendable {
  private let limits: CommitQueueLimits
  private var shares: [String: Share] = [:]

  /// The rest of one source's budget.
  private struct Share {
    var startedAt: Duration
    var entries: Int
    var bytes: Int
  }

  init(_ limits: CommitQueueLimits) { self.limits = limits }

  /// Uses some of the budget for one payload; `false` when its source, one of few routes, has used
  /// its share of the hour by a monotonic time.
  mutating func take(_ source: String, bytes: Int, uptime: Duration) -> Bool {
    var share = share(of: source, at: uptime)
    defer { shares[source] = share }
    guard share.entries > 0, share.bytes >= bytes else { return false }
    share.entries -= 1
    share.bytes -= bytes
    return true
  }

  /// A Boolean value that indicates whether a source has budget left.
  func hasRoom(_ source: String, uptime: Duration) -> Bool {
    let share = share(of: source, at: uptime)
    return share.entries > 0 && share.bytes > 0
  }

  private func share(of source: String, at uptime: Duration) -> Share {
    if let share = shares[source], uptime - share.startedAt < .seconds(3_600) { return share }
    return Share(
      startedAt: uptime, entries: limits.refusedPerHourMax, bytes: limits.refusedBytesPerHourMax)
  }
}
