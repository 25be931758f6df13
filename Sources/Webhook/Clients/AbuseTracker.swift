import SubscriptionCore
import Synchronization

/// The tracker of clients that send forged notifications, which shuts out those that continue.
///
/// A client that is shut out is answered before its body is read. The fifth failure within a minute
/// shuts it out for a minute; every later failure for twice as long as before, up to ten minutes;
/// an hour without a failure clears its record. A client that delivered a proven and new
/// notification within a day is not shut out: it forwards requests of others, the store among them.
/// A notification that was stored already proves nothing, because anybody may repeat one.
final class AbuseTracker: Sendable {
  /// The thresholds and durations of shutting out, and the number of tracked clients.
  struct Limits: Sendable {
    /// The number of failures within the window that shut a client out.
    var failures = 5
    /// The window in which failures count together, from the first.
    var window = Duration.seconds(60)
    /// The first duration of shutting out.
    var shortest = Duration.seconds(60)
    /// The longest duration of shutting out.
    var longest = Duration.seconds(600)
    /// The time after the end of shutting out for which a record is kept.
    var memory = Duration.seconds(3_600)
    /// The time for which a proven delivery protects a client.
    var protection = Duration.seconds(86_400)
    /// The most tracked clients with failures.
    var forgersMax = 4_096
    /// The most tracked clients with proven deliveries; forgers do not crowd them out.
    var provenMax = 1_024
  }

  /// The record of a client.
  private struct Record {
    var failures = 0
    var since: Duration
    var times = 0
    var until = Duration.zero
  }

  private struct State {
    var abuse: RecentTable<NetworkAddress, Record>
    var proven: RecentTable<NetworkAddress, Duration>
  }

  private let limits: Limits
  private let uptime: @Sendable () -> Duration
  private let state: Mutex<State>
  /// The time at which the last client is admitted again, in milliseconds of uptime.
  private let emptyAt = Atomic<Int64>(0)

  init(_ limits: Limits = Limits(), uptime: @escaping @Sendable () -> Duration) {
    (self.limits, self.uptime) = (limits, uptime)
    state = Mutex(
      State(
        abuse: RecentTable(countMax: limits.forgersMax),
        proven: RecentTable(countMax: limits.provenMax)))
  }

  /// A Boolean value that indicates whether any client is shut out.
  var areAny: Bool { uptime() < .milliseconds(emptyAt.load(ordering: .relaxed)) }

  /// The remaining time for which a client is shut out; `nil` where it is not.
  func rest(of client: Client) -> Duration? {
    guard case .known(let address) = client else { return nil }
    let now = uptime()
    return state.withLock { state in
      state.abuse[address].flatMap { $0.until > now ? $0.until - now : nil }
    }
  }

  /// Records a forged delivery of a client and returns the time for which it is now shut out, if it
  /// is.
  func failed(_ client: Client) -> Duration? {
    guard case .known(let address) = client else { return nil }
    let now = uptime()
    return state.withLock { state in
      if let proven = state.proven[address], now - proven < limits.protection { return nil }
      var record = state.abuse[address] ?? Record(since: now)
      // A delivery that was in verification when its client was shut out does not count.
      guard record.until <= now else { return nil }
      defer { state.abuse[address] = record }
      if record.times > 0, now - record.until >= limits.memory { record = Record(since: now) }
      if now - record.since >= limits.window { (record.failures, record.since) = (0, now) }
      record.failures += 1
      guard record.times > 0 || record.failures >= limits.failures else { return nil }
      let length = (0..<record.times).reduce(limits.shortest) { length, _ in
        min(length * 2, limits.longest)
      }
      (record.times, record.until) = (min(record.times + 1, 16), now + length)
      let end = (now + length).wholeMilliseconds + 1
      emptyAt.store(max(end, emptyAt.load(ordering: .relaxed)), ordering: .relaxed)
      return length
    }
  }

  /// Records a proven and new delivery of a client.
  func proved(_ client: Client) {
    guard case .known(let address) = client else { return }
    let now = uptime()
    state.withLock { state in
      state.proven[address] = now
      state.abuse[address] = nil
    }
  }

  /// The number of clients that are shut out at present.
  ///
  /// - Complexity: O(*n*), where *n* is the number of tracked clients.
  var count: Int {
    let now = uptime()
    return state.withLock { state in
      state.abuse.values.reduce(0) { $0 + ($1.until > now ? 1 : 0) }
    }
  }
}
