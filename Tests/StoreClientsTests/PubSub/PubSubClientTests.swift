import Foundation
import StoreSync
import SubscriptionCore
import Testing

@testable import StoreClients

@Suite struct PubSubClientTests {
  private static let name = "projects/p-1/subscriptions/rtdn"
  private static let token = reply(200, #"{"access_token":"ya29.x","expires_in":3599}"#)

  private func client(_ script: Script) throws -> PubSubClient {
    PubSubClient(
      Self.name, account: try TestKeys.serviceAccount(), dependencies: script.dependencies,
      patient: script)
  }

  private static func json(_ question: ClientRequest) throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(question.body)) as? [String: Any])
  }

  @Test func `messages are pulled in the form in which they are pushed`() async throws {
    let data = Data(#"{"packageName":"com.example"}"#.utf8).base64EncodedString()
    let script = Script([
      Self.token,
      reply(
        200,
        #"{"receivedMessages":[{"ackId":"h-1","message":{"data":"\#(data)","messageId":"7","#
          + #""publishTime":"2026-01-02T03:04:05Z"}},{"ackId":"h-2","message":{}}]}"#),
    ])
    let messages = try await client(script).pull(50, waits: true)
    #expect(messages.map(\.handle) == ["h-1", "h-2"])
    let envelope = try #require(
      try JSONSerialization.jsonObject(with: Data(messages[0].envelope)) as? [String: Any])
    #expect(envelope["subscription"] as? String == Self.name)
    #expect((envelope["message"] as? [String: Any])?["data"] as? String == data)
    let asked = script.questions[1]
    #expect(asked.method == "POST")
    #expect(asked.url == "https://pubsub.googleapis.com/v1/\(Self.name):pull")
    #expect(asked.fields["Authorization"] == "Bearer ya29.x")
    #expect(try Self.json(asked)["maxMessages"] as? Int == 50)
    #expect(try Self.json(asked)["returnImmediately"] == nil)
  }

  @Test func `the token is asked for with the permission to pull`() async throws {
    let script = Script([Self.token, reply(200, "{}")])
    #expect(try await client(script).pull(1, waits: false).isEmpty)
    let assertion = String(decoding: script.questions[0].body, as: UTF8.self)
    let claims = try #require(assertion.split(separator: ".").dropFirst().first)
    var text = String(claims).replacing("-", with: "+").replacing("_", with: "/")
    text += String(repeating: "=", count: (4 - text.count % 4) % 4)
    let json = String(decoding: try #require(Data(base64Encoded: text)), as: UTF8.self)
    #expect(json.replacing("\\/", with: "/").contains("https://www.googleapis.com/auth/pubsub"))
    #expect(!json.contains("androidpublisher"))
    #expect(try Self.json(script.questions[1])["returnImmediately"] as? Bool == true)
  }

  @Test func `acknowledgements and deadlines name the messages`() async throws {
    let script = Script([Self.token, reply(200, "{}"), reply(200, "{}"), reply(200, "{}")])
    let client = try client(script)
    try await client.acknowledge(["a", "b"])
    try await client.setDeadline(["c"], to: .seconds(60))
    try await client.setDeadline(["c"], to: .seconds(9_999))
    let questions = script.questions.dropFirst()
    let verbs = questions.map { String($0.url.split(separator: ":").last ?? "") }
    #expect(verbs == ["acknowledge", "modifyAckDeadline", "modifyAckDeadline"])
    #expect(try Self.json(questions[1])["ackIds"] as? [String] == ["a", "b"])
    #expect(try Self.json(questions[2])["ackDeadlineSeconds"] as? Int == 60)
    #expect(try Self.json(questions[3])["ackDeadlineSeconds"] as? Int == 600)
  }

  @Test func `a pull that hears nothing in time is one without messages if the next is`()
    async throws
  {
    let script = Script([Self.token, .failure(.timedOut), reply(200, "{}")])
    #expect(try await client(script).pull(1, waits: true).isEmpty)
    #expect(
      try script.questions.dropFirst().map { try Self.json($0)["returnImmediately"] != nil }
        == [false, true])
  }

  @Test func `a server that answers neither pull fails`() async throws {
    let script = Script([Self.token, .failure(.timedOut), .failure(.timedOut)])
    let error = await failure { try await client(script).pull(1, waits: true) }
    guard case .unavailable? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(script.questions.count == 3)
  }

  @Test(arguments: ["[]", "x", #"{"receivedMessages":7}"#, #"{"receivedMessages":[{}]}"#])
  func `what is no list of messages is said`(_ body: String) async throws {
    let script = Script([Self.token, reply(200, body)])
    let error = await failure { try await client(script).pull(1, waits: true) }
    guard case .malformed? = error else {
      Issue.record("it was taken: \(String(describing: error))")
      return
    }
  }

  @Test(arguments: [(403, true), (404, false)])
  func `a permission that is missing is told from a subscription that is`(
    _ status: Int, _ isPermission: Bool
  ) async throws {
    let script = Script([Self.token, reply(status, "{}"), Self.token, reply(status, "{}")])
    let error = await failure { try await client(script).pull(1, waits: true) }
    switch error {
    case .unauthorized?: #expect(isPermission)
    case .notFound?: #expect(!isPermission)
    default: Issue.record("\(String(describing: error))")
    }
  }
}
