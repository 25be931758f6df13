import Foundation
import StoreSimulator
import SubscriptionCore
import Testing

@testable import SimulatedStores

@Suite struct `The fake subscription that is pulled` {
  private static let path = "/google-pubsub/v1/" + FakeStores.pulledSubscription

  private func token(_ stand: Stand) async throws -> String {
    let scope = "\"https://www.googleapis.com/auth/pubsub\""
    let reply = await stand.exchange(try await stand.assertion(claims: ["scope": scope]))
    let answer = try JSONDecoder().decode([String: Loose].self, from: Data(reply.body))
    return answer["access_token"]?.text ?? ""
  }

  private func ask(
    _ stand: Stand, _ verb: String, _ body: String, token: String, path: String = path
  ) async -> FakeReply {
    await stand.stores.answer(
      FakeRequest(
        method: "POST", target: "\(path):\(verb)", fields: ["Authorization": "Bearer \(token)"],
        body: Array(body.utf8)))
  }

  /// The handles and the data of the messages of an answer.
  private func messages(_ reply: FakeReply) throws -> [(handle: String, data: String)] {
    let json = try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any]
    let list = json?["receivedMessages"] as? [[String: Any]] ?? []
    return try list.map { item in
      let message = try #require(item["message"] as? [String: Any])
      let data = try #require(Data(base64Encoded: message["data"] as? String ?? ""))
      return (try #require(item["ackId"] as? String), String(decoding: data, as: UTF8.self))
    }
  }

  @Test func `a message is lent, sent again when it is given back, and gone once acknowledged`()
    async throws
  {
    let stand = try Stand()
    let token = try await token(stand)
    await stand.stores.publish(Array("one".utf8))
    let first = try messages(await ask(stand, "pull", #"{"maxMessages":9}"#, token: token))
    #expect(first.map(\.data) == ["one"])
    let none = await ask(stand, "pull", #"{"maxMessages":9}"#, token: token)
    #expect(try messages(none).isEmpty && none.delay > .zero)
    let given = #"{"ackIds":["\#(first[0].handle)"],"ackDeadlineSeconds":0}"#
    #expect(await ask(stand, "modifyAckDeadline", given, token: token).status == 200)
    let second = try messages(
      await ask(stand, "pull", #"{"maxMessages":9,"returnImmediately":true}"#, token: token))
    #expect(second.map(\.data) == ["one"] && second[0].handle != first[0].handle)
    // The handle of the first time names nothing any more.
    _ = await ask(
      stand, "acknowledge", #"{"ackIds":["\#(first[0].handle)"]}"#, token: token)
    #expect(await stand.stores.pulledMessages == (1, 0))
    _ = await ask(
      stand, "acknowledge", #"{"ackIds":["\#(second[0].handle)"]}"#, token: token)
    #expect(await stand.stores.pulledMessages == (0, 1))
  }

  @Test func `what the world says of Google Play waits there, and is not pushed`() async throws {
    let stand = try Stand()
    stand.clock.now = stand.clock.now + .hours(24)
    var target = WebhookTarget(appStore: "http://a", googlePlay: "http://g")
    target.isPulled = true
    let pushed = try await stand.stores.deliverDue(to: target) { post in
      #expect(post.url == "http://a")
      return 200
    }
    #expect(pushed.taken > 0)
    let found = try messages(
      await ask(stand, "pull", #"{"maxMessages":1000}"#, token: try await token(stand)))
    #expect(!found.isEmpty && found.allSatisfy { $0.data.contains("subscriptionNotification") })
  }

  @Test func `permissions, names and arguments are checked`() async throws {
    let stand = try Stand()
    let (play, pubSub) = (try await stand.accessToken(), try await token(stand))
    let body = #"{"maxMessages":1}"#
    #expect(await ask(stand, "pull", body, token: "none").status == 401)
    #expect(await ask(stand, "pull", body, token: play).status == 403)
    let other = "/google-pubsub/v1/projects/simulated/subscriptions/other"
    #expect(await ask(stand, "pull", body, token: pubSub, path: other).status == 404)
    for (verb, body) in [
      ("pull", #"{"maxMessages":0}"#), ("pull", "x"), ("acknowledge", #"{"ackIds":[]}"#),
      ("modifyAckDeadline", #"{"ackIds":["a"],"ackDeadlineSeconds":601}"#),
    ] { #expect(await ask(stand, verb, body, token: pubSub).status == 400, "\(verb)") }
    #expect(await stand.play("voidedpurchases", token: pubSub).status == 403)
  }
}
