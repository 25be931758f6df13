import Cryptography
import Foundation
import StoreClients
import SubscriptionCore
import Synchronization
import Testing

@testable import churntopd

@Suite struct AlertSenderTests {
  private static let now = Timestamp(seconds: 1_760_000_000)
  private static let secrets = [
    "HOOK": "0123456789abcdef", "ROUTING": "0123456789abcdef0123456789abcdef\n",
    "WEBHOOK": "https://hooks.slack.com/services/T0/B0/secret",
  ]
  private let folder: DaemonFolder
  /// Reads the scripts: the kernel starts no file that another test's child still holds open.
  private let shell = "/bin/sh"

  init() throws { folder = try DaemonFolder() }

  /// An address that answers by a script.
  private final class Address: HTTPTransport {
    private let statuses: Mutex<[Int]>
    private let heard = Mutex<[ClientRequest]>([])

    private let isLong: Bool

    init(_ statuses: [Int], isLong: Bool = false) {
      self.statuses = Mutex(statuses)
      self.isLong = isLong
    }

    var questions: [ClientRequest] { heard.withLock(\.self) }

    func reply(to question: ClientRequest) async throws(TransportError) -> ClientResponse {
      heard.withLock { $0.append(question) }
      let status = statuses.withLock { $0.isEmpty ? 200 : $0.removeFirst() }
      if status == 0 { throw .timedOut }
      if isLong { throw .tooLong(limit: 9, ClientResponse(status: status)) }
      return ClientResponse(status: status)
    }
  }

  private func rule(_ channel: AlertRule.Channel) throws -> AlertRule {
    AlertRule(
      line: 1, name: "grace", trigger: .count(try Filter.parse("state:grace"), over: 20),
      channel: channel)
  }

  private func deliver(
    _ channel: AlertRule.Channel, by address: Address = Address([]),
    _ telling: AlertState.Telling = .fired
  ) async throws -> ([String], AlertMessage) {
    let message = AlertMessage(
      try rule(channel), telling, AlertFigure(value: 21, threshold: 20, text: "21"), at: Self.now)
    let sender = AlertSender(
      transport: address, environment: Self.secrets, clock: { Self.now },
      sleep: { _ in })
    return (await sender.deliver(message, by: channel).map(\.description), message)
  }

  private var posted: AlertRule.Channel {
    AlertRule.Channel(
      post: AlertPost(address: "https://hooks.example.com", secret: .variable("HOOK")))
  }

  @Test func `a post is signed over time and body, and names its delivery`() async throws {
    let address = Address([])
    let (failures, message) = try await deliver(posted, by: address)
    #expect(failures == [])
    let question = try #require(address.questions.first)
    #expect(question.body == message.json)
    let code = SHA256.authenticationCode(
      for: Array("1760000000.".utf8) + question.body, key: Array("0123456789abcdef".utf8))
    let hex = code.map { String(Int($0) + 256, radix: 16).dropFirst() }.joined()
    #expect(question.fields["Churntop-Signature"] == "t=1760000000,v1=\(hex)")
    #expect(question.fields["Churntop-Delivery"] == message.id)
  }

  @Test(arguments: ["0123456789abcdef", "0123456789abcdef\n", "0123456789abcdef\r\n"])
  func `the newline that ends the file of a secret is not part of the key`(
    text: String
  ) async throws {
    let address = Address([])
    let post = AlertPost(
      address: "https://hooks.example.com", secret: .file(try folder.write("hook", text)))
    let (failures, message) = try await deliver(.init(post: post), by: address)
    #expect(failures == [])
    let value = AlertSignature.value(
      for: message.json, secret: Array("0123456789abcdef".utf8), at: Self.now)
    #expect(address.questions.first?.fields[AlertSignature.field] == value)
  }

  @Test(arguments: [
    ([503, 0, 429], 4, true), ([503, 503, 503, 503], 4, false), ([401], 1, false),
  ])
  func `a post is tried again with the same name where that may help`(
    statuses: [Int], tries: Int, arrives: Bool
  ) async throws {
    let address = Address(statuses)
    let (failures, message) = try await deliver(posted, by: address)
    #expect(address.questions.count == tries)
    #expect(failures.isEmpty == arrives)
    #expect(Set(address.questions.compactMap { $0.fields["Churntop-Delivery"] }) == [message.id])
  }

  @Test func `a post that gets no answer says why`() async throws {
    let (failures, _) = try await deliver(posted, by: Address([0, 0, 0, 0]))
    #expect(failures == ["hooks.example.com: it does not answer in time"])
  }

  @Test(arguments: [(200, 1, []), (401, 1, ["hooks.example.com: it answers 401"])])
  func `a long answer counts by its status as a short one does`(
    status: Int, tries: Int, expected: [String]
  ) async throws {
    let address = Address([status], isLong: true)
    let (failures, _) = try await deliver(posted, by: address)
    #expect(failures == expected && address.questions.count == tries)
  }

  @Test func `no more than 64 KiB of an answer are read`() {
    let transport = AlertSender(DaemonFolder.dependencies([:])).transport
    #expect((transport as? URLSessionTransport)?.bytesMax == 64 << 10)
  }

  @Test func `without its secret nothing is posted`() async throws {
    let address = Address([])
    let channel = AlertRule.Channel(
      post: AlertPost(address: "https://hooks.example.com", secret: .variable("NONE")))
    let (failures, _) = try await deliver(channel, by: address)
    #expect(failures.count == 1 && address.questions.isEmpty)
  }

  @Test func `a program gets its arguments as they are and the alert on standard input`()
    async throws
  {
    let out = folder.file("out")
    let program = try folder.write(
      "tell", "#!/bin/sh\nprintf '%s\\n' \"$@\" > \(out)\ncat >> \(out)\nenv >> \(out)\n",
      mode: 0o700)
    let (failures, message) = try await deliver(
      AlertRule.Channel(run: [shell, program, "$(touch pwned); `x`", "--team=billing"]))
    #expect(failures == [])
    let text = try String(contentsOfFile: out, encoding: .utf8)
    #expect(text.hasPrefix("$(touch pwned); `x`\n--team=billing\n"))
    #expect(text.contains(String(decoding: message.json, as: UTF8.self)))
    #expect(!text.contains("0123456789abcdef"))
  }

  @Test func `a program that fails, hangs or is not there is said`() async throws {
    let failing = try folder.write("fail", "#!/bin/sh\nexit 7\n", mode: 0o700)
    #expect(
      try await deliver(AlertRule.Channel(run: [shell, failing])).0 == [
        "\(shell) ended with the status 7"
      ])
    let hanging = try folder.write("hang", "#!/bin/sh\nexec sleep 60\n", mode: 0o700)
    let (late, _) = try await deliver(
      AlertRule.Channel(run: [shell, hanging], timeout: .milliseconds(200)))
    #expect(late == ["\(shell) took longer than 200ms and was ended"])
    #expect(
      try await deliver(AlertRule.Channel(run: ["/no/program"])).0 == ["/no/program cannot be run"])
  }

  @Test func `a program that is ended by a reload has time to clean up`() async throws {
    let (begun, cleaned) = (folder.file("begun"), folder.file("cleaned"))
    let program = try folder.write(
      "trap",
      "#!/bin/sh\ntrap 'echo > \(cleaned); exit 0' TERM\necho > \(begun)\n"
        + "while :; do sleep 0.02; done\n", mode: 0o700)
    let run = Task { [shell] in
      await AlertProgram.run(shell, [program], input: [], limit: .seconds(600))
    }
    while !FileManager.default.fileExists(atPath: begun) {
      try await Task.sleep(for: .milliseconds(5))
    }
    run.cancel()
    #expect(await run.value?.contains("is reloaded") == true)
    #expect(FileManager.default.fileExists(atPath: cleaned))
  }

  @Test func `a program is ended with all that it started`() async throws {
    let child = folder.file("child")
    let hanging = try folder.write(
      "hang", "#!/bin/sh\nsleep 600 & echo $! > \(child)\nsleep 600\n", mode: 0o700)
    let (late, _) = try await deliver(
      AlertRule.Channel(run: [shell, hanging], timeout: .milliseconds(500)))
    #expect(late.first?.contains("was ended") == true)
    let leaving = try folder.write(
      "leave", "#!/bin/sh\nsleep 600 & echo $! >> \(child)\n", mode: 0o700)
    #expect(try await deliver(AlertRule.Channel(run: [shell, leaving])).0 == [])
    let children = try String(contentsOfFile: child, encoding: .utf8).split(separator: "\n")
      .compactMap { pid_t($0) }
    #expect(children.count == 2)
    for child in children {
      // Whoever inherited it takes a moment to wait for it.
      while kill(child, 0) == 0 { try await Task.sleep(for: .milliseconds(20)) }
    }
  }

  @Test(arguments: [
    (AlertState.Telling.fired, "trigger", "churntop grace", "error"),
    (.goesOn, "trigger", "churntop grace", "error"),
    (.cleared, "resolve", "churntop grace", "error"),
    (.test, "trigger", "churntop test grace", "info"),
  ])
  func `PagerDuty hears an event of its own form`(
    telling: AlertState.Telling, action: String, key: String, severity: String
  ) async throws {
    let address = Address([202])
    let post = AlertPost(format: .pagerDuty, secret: .variable("ROUTING"))
    let (failures, message) = try await deliver(.init(post: post), by: address, telling)
    #expect(failures == [])
    let question = try #require(address.questions.first)
    #expect(question.url == "https://events.pagerduty.com/v2/enqueue")
    let event = try #require(
      try JSONSerialization.jsonObject(with: Data(question.body)) as? [String: Any])
    #expect(event["routing_key"] as? String == "0123456789abcdef0123456789abcdef")
    #expect(event["event_action"] as? String == action)
    #expect(event["dedup_key"] as? String == key)
    let payload = try #require(event["payload"] as? [String: Any])
    #expect(payload["summary"] as? String == "grace: 21")
    #expect(payload["severity"] as? String == severity)
    #expect(payload["source"] as? String == "churntopd")
    #expect(payload["timestamp"] as? String == message.at)
  }

  @Test func `Slack hears a text without signs of its own`() async throws {
    let address = Address([])
    let post = AlertPost(format: .slack, secret: .variable("WEBHOOK"))
    let message = AlertMessage(
      try rule(AlertRule.Channel()), .fired,
      AlertFigure(value: 21, threshold: 20, text: "21 satisfy loses<24h & <!channel>"),
      at: Self.now)
    let question = post.question(
      telling: message, secret: Array(try #require(Self.secrets["WEBHOOK"]).utf8), at: Self.now)
    #expect(question.url == Self.secrets["WEBHOOK"])
    #expect(
      String(decoding: question.body, as: UTF8.self)
        == #"{"mrkdwn":false,"text":"grace fired: 21 satisfy loses&lt;24h &amp; "#
        + #"&lt;!channel&gt;"}"#)
    let (failures, _) = try await deliver(.init(post: post), by: address)
    #expect(failures == [] && address.questions.count == 1)
  }

  @Test(arguments: [AlertPost.Format.pagerDuty, .slack])
  func `what cannot be a receiver's secret is sent to nobody and not repeated`(
    format: AlertPost.Format
  ) async throws {
    let address = Address([])
    let post = AlertPost(format: format, secret: .variable("HOOK"))
    let (failures, _) = try await deliver(.init(post: post), by: address)
    #expect(failures.count == 1 && address.questions.isEmpty)
    #expect(failures.allSatisfy { !$0.contains("0123456789abcdef") })
  }
}
