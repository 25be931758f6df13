import Cryptography
import EventLedger
import Foundation
import Intake
import LedgerContract
import LedgerSQLite
import Logging
import StoreClients
import StoreSync
import SubscriptionCore
import Synchronization
import Testing

@testable import churntopd

@Suite struct DaemonTests {
  @Test func `counters of configured stores and receivers begin with 0, also after a reload`()
    async throws
  {
    let folder = try DaemonFolder()
    try folder.write("key.p8", PrivateKey.generated(.p256).pem)
    let store = """
      ledger = "\(folder.file("ledger.sqlite"))"
      [[appStore]]
      bundle = "com.acme.reader"
      environments = ["production"]
      issuer = "0f3b4a5c-1111-4222-8333-444455556666"
      key = "ABCDE12345"
      keyFile = "\(folder.file("key.p8"))"

      """
    let receiver = """
      [[receivers]]
      name = "crm"
      url = "https://crm.acme.com/hooks"
      secretVariable = "SECRET"
      """
    let dependencies = DaemonFolder.dependencies(["SECRET": ChangeWorld.secret])
    let path = try folder.write("churntopd.toml", store, mode: 0o644)
    let check = ConfigurationCheck(path: path, dependencies: dependencies)
    let daemon = try Daemon(
      check, dependencies: dependencies,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let calls = #"churntop_store_api_calls_total{store="app-store",call="notifications","#
    for series in [
      calls + #"outcome="refused"}"#, #"churntop_commits_total{outcome="failed"}"#,
      #"churntop_quarantine_omitted_total{source="app-store/production/com.acme.reader"}"#,
    ] {
      #expect(daemon.metrics.text.contains("\n\(series) 0\n"), "\(series)")
    }
    #expect(!daemon.metrics.text.contains("google-play"))
    try folder.write("churntopd.toml", store + receiver, mode: 0o644)
    let next = ConfigurationCheck(
      path: path, dependencies: dependencies, metrics: daemon.metrics, isRunning: true)
    #expect(next.problems == [])
    let posts = #"churntop_change_posts_total{receiver="crm",outcome="failed"}"#
    #expect(!daemon.metrics.text.contains(posts))
    #expect(Daemon(next, after: daemon).metrics.text.contains("\n\(posts) 0\n"))
    await daemon.commitQueue.close()
    try daemon.ledger.close()
  }

  @Test func `why every subscriber is rebuilt at the start is logged before it is done`()
    async throws
  {
    let folder = try DaemonFolder()
    let former = try SQLiteLedger(path: folder.file("ledger.sqlite"), policy: .standard)
    try former.append(
      SampleWorld(seed: 1, subscriptions: 3).entries, now: SampleWorld.middle)
    try former.close()
    let path = try folder.write(
      "churntopd.toml",
      """
      ledger = "\(folder.file("ledger.sqlite"))"
      [[appStore]]
      bundle = "com.acme.reader"
      [prompts.appStore]
      step = 3
      """, mode: 0o644)
    let lines = Mutex<[String]>([])
    let dependencies = DaemonFolder.dependencies()
    let daemon = try Daemon(
      ConfigurationCheck(path: path, dependencies: dependencies), dependencies: dependencies,
      logger: Logger(label: "test") { _ in
        LineLogHandler(level: .info, isJournal: true, clock: { .epoch }) { line in
          lines.withLock { $0.append(line) }
        }
      })
    let written = lines.withLock { $0 }
    #expect(written.first == "<5>\(RebuildProgress.Cause.policy)\n")
    #expect(written.dropFirst().first?.hasPrefix("<5>every subscriber was rebuilt") == true)
    await daemon.commitQueue.close()
    try daemon.ledger.close()
  }

  @Test func `a reload changes for how long changes are retained`() async throws {
    let folder = try DaemonFolder()
    let dependencies = DaemonFolder.dependencies()
    func configure(_ more: String) throws -> String {
      try folder.write(
        "churntopd.toml",
        """
        ledger = "\(folder.file("ledger.sqlite"))"
        [[appStore]]
        bundle = "com.acme.reader"
        environments = ["production"]

        """ + more, mode: 0o644)
    }
    let daemon = try Daemon(
      ConfigurationCheck(path: try configure(""), dependencies: dependencies),
      dependencies: dependencies, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let world = ChangeWorld(ledger: daemon.ledger)
    try world.fail("a")
    world.clock.pass(.days(5))
    try world.fail("b")
    #expect(try daemon.ledger.outboxBounds().removed == 0)
    _ = try configure("[changes]\nretention = \"4d\"")
    #expect(throws: Never.self) { try daemon.readAgain().get() }
    try world.fail("c")
    #expect(try daemon.ledger.outboxBounds().removed > 0)
    await daemon.commitQueue.close()
    try daemon.ledger.close()
  }

  @Test func `a reload whose policy or retention fails leaves both as they were`() throws {
    let ledger = FaultyLedger()
    let world = ChangeWorld(ledger: ledger)
    let former = DaemonConfiguration(path: "")
    var next = former
    next.changes.retention = .days(4)
    next.policy.prompts.appStore.step = .ownBanner
    try world.fail("a")
    world.clock.pass(.days(5))
    try world.fail("b")
    for setting in [FaultyLedger.Setting.outboxRetention, .policy] {
      ledger.failingSetting = setting
      #expect(throws: LedgerError.full(location: "/ledger")) {
        try Daemon.apply(next, after: former, to: ledger)
      }
    }
    #expect(ledger.policy.prompts == former.policy.prompts)
    try world.fail("c")
    #expect(try ledger.outboxBounds().removed == 0)
    ledger.failingSetting = nil
    #expect(try Daemon.apply(next, after: former, to: ledger) != nil)
    #expect(ledger.policy.prompts == next.policy.prompts)
    try world.fail("d")
    #expect(try ledger.outboxBounds().removed > 0)
  }

  @Test func `receivers at one host share no connection`() async throws {
    let folder = try DaemonFolder()
    let receivers = ["crm", "mails"].map { name in
      """
      [[receivers]]
      name = "\(name)"
      url = "https://hooks.acme.com/\(name)"
      secretVariable = "SECRET"

      """
    }
    let dependencies = DaemonFolder.dependencies(["SECRET": ChangeWorld.secret])
    let path = try folder.write(
      "churntopd.toml",
      """
      ledger = "\(folder.file("ledger.sqlite"))"
      [[appStore]]
      bundle = "com.acme.reader"
      environments = ["production"]

      """ + receivers.joined(), mode: 0o644)
    let daemon = try Daemon(
      ConfigurationCheck(path: path, dependencies: dependencies), dependencies: dependencies,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let transports = try daemon.deliveryLoop().runs.map { run in
      ObjectIdentifier(try #require(run.transport as? URLSessionTransport))
    }
    #expect(transports.count == 2 && Set(transports).count == 2)
    await daemon.commitQueue.close()
    try daemon.ledger.close()
  }
}
