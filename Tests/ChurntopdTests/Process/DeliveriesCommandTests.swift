import EventLedger
import Foundation
import LedgerSQLite
import OwnThreads
import SubscriptionCore
import Testing

@testable import churntopd

@Suite(.ownThread) struct DeliveriesCommandTests {
  private let folder: DaemonFolder

  init() throws { folder = try DaemonFolder() }

  private func configuration() throws -> String {
    try folder.write("hook-secret", ChangeWorld.secret + "\n")
    return try folder.write(
      "churntopd.toml",
      """
      ledger = "\(folder.file("ledger.sqlite"))"
      [server]
      port = 0
      [[appStore]]
      bundle = "com.example"
      [[receivers]]
      name = "crm"
      url = "http://127.0.0.1:9/hook"
      secretFile = "\(folder.file("hook-secret"))"
      kinds = ["enteredGrace", "ended"]
      """)
  }

  @Test func `what did not arrive is listed, sent again and replayed by command`() throws {
    let config = try configuration()
    let ledger = try SQLiteLedger(path: folder.file("ledger.sqlite"), policy: .standard)
    let world = ChangeWorld(ledger: ledger)
    try world.fail("a")
    try ledger.putReceiver(ReceiverState(name: "crm", cursor: 0))
    var update = DeliveryUpdate(receiver: "crm", at: world.clock.now, from: 0)
    (update.to, update.disabled) = (1, "it answers 410")
    update.undelivered = [
      ChangeDelivery(
        receiver: "crm", number: 1, subscription: "as_a", status: .dead, attempts: 10,
        nextAt: world.clock.now, triedAt: world.clock.now, problem: "it answers 500")
    ]
    try ledger.settle(update)
    try ledger.close()
    func run(_ arguments: String...) throws -> (status: Int32, output: String, diagnostics: String)
    {
      try RunningDaemon.run(["deliveries"] + arguments + ["--config", config])
    }
    let listed = try run("list")
    #expect(listed.status == 0, "\(listed.diagnostics)")
    #expect(
      listed.output == """
        crm  is sent nothing: it answers 410
        crm  1  dead  enteredGrace  as_a  10 attempts  it answers 500

        """)
    #expect(listed.diagnostics.contains("'crm' is behind by 1 change\n"))
    let filtered = try run("list", "--status", "waiting")
    #expect(filtered.diagnostics.contains("no change is waiting"))
    for told in [listed, filtered] { #expect(!told.diagnostics.contains("arrived")) }
    #expect(try run("list", "--limit", "0").status == 64)
    let json = try run("list", "--json", "--status", "dead", "--receiver", "crm")
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let deliveries = try #require(document["deliveries"] as? [[String: Any]])
    #expect(deliveries.map { $0["problem"] as? String } == ["it answers 500"])
    #expect((deliveries.first?["id"] as? String)?.hasPrefix("chg_") == true)
    let receivers = try #require(document["receivers"] as? [[String: Any]])
    #expect(receivers.map { $0["behind"] as? Int } == [1])
    #expect(try run("retry", "crm", "--number", "7").status == 4)
    #expect(
      try run("retry", "crm").output == """
        1 sent again to 'crm'
        'crm' is enabled, and sent what it is behind by: 1

        """)
    #expect(try run("retry", "crm").output == "1 sent again to 'crm'\n")
    let waiting = try run("list")
    #expect(waiting.output.hasPrefix("crm  1  waiting  enteredGrace  as_a  0 attempts"))
    #expect(try run("retry", "nobody").status == 4)
    #expect(try run("replay", "--receiver", "crm", "--since", "soon").status == 2)
    let replayed = try run("replay", "--receiver", "crm", "--since", "2025-01-01")
    #expect(replayed.output == "'crm' is sent up to 2 changes again\n")
    // What was recorded by the test's clock lies further back than a day, and was not sent yet.
    let recent = try run("replay", "--receiver", "crm", "--since", "-1d")
    #expect(recent.output == "'crm' is sent up to 2 changes again\n")
    let later = try SQLiteLedger(path: folder.file("ledger.sqlite"), policy: .standard)
    try later.putReceiver(ReceiverState(name: "crm", cursor: 1))
    try later.close()
    let one = try run("replay", "--receiver", "crm", "--since", "-1d")
    #expect(one.output == "'crm' is sent up to 1 change again\n")
    let current = try SQLiteLedger(path: folder.file("ledger.sqlite"), policy: .standard)
    try current.putReceiver(ReceiverState(name: "crm", cursor: 2))
    try current.close()
    let none = try run("replay", "--receiver", "crm", "--since", "2999-01-01T00:00:00Z")
    #expect(none.output == "no change was recorded since 2999-01-01T00:00:00Z\n")
  }

  @Test func `what was removed for its age is missed, and not promised`() throws {
    let config = try configuration()
    let ledger = try SQLiteLedger(path: folder.file("ledger.sqlite"), policy: .standard)
    let world = ChangeWorld(ledger: ledger)
    try world.fail("a")
    let removed = try ledger.outboxBounds().last
    for name in ["crm", "former"] {
      try ledger.putReceiver(ReceiverState(name: name, cursor: 0, disabled: "it answers 410"))
    }
    world.clock.pass(.days(40))
    for name in ["b", "c"] { try world.fail(name) }
    let bounds = try ledger.outboxBounds()
    #expect(bounds.removed >= removed && bounds.last > bounds.removed)
    try ledger.close()
    func run(_ arguments: String...) throws -> (status: Int32, output: String, diagnostics: String)
    {
      try RunningDaemon.run(["deliveries"] + arguments + ["--config", config])
    }
    let left = bounds.last - bounds.removed
    let listed = try run("list")
    #expect(listed.diagnostics.contains("'crm' is behind by \(left) changes\n"), "\(listed)")
    #expect(listed.diagnostics.contains("\(bounds.removed) changes before those were removed"))
    #expect(!(listed.output + listed.diagnostics).contains("former"))
    let json = try run("list", "--json").output
    #expect(json.contains("\"behind\": \(left)") && json.contains("\"missed\": \(bounds.removed)"))
    let retried = try run("retry", "crm").output
    #expect(retried.contains("sent what it is behind by: \(left)\n\(bounds.removed) changes "))
  }

  @Test func `what waits for a receiver that is not configured any more is listed as such`()
    throws
  {
    let config = try configuration()
    let ledger = try SQLiteLedger(path: folder.file("ledger.sqlite"), policy: .standard)
    let world = ChangeWorld(ledger: ledger)
    try world.fail("a")
    for name in ["crm", "former"] {
      try ledger.putReceiver(ReceiverState(name: name, cursor: 0))
      var update = DeliveryUpdate(receiver: name, at: world.clock.now, from: 0)
      update.to = 1
      update.undelivered = [
        ChangeDelivery(
          receiver: name, number: 1, subscription: "as_a", status: .dead, attempts: 10,
          nextAt: world.clock.now, triedAt: world.clock.now, problem: "it answers 500")
      ]
      try ledger.settle(update)
    }
    try ledger.close()
    let listed = try RunningDaemon.run(["deliveries", "list", "--config", config])
    #expect(listed.output.contains("\nformer  1  dead"), "\(listed)")
    #expect(listed.diagnostics.contains("'former' is not configured any more"), "\(listed)")
    #expect(!listed.diagnostics.contains("'crm' is not configured"))
  }

  @Test func `a receiver that no daemon has begun with has not got everything`() throws {
    let config = try configuration()
    try SQLiteLedger(path: folder.file("ledger.sqlite"), policy: .standard).close()
    let listed = try RunningDaemon.run(["deliveries", "list", "--config", config])
    #expect(listed.diagnostics.contains("'crm' was never sent anything"), "\(listed)")
    #expect(!listed.diagnostics.contains("arrived"))
  }

  @Test func `a receiver's mistakes are named`() throws {
    let config = try configuration()
    try folder.write("hook-secret", "too-short")
    let check = try RunningDaemon.run(["check-config", "--offline", "--config", config])
    #expect(check.status == 2 && check.diagnostics.contains("the secret of 'crm'"))
    #expect(!check.diagnostics.contains("too-short"))
  }
}
