import EventLedger
import Foundation
import ProgramConventions
import StorePayloads
import StoreSync
import SubscriptionCore
import Synchronization

/// One run of `churntopd sync --ids`: it stores the list in the ledger, queries the stores about
/// purchases without an answer, and reports the unknown ones.
struct BackfillSession {
  /// The parts that are built from the configuration.
  let daemon: Daemon
  /// The path of the list.
  let path: String
  /// A Boolean value that indicates whether purchases with an answer are queried again.
  let again: Bool

  /// The percentage of the stores' rate limits that a run uses; the rest is left to a daemon that
  /// receives notifications meanwhile.
  static let quotaShare = 80

  /// The number of lines that are stored in one transaction.
  private static let batchMax = 5_000
  /// The maximum number of malformed lines that are reported one by one.
  private static let problemsMax = 20

  /// The result of a run.
  struct Outcome {
    /// The run's number in the ledger.
    var run: Int64
    /// The number of lines with a purchase.
    var read = 0
    /// The number of lines without one.
    var problems = 0
    /// The result of the queries.
    var report = BackfillReport()
    /// The duration of the run.
    var took = Duration.zero

    /// The number of purchases that a store does not know.
    var unanswered: Int { report.outcomes.filter { $0.key.isUnanswered }.values.reduce(0, +) }

    /// The number of lines that name a purchase of an earlier line.
    var repeated: Int { max(0, read - report.outcomes.values.reduce(0, +)) }

    /// The number of purchases that wait for another run.
    var left: Int { report.outcomes[.waiting, default: 0] }

    /// A Boolean value that indicates whether every line was answered and stored.
    var isWhole: Bool { problems == 0 && unanswered == 0 && left == 0 }
  }

  /// Reads a list without storing it or querying a store, and returns the number of purchases of
  /// each app and of malformed lines.
  ///
  /// - Throws: `CommandError` if the list cannot be read.
  static func check(
    _ path: String, apps: [StoreApp]
  ) throws(CommandError) -> (purchases: [StoreApp: Int], problems: Int) {
    var (purchases, problems): ([StoreApp: Int], Int) = ([:], 0)
    var list = try PurchaseList(path, apps: PurchaseApps(apps))
    while let line = try list.next() {
      switch line {
      case .purchase(let purchase):
        purchases[StoreApp(store: purchase.store, app: purchase.app), default: 0] += 1
      case .problem(let number, let text):
        report(text, at: "\(path):\(number)", count: &problems)
      }
    }
    return (purchases, problems)
  }

  /// Runs the session.
  ///
  /// - Throws: `CommandError` if the list cannot be read, `LedgerError` if the ledger fails.
  func run() async throws -> Outcome {
    let start = daemon.dependencies.uptime()
    let ledger = daemon.ledger
    let clock = daemon.dependencies.clock
    try ledger.advance(to: clock())
    var outcome = Outcome(run: try ledger.beginBackfill())
    try load(into: &outcome)
    let run = BackfillRun(
      connections: daemon.connections, ledger: ledger, clock: clock,
      sleep: { try await Task.sleep(for: $0) })
    let bar = BackfillBar(uptime: daemon.dependencies.uptime)
    defer { diagnostics.progress("") }
    outcome.report = try await run.run(outcome.run, progress: bar.show)
    outcome.took = daemon.dependencies.uptime() - start
    return outcome
  }

  /// Stores the list in the ledger.
  private func load(into outcome: inout Outcome) throws {
    let ledger = daemon.ledger
    var list = try PurchaseList(path, apps: PurchaseApps(daemon.clients.apps))
    var batch: [(purchase: BackfillPurchase, subscription: SubscriptionID)] = []
    func store(_ run: Int64) throws {
      let full = batch
      batch.removeAll(keepingCapacity: true)
      try ledger.addBackfill(full, run: run, again: again)
      if let share = list.share {
        diagnostics.progress("\(path)  \(ProgressMeter.bar(share: share))")
      }
    }
    while let line = try list.next() {
      switch line {
      case .purchase(let purchase):
        outcome.read += 1
        let id = SubscriptionID.named(purchase.name, at: purchase.store, app: purchase.app)
        batch.append((purchase, id))
        if batch.count == Self.batchMax { try store(outcome.run) }
      case .problem(let number, let text):
        Self.report(text, at: "\(path):\(number)", count: &outcome.problems)
      }
    }
    try store(outcome.run)
    diagnostics.progress("")
    if outcome.problems > Self.problemsMax {
      diagnostics.say("\(path): \(outcome.problems - Self.problemsMax) further lines left out.")
    }
  }

  private static func report(_ problem: String, at place: String, count: inout Int) {
    count += 1
    guard count <= problemsMax else { return }
    diagnostics.progress("")
    diagnostics.say("\(place): \(problem); left out.")
  }
}

/// The progress bar of a run, drawn on a terminal a few times a second.
private final class BackfillBar: Sendable {
  private let uptime: @Sendable () -> Duration
  private let state = Mutex<(meter: ProgressMeter?, drawnAt: Duration?)>((nil, nil))
  private let isShown = diagnostics.isTerminal

  init(uptime: @escaping @Sendable () -> Duration) { self.uptime = uptime }

  /// Draws the progress.
  @Sendable func show(_ progress: BackfillProgress) {
    guard isShown else { return }
    let now = uptime()
    let text: String? = state.withLock { state in
      if state.meter == nil {
        state.meter = ProgressMeter(total: progress.total)
        state.meter?.note(0, at: now)
      }
      if let drawn = state.drawnAt, now - drawn < .milliseconds(200), progress.pausedUntil == nil {
        return nil
      }
      state.drawnAt = now
      state.meter?.note(progress.done, at: now)
      return state.meter?.text
    }
    guard var text else { return }
    if let until = progress.pausedUntil {
      text += "; the store is queried again at \(until.rfc3339)"
    }
    diagnostics.progress(text)
  }
}
