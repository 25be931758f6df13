import Cryptography
import Foundation
import StoreSync
import SubscriptionCore
import Testing

@testable import StoreClients

@Suite struct AppStoreServerClientTests {
  private func client(
    _ script: Script, environment: StoreEnvironment = .production
  ) throws -> AppStoreServerClient {
    AppStoreServerClient(
      key: try TestKeys.appStoreKey(), bundle: "com.example", environment: environment,
      dependencies: script.dependencies)
  }

  private static let statuses =
    "{\"environment\":\"Production\",\"bundleId\":\"com.example\",\"data\":[]}"

  @Test func `a question carries a token as the App Store wants it`() async throws {
    let script = Script([reply(200, Self.statuses)])
    let answer = try await client(script).subscriptionStatuses(transaction: "20/0")
    #expect(answer.body == Array(Self.statuses.utf8))
    #expect(answer.nextPage == nil)
    let question = try #require(script.questions.first)
    #expect(question.url == "https://api.storekit.apple.com/inApps/v1/subscriptions/20%2F0")
    let token = question.bearer
    #expect(
      part(0, of: token) == ["alg": .text("ES256"), "kid": .text("KEY1"), "typ": .text("JWT")])
    let claims = part(1, of: token)
    #expect(claims["iss"] == .text("issuer"))
    #expect(claims["aud"] == .text("appstoreconnect-v1"))
    #expect(claims["bid"] == .text("com.example"))
    guard case .number(let from) = claims["iat"], case .number(let until) = claims["exp"] else {
      Issue.record("no times")
      return
    }
    #expect(from <= testNow.milliseconds / 1000 && until - from <= 3_600)
    let parts = token.split(separator: ".")
    let signature = try #require(Data(base64URL: String(parts[2])))
    #expect(
      try TestKeys.appStore.get().publicKey.isValidSignature(
        Array(signature), for: Array((parts[0] + "." + parts[1]).utf8)))
  }

  @Test func `a token is kept until shortly before its end`() async throws {
    let script = Script(Array(repeating: reply(200, Self.statuses), count: 4))
    let client = try client(script)
    let steps: [Duration] = [.zero, .minutes(12), .minutes(2), .minutes(1)]
    for step in steps {
      script.now = script.now + step
      _ = try await client.subscriptionStatuses(transaction: "1")
    }
    let tokens = script.questions.map(\.bearer)
    #expect(tokens[0] == tokens[1])
    #expect(tokens[1] != tokens[2])
    #expect(tokens[2] == tokens[3])
  }

  @Test func `a token from before the clock was set back is made anew`() async throws {
    let script = Script(Array(repeating: reply(200, Self.statuses), count: 2))
    let client = try client(script)
    _ = try await client.subscriptionStatuses(transaction: "1")
    script.now = script.now - .hours(2)
    _ = try await client.subscriptionStatuses(transaction: "1")
    #expect(Set(script.questions.map(\.bearer)).count == 2)
  }

  @Test func `an order is looked up, and one that is not valid is none`() async throws {
    let answer = "{\"status\":0,\"signedTransactions\":[\"a.b.c\"]}"
    let script = Script([reply(200, answer), reply(200, "{\"status\":1}")])
    let client = try client(script)
    let order = try #require(AppStoreOrderID("MK5TTTVWJH"))
    #expect(try await client.transactions(of: order)?.body == Array(answer.utf8))
    #expect(try await client.transactions(of: order) == nil)
    #expect(
      script.questions.map(\.url)
        == Array(
          repeating: "https://api.storekit.apple.com/inApps/v1/lookup/MK5TTTVWJH", count: 2))
  }

  @Test(arguments: [
    "{}", "{\"status\":2}", "{\"status\":0}", "{\"status\":0,\"signedTransactions\":[]}", "[]",
    "{\"status\":\"0\"}",
  ])
  func `an answer about an order that decides nothing is malformed`(_ body: String) async throws {
    let client = try client(Script([reply(200, body)]))
    let order = try #require(AppStoreOrderID("MK5TTTVWJH"))
    guard case .malformed? = await failure({ try await client.transactions(of: order) }) else {
      Issue.record("\(body) was taken for an answer")
      return
    }
  }

  @Test func `the sandbox is not asked for orders, and production ten times a second`()
    async throws
  {
    let order = try #require(AppStoreOrderID("MK5TTTVWJH"))
    let sandbox = Script([])
    let client = try client(sandbox, environment: .sandbox)
    #expect(
      await failure { try await client.transactions(of: order) }
        == .refused(status: 0, detail: "orders are looked up in production alone"))
    #expect(sandbox.questions.isEmpty)
    let script = Script(Array(repeating: reply(200, "{\"status\":1}"), count: 11))
    let start = script.now
    let production = try self.client(script)
    for _ in 0..<11 { _ = try await production.transactions(of: order) }
    #expect(script.now - start == .milliseconds(100))
  }

  @Test func `notifications are asked for by a body in milliseconds`() async throws {
    let script = Script([
      reply(200, "{\"paginationToken\":\"p\",\"hasMore\":true,\"notificationHistory\":[]}"),
      reply(
        200,
        """
        {"hasMore":false,"notificationHistory":[
        {"signedPayload":"x","sendAttempts":[{"attemptDate":9000,"sendAttemptResult":"SUCCESS"},
        {"attemptDate":2000,"sendAttemptResult":"TIMED_OUT"}]},
        {"signedPayload":"y","sendAttempts":[{"attemptDate":5000}]},
        {"signedPayload":"z","sendAttempts":[]},{"signedPayload":"z"}]}
        """),
    ])
    let client = try client(script)
    let span = testNow - .days(3)..<testNow
    let first = try await client.notificationHistory(span, onlyFailures: true, after: nil)
    let last = try await client.notificationHistory(
      span, onlyFailures: false, after: first.nextPage)
    #expect(first.sentAt == nil && last.sentAt == Timestamp(milliseconds: 5_000))
    let bodies = script.questions.map { String(decoding: $0.body, as: UTF8.self) }
    let times =
      "{\"startDate\":\(span.lowerBound.milliseconds),\"endDate\":\(span.upperBound.milliseconds)"
    #expect(bodies == [times + ",\"onlyFailures\":true}", times + "}"])
    #expect(script.questions.map(\.method) == ["POST", "POST"])
    #expect(script.questions.last?.url.hasSuffix("history?paginationToken=p") == true)
    #expect(script.questions[0].fields["Content-Type"] == "application/json")
  }

  @Test(arguments: [(StoreEnvironment.production, 180), (.sandbox, 30)])
  func `a span from before the App Store's memory is cut`(
    environment: StoreEnvironment, days: Int
  ) async throws {
    let script = Script([reply(200, "{\"hasMore\":false,\"notificationHistory\":[]}")])
    _ = try await client(script, environment: environment).notificationHistory(
      testNow - .days(400)..<testNow, onlyFailures: false, after: nil)
    let body = String(decoding: script.questions[0].body, as: UTF8.self)
    let start = (testNow - .days(days) + .minutes(1)).milliseconds
    #expect(body.hasPrefix("{\"startDate\":\(start),"))
  }

  @Test func `a test notification is asked for and asked about`() async throws {
    let script = Script([
      reply(200, "{\"testNotificationToken\":\"t_1\"}"),
      reply(200, "{\"signedPayload\":\"x\",\"sendAttempts\":[]}"),
    ])
    let client = try client(script)
    let token = try await client.requestTestNotification()
    #expect(token == "t_1")
    _ = try await client.testNotificationStatus(token: token)
    let address = "https://api.storekit.apple.com/inApps/v1/notifications/test"
    #expect(
      script.questions.map { $0.method + " " + $0.url }
        == ["POST " + address, "GET " + address + "/t_1"])
    // One a second: the second question waited.
    #expect(script.waits == [.seconds(1)])
  }

  @Test(arguments: [
    "<html>", "", "[]", "{\"bundleId\":\"com.example\"}", "{\"data\":7}",
    "{\"bundleId\":\"com.other\",\"data\":[]}", "{\"environment\":\"Sandbox\",\"data\":[]}",
  ])
  func `an answer that Apple does not document is kept out`(body: String) async throws {
    let script = Script([reply(200, body)])
    let client = try client(script)
    let error = await failure { try await client.subscriptionStatuses(transaction: "1") }
    guard case .malformed = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: [
    "{\"hasMore\":true,\"notificationHistory\":[]}",
    "{\"hasMore\":true,\"paginationToken\":\"\",\"notificationHistory\":[]}",
    "{\"hasMore\":true,\"paginationToken\":\"same\",\"notificationHistory\":[]}",
  ])
  func `pages that lead nowhere end the asking`(body: String) async throws {
    let script = Script([reply(200, body)])
    let client = try client(script)
    let error = await failure {
      try await client.notificationHistory(
        testNow - .days(3)..<testNow, onlyFailures: false, after: "same")
    }
    guard case .malformed = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a question without a name is not asked`() async throws {
    let script = Script([])
    let client = try client(script)
    #expect(
      await failure { try await client.subscriptionStatuses(transaction: "") }
        == .notFound(detail: "no identifier is given"))
    #expect(script.questions.isEmpty)
  }
}

extension Data {
  fileprivate init?(base64URL text: String) {
    let standard = text.replacing("-", with: "+").replacing("_", with: "/")
    self.init(base64Encoded: standard + String(repeating: "=", count: (4 - text.count % 4) % 4))
  }
}
