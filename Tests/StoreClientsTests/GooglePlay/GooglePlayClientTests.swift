import Cryptography
import Foundation
import StoreSync
import SubscriptionCore
import Testing

@testable import StoreClients

@Suite struct GooglePlayClientTests {
  private static let resource = "{\"subscriptionState\":\"SUBSCRIPTION_STATE_ACTIVE\"}"

  private static func access(_ name: String, seconds: Int = 3_599) -> Script.Reply {
    reply(200, "{\"access_token\":\"\(name)\",\"expires_in\":\(seconds),\"token_type\":\"Bearer\"}")
  }

  private func client(_ script: Script) throws -> GooglePlayClient {
    GooglePlayClient(
      package: "com.example",
      access: GooglePlayAccess(
        account: try TestKeys.serviceAccount(), dependencies: script.dependencies))
  }

  @Test func `an assertion is exchanged and its token carried`() async throws {
    let script = Script([Self.access("ya29.a"), reply(200, Self.resource)])
    let answer = try await client(script).subscription(purchaseToken: "a/b")
    #expect(answer.body == Array(Self.resource.utf8))
    let (exchange, question) = (script.questions[0], script.questions[1])
    #expect(exchange.url == "https://oauth.example/token")
    #expect(exchange.method == "POST")
    #expect(exchange.fields["Authorization"] == nil)
    let form = String(decoding: exchange.body, as: UTF8.self).split(separator: "&")
    #expect(form[0] == "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer")
    let assertion = String(form[1].dropFirst("assertion=".count))
    let claims = part(1, of: assertion)
    #expect(claims["iss"] == .text("robot@example.com"))
    #expect(claims["aud"] == .text("https://oauth.example/token"))
    #expect(claims["scope"] == .text("https://www.googleapis.com/auth/androidpublisher"))
    #expect(part(0, of: assertion)["kid"] == .text("k1"))
    #expect(question.bearer == "ya29.a")
    #expect(
      question.url == "https://androidpublisher.googleapis.com/androidpublisher/v3/applications/"
        + "com.example/purchases/subscriptionsv2/tokens/a%2Fb")
  }

  @Test func `a token is kept, then exchanged shortly before its end`() async throws {
    let script = Script([
      Self.access("one"), reply(200, Self.resource), reply(200, Self.resource),
      Self.access("two"), reply(200, Self.resource),
    ])
    let client = try client(script)
    for step in [Duration.zero, .minutes(57), .minutes(2)] {
      script.now = script.now + step
      _ = try await client.subscription(purchaseToken: "t")
    }
    #expect(script.questions.map(\.bearer) == ["", "one", "one", "", "two"])
  }

  @Test func `a token that runs out on its way is exchanged once`() async throws {
    let script = Script([
      Self.access("one"), reply(401), Self.access("two"), reply(200, Self.resource),
    ])
    _ = try await client(script).subscription(purchaseToken: "t")
    #expect(script.questions.map(\.bearer) == ["", "one", "", "two"])
  }

  @Test func `askers that come together share one exchange`() async throws {
    let script = Script(
      [Self.access("one")] + Array(repeating: reply(200, Self.resource), count: 20))
    let client = try client(script)
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<20 {
        group.addTask {
          (try? await client.subscription(purchaseToken: "t\(number)")) != nil
        }
      }
      for await isAnswered in group { #expect(isAnswered) }
    }
    #expect(script.questions.filter { $0.bearer.isEmpty }.count == 1)
    #expect(script.questions.count == 21)
  }

  @Test func `two packages of an account share its token`() async throws {
    let script = Script([
      Self.access("one"), reply(200, Self.resource), reply(200, Self.resource),
    ])
    let access = GooglePlayAccess(
      account: try TestKeys.serviceAccount(), dependencies: script.dependencies)
    for package: AppID in ["com.a", "com.b"] {
      _ = try await GooglePlayClient(package: package, access: access).subscription(
        purchaseToken: "t")
    }
    #expect(script.questions.map(\.bearer) == ["", "one", "one"])
  }

  @Test(arguments: [
    (
      reply(400, "{\"error\":\"invalid_grant\",\"error_description\":\"Invalid JWT Signature.\"}"),
      StoreAPIError.unauthorized(detail: "HTTP 400, invalid_grant: Invalid JWT Signature")
    ),
    (
      reply(
        400, "{\"error\":\"invalid_grant\"}", ["Date": "Fri, 20 Nov 2026 11:00:00 GMT"]),
      .clockSkew(milliseconds: -3_600_000)
    ),
    (
      reply(400, "{\"error\":\"invalid_scope\"}"),
      .unauthorized(detail: "HTTP 400, invalid_scope")
    ),
    (reply(404), .unauthorized(detail: "HTTP 404")),
    (
      reply(200, "{}"),
      .malformed(detail: "the token endpoint gives no access token")
    ),
  ])
  func `a refused exchange says why`(answer: Script.Reply, error: StoreAPIError) async throws {
    let script = Script(Array(repeating: answer, count: 4))
    let client = try client(script)
    #expect(await failure { try await client.subscription(purchaseToken: "t") } == error)
    #expect(script.questions.allSatisfy { $0.bearer.isEmpty })
  }

  @Test func `a refused key is not presented with every question`() async throws {
    let script = Script([
      reply(400, "{\"error\":\"invalid_grant\"}"), Self.access("one"), reply(200, Self.resource),
    ])
    let client = try client(script)
    for _ in 0..<5 {
      let error = await failure { try await client.subscription(purchaseToken: "t") }
      #expect(error == .unauthorized(detail: "HTTP 400, invalid_grant"))
    }
    #expect(script.questions.count == 1)
    script.now = script.now + .seconds(31)
    _ = try await client.subscription(purchaseToken: "t")
  }

  @Test func `an exchange that fails for now is tried again`() async throws {
    let script = Script([reply(503), Self.access("one"), reply(200, Self.resource)])
    _ = try await client(script).subscription(purchaseToken: "t")
    #expect(script.waits == [.milliseconds(500)])
  }

  @Test func `voided purchases are asked for page by page within Google's memory`() async throws {
    let script = Script([
      Self.access("one"),
      reply(200, "{\"voidedPurchases\":[{}],\"tokenPagination\":{\"nextPageToken\":\"n\"}}"),
      reply(200, "{}"),
    ])
    let client = try client(script)
    let span = testNow - .days(90)..<testNow + .hours(1)
    let first = try await client.voidedPurchases(span, after: nil)
    #expect(first.nextPage == "n")
    let last = try await client.voidedPurchases(span, after: first.nextPage)
    #expect(last.nextPage == nil)
    let start = (testNow - .days(30) + .minutes(1)).milliseconds
    let query = "?startTime=\(start)&endTime=\(testNow.milliseconds)&type=1"
    #expect(script.questions[1].url.hasSuffix("purchases/voidedpurchases" + query))
    #expect(script.questions[2].url.hasSuffix(query + "&token=n"))
  }

  @Test(arguments: ["<html>", "{}", "{\"lineItems\":7}", "[1]"])
  func `what is no resource is kept out`(body: String) async throws {
    let script = Script([Self.access("one"), reply(200, body)])
    let client = try client(script)
    #expect(
      await failure { try await client.subscription(purchaseToken: "t") }
        == .malformed(detail: "it is not a SubscriptionPurchaseV2"))
  }

  @Test func `a page that leads to itself ends the asking`() async throws {
    let script = Script([
      Self.access("one"), reply(200, "{\"tokenPagination\":{\"nextPageToken\":\"n\"}}"),
    ])
    let client = try client(script)
    #expect(
      await failure { try await client.voidedPurchases(testNow..<testNow, after: "n") }
        == .malformed(detail: "its next page is itself"))
  }
}
