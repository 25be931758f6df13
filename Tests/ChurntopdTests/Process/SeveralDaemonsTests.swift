import EventLedger
import Foundation
import GRDB
import LedgerSQLite
import OwnThreads
import SimulatedStores
import StoreSimulator
import SubscriptionCore
import Testing

@testable import churntopd

@Suite(.ownThread, .serialized) struct `Several daemons on one ledger` {
  private let folder: DaemonFolder

  init() throws { folder = try DaemonFolder() }

  private func wait(for text: String, _ daemon: RunningDaemon) async throws {
    for _ in 0..<900 where !daemon.diagnostics.contains(text) {
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(daemon.diagnostics.contains(text))
  }

  /// What `/readyz` says of the lease.
  private func lease(_ daemon: RunningDaemon) async throws -> [String: Any] {
    let text = await Loopback.text("/readyz", token: "", port: daemon.port) ?? ""
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return try #require(json?["lease"] as? [String: Any], "\(text)")
  }

  private static let others = "another daemon has this ledger and asks the stores: process "

  @Test(arguments: LedgerPlace.Kind.allCases)
  func `one has the lease, the other says so and takes over when that one is killed`(
    _ kind: LedgerPlace.Kind
  ) async throws {
    let world = try SimulatedWorld(seed: 63, subscribers: 9)
    let place = try LedgerPlace(kind, in: folder)
    let config = try DaemonFolder.serving(world, in: folder, ledger: place.address)
    let first = try await RunningDaemon(config: config, folder: folder)
    try await wait(for: "this daemon queries the stores", first)
    let second = try await RunningDaemon(config: config, folder: folder)
    #expect(second.diagnostics.contains(Self.others + "\(first.number) on "))
    #expect(try await lease(first)["held"] as? Bool == true)
    let seen = try await lease(second)
    #expect(seen["held"] as? Bool == false && seen["process"] is NSNull)
    #expect(try place.leaseProcess() == first.number)
    let checked = try RunningDaemon.run(["check-config", "--offline", "--config", config])
    #expect(checked.output.contains("the stores are queried by process \(first.number) on "))

    first.end(SIGKILL)
    let killedAt = ContinuousClock.now
    try await wait(for: "this daemon queries the stores from now on, instead of process", second)
    #expect(ContinuousClock.now - killedAt < .seconds(15), "it was known to be dead")
    #expect(try await lease(second)["held"] as? Bool == true)
    #expect(try place.leaseProcess() == second.number)
    #expect(second.end(SIGTERM) == 0)
    #expect(try place.leaseProcess() == nil, "it was given back")
  }

  @Test(arguments: LedgerPlace.Kind.allCases)
  func `one run of sync stops where a daemon asks already, unless it is forced`(
    _ kind: LedgerPlace.Kind
  ) async throws {
    let place = try LedgerPlace(kind, in: folder)
    let config = try DaemonFolder.serving(
      try SimulatedWorld(seed: 66, subscribers: 9), in: folder, ledger: place.address)
    let daemon = try await RunningDaemon(config: config, folder: folder)
    try await wait(for: "this daemon queries the stores", daemon)
    func sync(_ arguments: String...) throws -> (status: Int32, output: String, diagnostics: String)
    {
      try RunningDaemon.run(["sync", "--config", config] + arguments)
    }
    let refused = try sync()
    #expect(refused.status == 1 && refused.output.isEmpty)
    #expect(refused.diagnostics.contains("queried by process \(daemon.number) on "))
    #expect(refused.diagnostics.contains("--force"))
    #expect(try place.leaseProcess() == daemon.number, "it leaves the lease alone")
    let dry = try sync("--dry-run")
    #expect(dry.status == 0 && dry.output.contains(" over the quota"), "\(dry)")
    #expect(dry.output.contains(/(^|\n)(1 query|\d+ queries), \d+ more/), "\(dry)")
    let forced = try sync("--force")
    #expect(forced.status == 0 && forced.output.contains("0 asked"), "\(forced.diagnostics)")
    #expect(try place.leaseProcess() == daemon.number)
    #expect(daemon.end(SIGTERM) == 0)
    let alone = try sync()
    #expect(alone.status == 0 && alone.output.contains("0 asked"), "\(alone.diagnostics)")
    #expect(try place.leaseProcess() == nil, "it was given back")
  }

  /// The words of a run of `sync` that only plans.
  private func told(_ config: String, _ arguments: String...) throws -> String {
    try RunningDaemon.run(["sync", "--config", config, "--dry-run"] + arguments).diagnostics
  }

  @Test func `sync says that erased people come back with the stores' histories`() throws {
    let config = try DaemonFolder.serving(try SimulatedWorld(seed: 67, subscribers: 9), in: folder)
    #expect(try told(config, "--anew").contains("There is no ledger at "))
    #expect(!FileManager.default.fileExists(atPath: folder.file("ledger.sqlite")))
    let ledger = try SQLiteLedger(path: folder.file("ledger.sqlite"), policy: .standard)
    for account in ["ann", "bob"] {
      _ = try ledger.erase(
        AccountID(account), actor: "test", now: Timestamp(seconds: 1_760_000_000))
    }
    try ledger.close()
    #expect(try !told(config).contains("erase"))
    let words = try told(config, "--anew")
    #expect(words.contains("2 accounts were erased, the latest at 2025-10-09T08:53:20Z"))
    #expect(words.contains("'churntop erase'"))
  }

  @Test func `both take notifications in, and one asks the stores`() async throws {
    let start = Dependencies.current.clock() - .hours(30)
    let present = Dependencies.current.clock
    let stores = try FakeStores(seed: 64, subscribers: 150, start: start, clock: present)
    let folder = folder
    try await FakeStoreServer.serving(stores) { addresses in
      let place = try SimulationFolder(folder.path)
      let target = try await place.write(stores, at: addresses, port: 0)
      let made = try RunningDaemon.run(
        ["token", "create", "m", "--scope", "metrics:read", "--config", place.configuration])
      let token = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
      let first = try await RunningDaemon(config: place.configuration, folder: folder)
      try await wait(for: "this daemon queries the stores", first)
      let second = try await RunningDaemon(config: place.configuration, folder: folder)
      #expect(second.diagnostics.contains(Self.others))
      let base = "http://127.0.0.1:\(second.port)/v1"
      let counter = try await stores.deliverDue(
        to: WebhookTarget(
          appStore: base + "/app-store/notifications",
          googlePlay: base + "/google-play/notifications", audience: target.audience),
        by: HTTPPoster.post)
      #expect(counter.taken > 5)
      let reader = try SQLiteLedger(path: place.ledger, policy: .standard, readOnly: true)
      for _ in 0..<900 where !(try reader.openRefreshRequests(limit: 1).isEmpty) {
        try await Task.sleep(for: .milliseconds(100))
      }
      #expect(try reader.openRefreshRequests(limit: 1) == [])
      try reader.close()
      let texts = [
        try #require(await Loopback.text("/metrics", token: token, port: first.port)),
        try #require(await Loopback.text("/metrics", token: token, port: second.port)),
      ]
      let calls = texts.map { Self.sum("churntop_store_api_calls_total{", in: $0) }
      #expect(calls[0] > 0 && calls[1] == 0, "the second asks nothing")
      let deliveries = #"churntop_deliveries_total{store="google-play",outcome="stored"}"#
      #expect(Self.sum(deliveries, in: texts[1]) > 0)
      #expect(texts.map { $0.contains("\nchurntop_lease_held 1\n") } == [true, false])
      for text in texts { #expect(text.contains(",process=\"\(first.number)\"} 1\n")) }
      #expect(first.end(SIGTERM) == 0)
      #expect(second.end(SIGTERM) == 0)
    }
  }

  /// The sum of the series of metrics that begin so.
  private static func sum(_ head: String, in text: String) -> Int {
    text.split(separator: "\n").filter { $0.hasPrefix(head) }
      .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }.reduce(0, +)
  }

  @Test func `a daemon waits while its ledger is away and stops once one is put back`()
    async throws
  {
    let world = try SimulatedWorld(seed: 65, subscribers: 2)
    let config = try DaemonFolder.serving(world, in: folder)
    let ledger = folder.file("ledger.sqlite")
    let daemon = try await RunningDaemon(config: config, folder: folder)
    let copy = folder.file("copy.sqlite")
    let reader = try SQLiteLedger(path: ledger, policy: .standard, readOnly: true)
    try reader.backUp(to: copy)
    try reader.close()
    for suffix in ["", "-wal", "-shm"] { rename(ledger + suffix, ledger + ".old" + suffix) }
    #expect(await Loopback.get("/readyz", token: "", port: daemon.port) == 503)
    let advice = await Loopback.text("/readyz", token: "", port: daemon.port) ?? ""
    #expect(advice.contains("Start the program again"), "\(advice)")
    #expect(!FileManager.default.fileExists(atPath: ledger), "none is made in its place")
    rename(copy, ledger)
    #expect(daemon.waitForEnd() == 1)
    #expect(daemon.diagnostics.contains("this daemon stops: "))
    let again = try await RunningDaemon(config: config, folder: folder)
    #expect(await Loopback.get("/readyz", token: "", port: again.port) == 200)
    #expect(again.end(SIGTERM) == 0)
  }

  @Test func `a file that still grows is not there yet`() throws {
    let path = folder.file("arriving.sqlite")
    var arrival = FileArrival()
    #expect(arrival.quietChecks(of: path) == 0)
    #expect(FileManager.default.createFile(atPath: path, contents: Data([1])))
    #expect((1...3).map { _ in arrival.quietChecks(of: path) } == [1, 2, 3])
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data([2]))
    try file.close()
    #expect((1...2).map { _ in arrival.quietChecks(of: path) } == [1, 2])
    try FileManager.default.removeItem(atPath: path)
    #expect(arrival.quietChecks(of: path) == 0)
  }

  @Test func `a daemon stops with words when a newer program changes the ledger's form`()
    async throws
  {
    var world = try SimulatedWorld(seed: 65, subscribers: 30)
    let bodies = try world.advance(to: world.start).map(\.bytes).filter {
      $0.starts(with: #"{"signedPayload""#.utf8)
    }
    let config = try DaemonFolder.serving(world, in: folder)
    let daemon = try await RunningDaemon(config: config, folder: folder)
    let (port, path) = (daemon.port, "/v1/app-store/notifications")
    #expect(await Loopback.post(bodies[0], to: path, port: port) == 200)
    let newer = try DatabaseQueue(path: folder.file("ledger.sqlite"))
    try await newer.write { try $0.execute(sql: "PRAGMA user_version = 99") }
    // Whatever is answered until the end, it is not that something was stored.
    var statuses: Set<Int> = []
    for body in bodies.dropFirst().prefix(200) {
      guard let status = await Loopback.post(body, to: path, port: port) else { break }
      statuses.insert(status)
    }
    #expect(statuses == [503])
    #expect(daemon.waitForEnd() == 1)
    #expect(daemon.diagnostics.contains("this daemon stops: "))
    #expect(daemon.diagnostics.contains("start the new churntop, and churntopd,"))
    let stored = try await newer.read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM entries")
    }
    #expect(stored == 1)
    let again = try RunningDaemon.run(["serve", "--config", config])
    #expect(again.status == 2 && again.diagnostics.contains("keeps this ledger in version 99"))
    try newer.close()
  }
}
