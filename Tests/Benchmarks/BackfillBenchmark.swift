import ArgumentParser
import EventLedger
import Foundation
import Intake
import LedgerSQLite
import StorePayloads
import StoreSimulator
import StoreSync
import SubscriptionCore
import Synchronization

/// Asks stores in this process about a base that exists, and tells what was asked twice and how
/// much memory it took; killed half way and begun again, it goes on.
struct BackfillBenchmark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backfill",
    abstract: "Ask stores that answer at once about a list; run it again after --die-after.")

  @Option(help: "Where the ledger lies and what was asked is counted.")
  var folder: String

  @Option(help: "How many purchases the list names.")
  var ids = 1_000_000

  @Option(help: "How many of a hundred are of the App Store, whose answers are verified.")
  var appStore = 10

  @Option(help: "After how many questions the process is killed.")
  var dieAfter: Int?

  func run() async throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let asked = try AskedMap(path: folder + "/asked", count: ids)
    let authority = try SigningAuthority(seed: 7)
    let clock: @Sendable () -> Timestamp = {
      Timestamp(milliseconds: Int64(Date.now.timeIntervalSince1970 * 1_000))
    }
    let start = ContinuousClock.now
    let uptime: @Sendable () -> Duration = { ContinuousClock.now - start }
    let ledger = try SQLiteLedger(
      path: folder + "/ledger.churntop", policy: .standard, durability: .failedSync)
    try ledger.keepLogShort()
    let commitQueue = CommitQueue(ledger: ledger, clock: clock, uptime: uptime)
    let stores = InstantStores(
      asked: asked, authority: authority, now: clock(), dieAfter: dieAfter)
    let connections = try connections(stores, commitQueue, root: authority.rootCertificate)
    let run = try ledger.beginBackfill()
    try load(into: ledger, run)
    print("list in the ledger after \(uptime().words), \(Self.memory)")
    let told = Mutex(0)
    let report = try await BackfillRun(
      connections: connections, ledger: ledger, clock: clock,
      sleep: { try await Task.sleep(for: $0) }
    ).run(run) { progress in
      let isNews = told.withLock { told in
        guard progress.done >= told + 100_000 else { return false }
        told = progress.done
        return true
      }
      guard isNews else { return }
      print("\(progress.done) of \(progress.total), \(uptime().words), \(Self.memory)")
    }
    await commitQueue.close()
    print("\(report.asked) asked in \(uptime().words), \(Self.memory)")
    for (outcome, count) in report.outcomes.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      print("  \(outcome.rawValue): \(count)")
    }
    for (times, count) in asked.histogram().sorted(by: { $0.key < $1.key }) {
      print("  asked \(times) times, all runs together: \(count)")
    }
  }

  private func store(_ number: Int) -> Store { number % 100 < appStore ? .appStore : .googlePlay }

  private func load(into ledger: SQLiteLedger, _ run: Int64) throws {
    for begin in stride(from: 0, to: ids, by: 5_000) {
      let list = (begin..<min(begin + 5_000, ids)).map { number in
        let store = store(number)
        let purchase = BackfillPurchase(
          store: store, app: InstantStores.bundle, name: InstantStores.name(number, store),
          account: AccountID("user-\(number)"), line: number + 2)
        let id = SubscriptionID.named(purchase.name, at: store, app: purchase.app)
        return (purchase: purchase, subscription: id)
      }
      try ledger.addBackfill(list, run: run, again: false)
    }
  }

  private func connections(
    _ stores: InstantStores, _ commitQueue: CommitQueue, root: [UInt8]
  ) throws -> [StoreConnection] {
    func takeIn(_ trust: TrustPolicy) -> TakeIn {
      let intake = Intake(ledger: commitQueue.ledger, trust: trust)
      return { (documents, origin, now) throws(LedgerError) in
        try await commitQueue.take(documents, by: intake, origin: origin, now: now)
      }
    }
    let apple = TrustPolicy(
      mode: .required, roots: [try TrustedRoot(file: root)], bundle: InstantStores.bundle,
      environment: .production)
    return [
      StoreConnection(
        stores, bundle: InstantStores.bundle, environment: .production, takeIn: takeIn(apple)),
      StoreConnection(
        stores, package: InstantStores.bundle,
        takeIn: takeIn(TrustPolicy(mode: .signed, bundle: InstantStores.bundle))),
    ]
  }

  /// The memory in use and the most there was, as the system tells.
  private static var memory: String {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let lines = status.split(separator: "\n").filter {
      $0.hasPrefix("VmRSS:") || $0.hasPrefix("VmHWM:") || $0.hasPrefix("RssAnon:")
    }
    return lines.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
      .joined(separator: ", ")
  }
}

extension Duration {
  fileprivate var words: String { "\(wholeMilliseconds / 1_000) s" }
}
