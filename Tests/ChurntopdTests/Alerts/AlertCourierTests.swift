import Crypto
import Foundation
import StoreClients
import SubscriptionCore
import Synchronization
import Testing

@testable import churntopd

@Suite struct AlertCourierTests {
  private static let now = Timestamp(seconds: 1_760_000_000)
  private let folder: DaemonFolder

  init() throws { folder = try DaemonFolder() }

  /// An address that answers by a script.
  private final class Address: HTTPTransport {
    private let statuses: Mutex<[Int]>
    private let heard = Mutex<[HTTPQuestion]>([])

    init(_ statuses: [Int]) { self.statuses = Mutex(statuses) }

    var questions: [HTTPQuestion] { heard.withLock(\.self) }

    func reply(to question: HTTPQuestion) async throws(TransportError) -> HTTPReply {
      heard.withLock { $0.append(question) }
      let status = statuses.withLock { $0.isEmpty ? 200 : $0.removeFirst() }
      if status == 0 { throw .timedOut }
      return HTTPReply(status: status)
    }
  }

  private func rule(_ channel: AlertRule.Channel) throws -> AlertRule {
    AlertRule(
      line: 1, name: "grace", trigger: .count(try Filter.parse("state:grace"), over: 20),
      channel: channel)
  }

  private func deliver(
    _ channel: AlertRule.Channel, by address: Address = Address([])
  ) async throws -> ([String], AlertMessage) {
    let message = AlertMessage(
      try rule(channel), .fired, AlertFigure(value: 21, threshold: 20, text: "21"), at: Self.now)
    let courier = AlertCourier(
      transport: address, environment: ["HOOK": "0123456789abcdef"], clock: { Self.now },
      sleep: { _ in })
    return (await courier.deliver(message, by: channel).map(\.description), message)
  }

  private var posted: AlertRule.Channel {
    AlertRule.Channel(post: "https://hooks.example.com", secret: .variable("HOOK"))
  }

  @Test func `a post is signed over time and body, and names its delivery`() async throws {
    let address = Address([])
    let (failures, message) = try await deliver(posted, by: address)
    #expect(failures == [])
    let question = try #require(address.questions.first)
    #expect(question.body == message.json)
    let code = HMAC<SHA256>.authenticationCode(
      for: Array("1760000000.".utf8) + question.body,
      using: SymmetricKey(data: Array("0123456789abcdef".utf8)))
    let hex = code.map { String(Int($0) + 256, radix: 16).dropFirst() }.joined()
    #expect(question.fields["Churntop-Signature"] == "t=1760000000,v1=\(hex)")
    #expect(question.fields["Churntop-Delivery"] == message.id)
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

  @Test func `without its secret nothing is posted`() async throws {
    let address = Address([])
    let channel = AlertRule.Channel(post: "https://hooks.example.com", secret: .variable("NONE"))
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
      AlertRule.Channel(run: [program, "$(touch pwned); `x`", "--team=billing"]))
    #expect(failures == [])
    let text = try String(contentsOfFile: out, encoding: .utf8)
    #expect(text.hasPrefix("$(touch pwned); `x`\n--team=billing\n"))
    #expect(text.contains(String(decoding: message.json, as: UTF8.self)))
    #expect(!text.contains("0123456789abcdef"))
  }

  @Test func `a program that fails, hangs or is not there is said`() async throws {
    let failing = try folder.write("fail", "#!/bin/sh\nexit 7\n", mode: 0o700)
    #expect(
      try await deliver(AlertRule.Channel(run: [failing])).0 == [
        "\(failing) ended with the status 7"
      ])
    let hanging = try folder.write("hang", "#!/bin/sh\nexec sleep 60\n", mode: 0o700)
    let (late, _) = try await deliver(
      AlertRule.Channel(run: [hanging], timeout: .milliseconds(200)))
    #expect(late.first?.contains("was ended") == true)
    #expect(
      try await deliver(AlertRule.Channel(run: ["/no/program"])).0 == ["/no/program cannot be run"])
  }
}
