import SubscriptionCore
import Synchronization

/// Remembers who delivered what no store sent, and shuts out who goes on.
///
/// Whoever is shut out is answered without anything being read. After the fifth failure within a
/// minute that lasts a minute; after every later failure twice as long as before, up to ten
/// minutes; an hour without a failure and all is forgotten. A client whose notification was proven
/// and new within a day is not shut out: it hands through what others send, the store among them.
/// A notification that was stored already proves nothing, since anybody may repeat one.
final class AbuseTracker: Sendable {
  /// When a client is shut out, how long, and of how many is remembered anything.
  struct Limits: Sendable {
    /// So many failures within the window shut a client out.
    var failures = 5
    /// How long failures count together, from the first.
    var window = Duration.seconds(60)
    /// How long a client is shut out first.
    var shortest = Duration.seconds(60)
    /// How long a client is shut out at most.
    var longest = Duration.seconds(600)
    /// How long after the end of the last time that is remembered.
    var memory = Duration.seconds(3_600)
    /// How long a proof protects.
    var protection = Duration.seconds(86_400)
    /// The most clients with failures that are remembered.
    var forgersMax = 4_096
    /// The most clients with proofs that are remembered; forgers do not crowd them out.
    var provenMax = 1_024
  }

  /// What is remembered of a client.
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
  /// When the last one is let in again, in milliseconds of uptime.
  private let emptyAt = Atomic<Int64>(0)

  /// Creates a record of nobody.
  init(_ limits: Limits = Limits(), uptime: @escaping @Sendable () -> Duration) {
    (self.limits, self.uptime) = (limits, uptime)
    state = Mutex(
      State(
        abuse: RecentTable(countMax: limits.forgersMax),
        proven: RecentTable(countMax: limits.provenMax)))
  }

  /// Whether anybody is shut out.
  var areAny: Bool { uptime() < .milliseconds(emptyAt.load(ordering: .relaxed)) }

  /// How much longer a client is shut out; `nil` where it is not.
  func rest(of client: Client) -> Duration? {
    guard case .known(let address) = client else { return nil }
    let now = uptime()
    return state.withLock { state in
      state.abuse[address].flatMap { $0.until > now ? $0.until - now : nil }
    }
  }

  /// Notes that what a client delivered was not the store's.
  ///
  /// - Returns: For how long it is shut out because of that; `nil` where it is not.
  func failed(_ client: Client) -> Duration? {
    guard case .known(let address) = client else { return nil }
    let now = uptime()
    return state.withLock { state in
      if let proven = state.proven[address], now - proven < limits.protection { return nil }
      var record = state.abuse[address] ?? Record(since: now)
      // What was being verified when the door was shut counts no more.
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

  /// Notes that a client delivered what is new and proven.
  func proved(_ client: Client) {
    guard case .known(let address) = client else { return }
    let now = uptime()
    state.withLock { state in
      state.proven[address] = now
      state.abuse[address] = nil
    }
  }

  /// How many clients are shut out at present.
  ///
  /// - Complexity: O(*n*), where *n* is the number of clients that are remembered.
  var count: Int {
    let now = uptime()
    return state.withLock { state in
      state.abuse.values.reduce(0) { $0 + ($1.until > now ? 1 : 0) }
    }
  }
}
