import EventLedger
import Foundation
import OwnThreads
import SubscriptionCore
import Testing

@testable import Webhook

@Suite(.ownThread) struct ShownTests {
  private static let path = WebRoute.promptShown.path

  private static func body(
    _ subject: String, step: Int = 2, key: String = "key-00001", at: String? = nil
  ) -> String {
    let time = at.map { #","at":"\#($0)""# } ?? ""
    return #"{\#(subject),"step":\#(step),"idempotencyKey":"\#(key)"\#(time)}"#
  }

  @Test func `a showing is durable, counts once, and moves the schedule on`() async throws {
    let world = try PromptWorld()
    let due = try #require(world.alone { $0.status.prompt.isDue }.first)
    let account = try #require(due.account)
    try await world.serve { running in
      let path = "/v1/prompts?account=\(account)"
      #expect(try await running.ask("GET", path).json["due"] as? Bool == true)
      let before = try world.ledger.lastPosition()
      let request = Self.body(#""subscription":"\#(due.id)""#)
      let first = try await running.ask("POST", Self.path, json: request)
      #expect(first.status == 200)
      #expect(try world.ledger.lastPosition() == before + 1)
      #expect(try await running.ask("GET", path).json["due"] as? Bool == false)

      running.clock.pass(.minutes(3))
      let again = try await running.ask("POST", Self.path, json: request)
      #expect(again.body == first.body, "the same answer, with the time of the first")
      let byAccount = try await running.ask(
        "POST", Self.path, json: Self.body(#""account":"\#(account)""#))
      #expect(byAccount.body == first.body)
      #expect(try world.ledger.lastPosition() == before + 1)

      let other = try await running.ask(
        "POST", Self.path, json: Self.body(#""subscription":"\#(due.id)""#, step: 3))
      #expect((other.status, other.problem) == (409, "key-reused"))
      let next = try await running.ask(
        "POST", Self.path, json: Self.body(#""subscription":"\#(due.id)""#, key: "key-00002"))
      #expect(next.status == 200)
      #expect(try world.ledger.lastPosition() == before + 2)
      let shown = try world.ledger.subscriber(due.id)?.promptsShown.suffix(2)
      #expect(shown?.map(\.step) == [.officialMessage, .officialMessage])
    }
  }

  @Test func `the app states when it was shown`() async throws {
    let world = try PromptWorld()
    let due = try #require(world.alone { $0.status.prompt.isDue }.first)
    try await world.serve { running in
      let at = (running.clock.now - .minutes(10)).rfc3339
      let request = Self.body(#""subscription":"\#(due.id)""#, at: at)
      let reply = try await running.ask("POST", Self.path, json: request)
      #expect((reply.json["shown"] as? [[String: Any]])?.first?["at"] as? String == at)
      let later = (running.clock.now + .minutes(6)).rfc3339
      let early = (running.clock.now - .days(91)).rfc3339
      for time in [later, early] {
        let refused = try await running.ask(
          "POST", Self.path, json: Self.body(#""subscription":"a""#, at: time))
        #expect((refused.status, refused.problem) == (409, "out-of-time"))
      }
    }
  }

  @Test(arguments: [
    ("nothing", 400), ("[]", 400), ("{}", 400), (#"{"step":2,"idempotencyKey":"12345678"}"#, 400),
    (#"{"subscription":"a","account":"b","step":2,"idempotencyKey":"12345678"}"#, 400),
    (#"{"subscription":"a","step":1,"idempotencyKey":"12345678"}"#, 400),
    (#"{"subscription":"a","step":"2","idempotencyKey":"12345678"}"#, 400),
    (#"{"subscription":"a","step":2,"idempotencyKey":"1234567"}"#, 400),
    (#"{"subscription":"a","step":2,"idempotencyKey":"12345678","at":"yesterday"}"#, 400),
    (#"{"subscription":"","step":2,"idempotencyKey":"12345678"}"#, 400),
    (#"{"subscription":"a","step":2,"step":3,"idempotencyKey":"12345678"}"#, 400),
    (#"{"subscription":"a","step":2,"idempotencyKey":"12345678"}"#, 404),
    (#"{"account":"a","step":2,"idempotencyKey":"12345678"}"#, 404),
  ])
  func `a request that cannot count is refused and changes nothing`(
    _ body: String, _ status: Int
  ) async throws {
    let world = try PromptWorld()
    let before = try world.ledger.lastPosition()
    try await world.serve { running in
      let reply = try await running.ask("POST", Self.path, json: body)
      #expect(reply.status == status)
      #expect(try world.ledger.lastPosition() == before)
    }
  }

  @Test func `an account without a failing payment has nothing to show`() async throws {
    let world = try PromptWorld()
    let row = try #require(world.alone { $0.status.state == .active }.first)
    let account = try #require(row.account)
    try await world.serve { running in
      let reply = try await running.ask(
        "POST", Self.path, json: Self.body(#""account":"\#(account)""#))
      #expect((reply.status, reply.problem) == (409, "nothing-failing"))
      let text = try await running.send(
        "POST", Self.path, body: [0x7B],
        fields: ["Authorization": "Bearer " + PromptWorld.token, "Content-Type": "text/plain"])
      #expect((text.status, text.problem) == (415, "not-json"))
      let spaced = try await running.send(
        "POST", Self.path, body: [0x7B],
        fields: [
          "Authorization": "Bearer " + PromptWorld.token,
          "Content-Type": "Application/JSON ; charset=utf-8",
        ])
      #expect((spaced.status, spaced.problem) == (400, "bad-request"))
    }
  }

  @Test(arguments: WebRoute.allCases.filter { $0.scope != nil })
  func `a token opens what its scopes permit, until it expires`(_ route: WebRoute) async throws {
    let world = try PromptWorld()
    let scope = try #require(route.scope)
    let end = world.rows[0].lastEventAt + .days(365)
    func status(_ running: RunningServer) async throws -> (Int, String?) {
      let reply = try await running.ask(
        route.method.rawValue, route.path + (route == .changes ? "" : "?account=a"),
        json: route.method == .post ? "{}" : nil)
      return (reply.status, reply.fields["www-authenticate"])
    }
    try await world.serve(scopes: [scope], expiresAt: end) { running in
      let (open, _) = try await status(running)
      #expect(open == (route == .promptShown ? 400 : 200))
      running.clock.now = end
      let (closed, challenge) = try await status(running)
      #expect(closed == 401)
      #expect(challenge == #"Bearer realm="churntopd", error="invalid_token""#)
      let none = try await running.send(route.method.rawValue, route.path)
      #expect(none.status == 401)
      #expect(none.fields["www-authenticate"] == #"Bearer realm="churntopd""#)
    }
    try await world.serve(scopes: Set(TokenScope.allCases).subtracting([scope])) { running in
      let (forbidden, challenge) = try await status(running)
      #expect(forbidden == 403)
      #expect(
        challenge?.contains(#"error="insufficient_scope", scope="\#(scope.rawValue)""#) == true)
    }
  }
}
