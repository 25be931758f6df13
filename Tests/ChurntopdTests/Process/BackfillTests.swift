import EventLedger
import Foundation
import LedgerSQLite
import OwnThreads
import SimulatedStores
import StorePayloads
import StoreSimulator
import StoreSync
import SubscriptionCore
import Testing

@testable import churntopd

@Suite(.ownThread, .serialized) struct `A base that exists` {
  private let folder: DaemonFolder

  init() throws { folder = try DaemonFolder() }

  /// How often the stores were asked about a purchase.
  private func asked(_ stores: FakeStores) async -> Int {
    await stores.log.count { $0.endpoint == .statuses || $0.endpoint == .subscription }
  }

  /// Serves stores, with a list of their purchases in production.
  private func serving(
    _ body: @escaping @Sendable (FakeStores, SimulationFolder, [String]) async throws -> Void
  ) async throws {
    let stores = try FakeStores(
      seed: 12, subscribers: 120, start: Dependencies.current.clock(),
      clock: { Dependencies.current.clock() })
    let folder = folder
    try await FakeStoreServer.serving(stores) { addresses in
      let place = try SimulationFolder(folder.path)
      _ = try await place.write(stores, at: addresses, port: 0)
      // Of what ended long ago Google Play says nothing but that.
      let purchases = try await stores.purchases().filter {
        $0.environment == .production && $0.status != .expired
      }
      try await body(
        stores, place, purchases.map { "\($0.store.rawValue),\($0.key),user of \($0.key)" })
    }
  }

  private func sync(
    _ place: SimulationFolder, _ arguments: [String] = []
  ) async throws -> (status: Int32, output: String, diagnostics: String) {
    let all =
      ["sync", "--config", place.configuration, "--ids", folder.file("list.csv")] + arguments
    return try await BlockingExecutor.run { Result { try RunningDaemon.run(all) } }.get()
  }

  private func write(_ list: [String]) throws {
    try folder.write("list.csv", (["store,id,account"] + list).joined(separator: "\n") + "\n")
  }

  @Test func `is not written over by what no store knows of it`() async throws {
    try await serving { _, place, list in
      try write(list)
      let before = try String(contentsOfFile: folder.file("list.csv"), encoding: .utf8)
      let refused = try await sync(place, ["--unknown", folder.file("list.csv")])
      #expect(refused.status == 2 && refused.diagnostics.contains("names the list itself"))
      #expect(try String(contentsOfFile: folder.file("list.csv"), encoding: .utf8) == before)
    }
  }

  @Test func `is asked about by both stores, once, and a kill loses nothing`() async throws {
    try await serving { stores, place, list in
      try write(list)
      for endpoint in [StoreEndpoint.statuses, .subscription] {
        await stores.set(.slow(.milliseconds(150)), at: endpoint)
      }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: RunningDaemon.program)
      process.arguments = [
        "sync", "--config", place.configuration, "--ids", folder.file("list.csv"),
      ]
      process.environment = ["PATH": "/usr/bin:/bin"]
      (process.standardOutput, process.standardError) = (
        FileHandle.nullDevice, FileHandle.nullDevice
      )
      try process.run()
      for _ in 0..<1_200 where await asked(stores) < list.count / 2 {
        try await Task.sleep(for: .milliseconds(25))
      }
      kill(process.processIdentifier, SIGKILL)
      await BlockingExecutor.run { process.waitUntilExit() }
      for endpoint in [StoreEndpoint.statuses, .subscription] { await stores.clear(endpoint) }
      let ledger = try SQLiteLedger(path: place.ledger, policy: .standard)
      let answered = try ledger.backfillCounts(run: 1)[.answered] ?? 0
      #expect(answered > 0 && answered < list.count)
      let rest = try await sync(place)
      #expect(rest.status == 0, "\(rest.output)\(rest.diagnostics)")
      // The stores also heard what was on its way to them at the kill, and was asked again.
      let (all, atOnceMax) = (await asked(stores), 2 * BackfillPolicy().concurrency)
      #expect((list.count...list.count + atOnceMax).contains(all))
      #expect(rest.output.hasPrefix("\(list.count) purchases in the list, \(list.count) answered"))
      #expect(try ledger.backfillCounts(run: 2) == [.answered: list.count])
      for line in list {
        let cells = line.split(separator: ",").map(String.init)
        let store = try #require(Store(rawValue: cells[0]))
        let app = store == .appStore ? SimulatedWorld.bundle : SimulatedWorld.package
        let row = try #require(try ledger.summary(.named(cells[1], at: store, app: app)))
        #expect(row.status.state != .unknown && !row.product.rawValue.isEmpty)
        #expect(row.account != nil)
      }
      try ledger.close()
      let again = try await sync(place)
      #expect(again.status == 0 && again.output.contains("0 queries, 0 new statements"))
      #expect(await asked(stores) == all)
    }
  }

  @Test func `has what no store knew in a list, and bad lines by their number`() async throws {
    try await serving { stores, place, list in
      try write(
        ["app-store,1999,ann", "google-play,no-such-token,bob", "app-store,x,eve"]
          + list.prefix(4))
      // A store that throttles is waited for.
      await stores.set(.throttled(after: .seconds(1)), at: .subscription, times: 1)
      let former = String(repeating: "of a former run\n", count: 99)
      try folder.write("unknown.csv", former, mode: 0o644)
      let told = try await sync(place, ["--unknown", folder.file("unknown.csv")])
      #expect(told.status == 3)
      #expect(
        told.diagnostics.contains(
          "list.csv:4: 'x' is not a transaction identifier, which has digits alone; left out."))
      #expect(told.output.contains("6 purchases in the list, 4 answered"))
      let unknown = try String(contentsOfFile: folder.file("unknown.csv"), encoding: .utf8)
      #expect(
        unknown == """
          line,store,app,id,account,outcome
          2,app-store,\(SimulatedWorld.bundle),1999,ann,unknown
          3,google-play,\(SimulatedWorld.package),no-such-token,bob,unknown

          """)
      let mode = try FileManager.default.attributesOfItem(atPath: folder.file("unknown.csv"))
      #expect(mode[.posixPermissions] as? Int == 0o600)
      let json = try await sync(place, ["--json"])
      #expect(json.status == 3)
      let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
      #expect(object?["read"] as? Int == 6 && object?["badLines"] as? Int == 1)
      #expect(object?["asked"] as? Int == 0 && object?["unknown"] as? Int == 2)
      #expect((object?["unanswered"] as? [[String: Any]])?.count == 2)
      let asked = await asked(stores)
      let dry = try await sync(place, ["--dry-run", "--again"])
      #expect(dry.status == 3 && dry.output.contains("app-store/\(SimulatedWorld.bundle)  "))
      #expect(await self.asked(stores) == asked)
      let again = try await sync(place, ["--again"])
      #expect(again.status == 3)
      #expect(await self.asked(stores) == asked + 6)
      try write([list[0], list[1], list[0]])
      let twice = try await sync(place)
      #expect(twice.output.hasPrefix("3 purchases in the list, 2 answered"))
      #expect(twice.output.contains("0 left, 1 named again\n"))
      try write([list[0]])
      let one = try await sync(place)
      #expect(one.output.hasPrefix("1 purchase in the list, 1 answered"), "\(one)")
    }
  }

  @Test func `cannot be asked about without a list that says anything`() async throws {
    try await serving { stores, place, _ in
      let none = try await sync(place)
      #expect(none.status == 1 && none.diagnostics.contains("list.csv cannot be read"))
      try folder.write("list.csv", "name\nx\n")
      let odd = try await sync(place)
      #expect(odd.status == 1 && odd.diagnostics.contains("list.csv:1: no column names"))
      try write(["app-store,1999,ann"])
      let nowhere = try await sync(place, ["--unknown", folder.file("none/unknown.csv")])
      #expect(nowhere.status == 1 && nowhere.diagnostics.contains("cannot be written"))
      #expect(await asked(stores) == 0, "it is found before the stores are asked")
      let lone = try RunningDaemon.run(["sync", "--config", place.configuration, "--json"])
      #expect(lone.status == 64 && lone.diagnostics.contains("belong to --ids"))
    }
  }
}
