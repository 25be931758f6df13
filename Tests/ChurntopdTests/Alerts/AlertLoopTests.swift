import EventLedger
import Foundation
import LedgerContract
import Logging
import StoreClients
import SubscriptionCore
import Synchronization
import Testing

@testable import churntopd

@Suite struct AlertLoopTests {
  private static let now = Timestamp(seconds: 1_760_000_000)

  private struct Nobody: HTTPTransport {
    func reply(to question: ClientRequest) async throws(TransportError) -> ClientResponse {
      throw .timedOut
    }
  }

  private func ledger(inGrace count: Int) throws -> MemoryLedger {
    let ledger = MemoryLedger(policy: .standard)
    for index in 0..<count {
      var facts = StoreFacts()
      (facts.environment, facts.status) = (.production, .grace)
      facts.graceEndsAt = Self.now + .days(3)
      let event = SubscriptionEvent(
        id: EventID("e\(index)"), kind: .snapshot, subscription: SubscriptionID("as_\(index)"),
        effectiveAt: Self.now, statedAt: Self.now, recordedAt: Self.now,
        source: .appStoreServerAPI, verification: .verified, facts: facts)
      try ledger.append(
        [
          LedgerEntry(
            identity: "e\(index)", format: "test", raw: [], receivedAt: Self.now,
            verification: .verified, events: [event])
        ], now: Self.now)
    }
    return ledger
  }

  private func loop(
    _ ledger: MemoryLedger, _ rules: [AlertRule], _ folder: DaemonFolder
  ) -> AlertLoop {
    AlertLoop(
      rules: rules, ledger: ledger, receivers: [],
      book: AlertStateStore(path: folder.file("alerts")),
      sender: AlertSender(
        transport: Nobody(), environment: [:], clock: { Self.now }, sleep: { _ in }),
      clock: { Self.now }, sleep: { try await Task.sleep(for: $0) },
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  @Test func `an alert that is removed while it fires is forgotten, and named`() async throws {
    let folder = try DaemonFolder()
    let book = AlertStateStore(path: folder.file("alerts"))
    let figure = AlertFigure(value: 3, threshold: 2, text: "")
    let rules = try ["told", "firing", "kept"].map { name in
      AlertRule(line: 1, name: name, trigger: .count(try Filter.parse("state:grace"), over: 2))
    }
    for rule in rules {
      _ = await book.take(figure, of: rule, at: Self.now)
      if rule.name != "firing" { _ = await book.note(.fired, of: rule, at: Self.now) }
    }
    #expect(await book.removeFormer(except: [rules[2]]) == ["told"])
    #expect(await book.removeFormer(except: [rules[2]]) == [])
    #expect(await book.take(figure, of: rules[2], at: Self.now).telling == nil, "it was told")
    #expect(await book.take(figure, of: rules[0], at: Self.now).telling == .fired, "it is new")
  }

  @Test func `an alert is told once, also over a restart, and told when it clears`() async throws {
    let folder = try DaemonFolder()
    let out = folder.file("out")
    let program = try folder.write(
      "tell", "#!/bin/sh\ncat >> \(out)\necho >> \(out)\n", mode: 0o700)
    let rule = AlertRule(
      line: 1, name: "grace", trigger: .count(try Filter.parse("state:grace"), over: 2),
      channel: AlertRule.Channel(run: ["/bin/sh", program]))
    func once(_ ledger: MemoryLedger) async {
      await loop(ledger, [rule], folder).once(rule)
    }
    let many = try ledger(inGrace: 3)
    await once(many)
    await once(many)
    await once(try ledger(inGrace: 0))
    await once(try ledger(inGrace: 0))
    let lines = try String(contentsOfFile: out, encoding: .utf8).split(separator: "\n")
    let states = try lines.map { line in
      try JSONDecoder().decode(AlertMessage.self, from: Data(line.utf8)).state
    }
    #expect(states == [.fired, .cleared])
  }

  @Test func `a rate that fired is told to be over when its episodes have become too few`()
    async throws
  {
    let folder = try DaemonFolder()
    let out = folder.file("out")
    let program = try folder.write(
      "tell", "#!/bin/sh\ncat >> \(out)\necho >> \(out)\n", mode: 0o700)
    let rule = AlertRule(
      line: 1, name: "rate",
      trigger: .metric(.counter(.recoveryRate), threshold: 90, currency: nil),
      channel: AlertRule.Channel(run: ["/bin/sh", program]))
    let book = AlertStateStore(path: folder.file("alerts"))
    let low = AlertFigure(value: 40, threshold: 90, text: "", firesBelow: true)
    #expect(await book.take(low, of: rule, at: Self.now).telling == .fired)
    _ = await book.note(.fired, of: rule, at: Self.now)
    for _ in 0..<2 { await loop(try ledger(inGrace: 0), [rule], folder).once(rule) }
    let lines = try String(contentsOfFile: out, encoding: .utf8).split(separator: "\n")
    let messages = try lines.map { line in
      try JSONDecoder().decode(AlertMessage.self, from: Data(line.utf8))
    }
    #expect(messages.map(\.state) == [.cleared])
    #expect(messages.first?.value == 90)
    #expect(messages.first?.text == "there is too little to measure now")
  }

  @Test func `what did not arrive is told again until it does, also that it cleared`()
    async throws
  {
    let folder = try DaemonFolder()
    let (out, program) = (folder.file("out"), folder.file("tell"))
    let rule = AlertRule(
      line: 1, name: "grace", trigger: .count(try Filter.parse("state:grace"), over: 2),
      channel: AlertRule.Channel(run: ["/bin/sh", program]))
    let (many, none) = (try ledger(inGrace: 3), try ledger(inGrace: 0))
    for (status, ledger) in [(1, many), (0, many), (0, many), (1, none), (0, none), (0, none)] {
      try folder.write(
        "tell", "#!/bin/sh\ncat >> \(out)\necho >> \(out)\nexit \(status)\n", mode: 0o700)
      await loop(ledger, [rule], folder).once(rule)
    }
    let lines = try String(contentsOfFile: out, encoding: .utf8).split(separator: "\n")
    let states = try lines.map { line in
      try JSONDecoder().decode(AlertMessage.self, from: Data(line.utf8)).state
    }
    #expect(states == [.fired, .fired, .cleared, .cleared])
  }

  @Test func `a program that hangs holds no other alert up`() async throws {
    let folder = try DaemonFolder()
    let out = folder.file("out")
    let hanging = try folder.write("hang", "#!/bin/sh\nsleep 600 & sleep 600\n", mode: 0o700)
    let telling = try folder.write("tell", "#!/bin/sh\ncat > \(out)\n", mode: 0o700)
    let rules = try [hanging, telling].map { program in
      AlertRule(
        line: 1, name: program, trigger: .count(try Filter.parse("state:grace"), over: 0),
        channel: AlertRule.Channel(run: ["/bin/sh", program], timeout: .seconds(600)))
    }
    let running = Task { await loop(try ledger(inGrace: 1), rules, folder).run() }
    while !FileManager.default.fileExists(atPath: out) {
      try await Task.sleep(for: .milliseconds(20))
    }
    // Whoever stops waits for no program.
    running.cancel()
    try await running.value
  }
}
