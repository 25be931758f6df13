import EventLedger
import Foundation
import LedgerSQLite
import StorePayloads
import StoreSimulator
import SubscriptionCore
import Synchronization

/// What is posted in a trial, and who signed it.
struct TrialWorld: Sendable {
  /// Signed notifications, each different.
  let bodies: [[UInt8]]
  /// The certificate that their chains end in.
  let root: [UInt8]

  /// Creates a world with so many notifications.
  init(notifications: Int) throws {
    var world = try SimulatedWorld(seed: 12, subscribers: notifications)
    bodies = try MeasureServer.notifications(of: &world, notifications)
    root = world.rootCertificate
  }

  /// The identities of the entries that bodies become.
  func identities(of bodies: [[UInt8]]) throws -> Set<String> {
    var reader = PayloadReader(
      trust: TrustPolicy(mode: .required, roots: [try TrustedRoot(file: root)]))
    let now = Timestamp(milliseconds: Int64(Date.now.timeIntervalSince1970 * 1_000))
    return Set(
      bodies.flatMap { body in
        reader.read(body[...], heardAt: now).compactMap { outcome in
          guard case .payload(let payload) = outcome else { return nil }
          return payload.identity
        }
      })
  }

  /// What is wrong with a ledger that should hold what was acknowledged; empty where nothing is.
  func faults(of path: String, acknowledged: [[UInt8]]) throws -> [String] {
    let ledger = try SQLiteLedger(path: path, policy: .standard)
    defer { try? ledger.close() }
    var counts: [String: Int] = [:]
    try ledger.forEachEntry(after: 0) { counts[$1.identity, default: 0] += 1 }
    let identities = try identities(of: acknowledged)
    var faults: [String] = []
    let lost = identities.filter { counts[$0] == nil }.count
    if lost > 0 { faults.append("\(lost) lost") }
    let doubled = counts.values.filter { $0 > 1 }.count
    if doubled > 0 { faults.append("\(doubled) doubled") }
    let damage = try ledger.verify().count
    if damage > 0 { faults.append("\(damage) damaged") }
    let differing = try ledger.rebuild(check: true).count
    if differing > 0 { faults.append("\(differing) rows differ from a rebuild") }
    return faults
  }
}

/// Bodies that are posted over and over, and which of them were answered 200.
final class TrialPost: Sendable {
  private let bodies: [[UInt8]]
  private let state = Mutex(State())

  private struct State {
    var next = 0
    var taken: Set<Int> = []
    var statuses: [Int: Int] = [:]
    var seconds: [Double] = []
  }

  /// Whether those who post are to end.
  private final class Ending: Sendable {
    let isOver = Mutex(false)
  }

  /// Creates a post of bodies.
  init(_ bodies: [[UInt8]]) { self.bodies = bodies }

  /// What was acknowledged, each body once.
  var acknowledged: [[UInt8]] { state.withLock { $0.taken.map { bodies[$0] } } }

  /// How many answers there were of each status; 0 for none at all.
  var statuses: [Int: Int] { state.withLock(\.statuses) }

  /// How long the answers took that were 200, the shortest first, in milliseconds.
  var milliseconds: [Double] { state.withLock { $0.seconds.sorted().map { $0 * 1_000 } } }

  /// Posts from several threads, over and over.
  ///
  /// - Parameters:
  ///   - port: Where to, on this machine.
  ///   - threads: How many connections there are.
  ///   - pause: How long a thread rests after an answer, in seconds.
  ///   - client: For whom, as a proxy says it.
  /// - Returns: A closure that ends it, after the bodies that are being posted.
  func start(
    port: UInt16, threads: Int, pause: Double = 0, client: String? = nil
  ) -> @Sendable () -> Void {
    let (group, ending) = (DispatchGroup(), Ending())
    for _ in 0..<threads {
      group.enter()
      Thread {
        self.send(port, pause, client, until: ending)
        group.leave()
      }.start()
    }
    return {
      ending.isOver.withLock { $0 = true }
      group.wait()
    }
  }

  /// Posts the next bodies over one connection, one after another.
  func post(port: UInt16, bodies count: Int, client: String? = nil) {
    let connection = try? LoadClient(port: port, client: client)
    for _ in 0..<count {
      post(next(), over: connection)
    }
  }

  private func send(
    _ port: UInt16, _ pause: Double, _ client: String?, until ending: Ending
  ) {
    var connection: LoadClient?
    while !ending.isOver.withLock(\.self) {
      let place = next()
      if connection?.isOver ?? true { connection = try? LoadClient(port: port, client: client) }
      let status = post(place, over: connection)
      // Nobody is there at the moment; whoever looks without a pause looks a million times.
      let rest = status == 0 ? max(pause, 0.005) : pause
      if rest > 0 { usleep(UInt32(rest * 1e6)) }
    }
  }

  @discardableResult
  private func post(_ place: Int, over connection: LoadClient?) -> Int {
    let begin = ProcessInfo.processInfo.systemUptime
    let status = connection?.post(bodies[place]) ?? 0
    note(place, status, ProcessInfo.processInfo.systemUptime - begin)
    return status
  }

  private func next() -> Int {
    state.withLock { state in
      defer { state.next += 1 }
      return state.next % bodies.count
    }
  }

  private func note(_ place: Int, _ status: Int, _ seconds: Double) {
    state.withLock { state in
      state.statuses[status, default: 0] += 1
      guard status == 200 else { return }
      state.taken.insert(place)
      state.seconds.append(seconds)
    }
  }
}

extension [Double] {
  /// The value below which that share of ascending values lies; 0 without values.
  func quantile(_ share: Double) -> Double {
    isEmpty ? 0 : self[Swift.min(count - 1, Int(Double(count) * share))]
  }
}

extension Double {
  /// Milliseconds to be read.
  var inMilliseconds: String { "\(formatted(.number.precision(.significantDigits(2)))) ms" }
}
