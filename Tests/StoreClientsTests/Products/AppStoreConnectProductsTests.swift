import StoreSync
import SubscriptionCore
import Testing

@testable import StoreClients

@Suite struct AppStoreConnectProductsTests {
  private func reader(_ script: Script) throws -> AppStoreConnectProducts {
    AppStoreConnectProducts(
      key: try TestKeys.appStoreKey(), bundle: "com.a", dependencies: script.dependencies)
  }

  private static let app = reply(
    200, "{\"data\":[{\"id\":\"7\",\"attributes\":{\"bundleId\":\"com.a\"}}]}")
  private static let nothing = reply(200, "{\"data\":[]}")

  private static func grace(_ attributes: String) -> Script.Reply {
    reply(200, "{\"data\":{\"id\":\"g\",\"attributes\":{\(attributes)}}}")
  }

  @Test func `the token names no bundle and holds less than twenty minutes`() async throws {
    let script = Script([Self.app, Self.grace(""), Self.nothing])
    _ = try await reader(script).productSettings()
    let token = try #require(script.questions.first?.bearer)
    #expect(part(0, of: token)["kid"] == .text("KEY1"))
    let claims = part(1, of: token)
    #expect(claims["aud"] == .text("appstoreconnect-v1"))
    #expect(claims["bid"] == nil)
    guard case .number(let from) = claims["iat"], case .number(let to) = claims["exp"] else {
      Issue.record("no times")
      return
    }
    #expect(to - from <= 1_200)
    #expect(
      script.questions.map(\.url).first
        == "https://api.appstoreconnect.apple.com/v1/apps?filter%5BbundleId%5D=com.a&limit=200")
    #expect(Set(script.questions.map(\.bearer)).count == 1)
  }

  @Test(arguments: [
    ("\"optIn\":true,\"duration\":\"SIXTEEN_DAYS\",\"renewalType\":\"ALL_RENEWALS\"", "16d"),
    (
      "\"optIn\":true,\"sandboxOptIn\":true,\"duration\":\"TWENTY_EIGHT_DAYS\","
        + "\"renewalType\":\"PAID_TO_PAID_ONLY\"", "28d, sandbox, paid only"
    ),
    ("\"optIn\":false,\"sandboxOptIn\":true,\"duration\":\"THREE_DAYS\"", "off, sandbox"),
    ("\"optIn\":true,\"duration\":\"FORTY_DAYS\"", "off"), ("", "off"),
  ])
  func `the grace setting is read`(_ attributes: String, _ expected: String) async throws {
    let script = Script([Self.app, Self.grace(attributes), Self.nothing])
    let statements = try await reader(script).productSettings()
    #expect(statements.map(\.fact.value) == [expected])
    #expect(statements.map(\.source) == [.appStoreConnect])
  }

  @Test func `a price of later has its date, a preserved one does not count`() async throws {
    func price(_ id: String, _ since: String, preserved: Bool = false) -> String {
      """
      {"id":"\(id)","attributes":{"startDate":\(since),"preserved":\(preserved)},"relationships":
      {"territory":{"data":{"id":"USA","type":"territories"}},"subscriptionPricePoint":
      {"data":{"id":"\(id)","type":"subscriptionPricePoints"}}}}
      """
    }
    func point(_ id: String, _ amount: String) -> String {
      "{\"type\":\"subscriptionPricePoints\",\"id\":\"\(id)\",\"attributes\":"
        + "{\"customerPrice\":\"\(amount)\"}}"
    }
    let prices = [
      price("a", "null"), price("b", "\"2026-12-01\""), price("c", "null", preserved: true),
    ].joined(separator: ",")
    let script = Script([
      Self.app, Self.grace("\"optIn\":false"), reply(200, "{\"data\":[{\"id\":\"21\"}]}"),
      reply(
        200,
        "{\"data\":[{\"id\":\"64\",\"attributes\":{\"productId\":\"pro\",\"groupLevel\":1,"
          + "\"subscriptionPeriod\":\"SIX_MONTHS\"}}]}"),
      reply(
        200,
        "{\"data\":[\(prices)],\"included\":[\(point("a", "4.99")),\(point("b", "5.99")),"
          + "\(point("c", "3.99")),{\"type\":\"territories\",\"id\":\"USA\",\"attributes\":"
          + "{\"currency\":\"USD\"}}]}"),
      Self.nothing, Self.nothing,
    ])
    var catalogue = ProductCatalogue()
    catalogue.take(try await reader(script).productSettings(), at: testNow)
    let key = ProductKey(store: .appStore, app: "com.a", product: "pro")
    #expect(catalogue.period(of: key)?.value == BillingPeriod(6, .month))
    func amount(_ day: String) -> String? {
      catalogue.price(of: key, country: "USA", at: Timestamp(rfc3339: day))?.value.decimal
    }
    #expect(amount("2026-11-30") == "4.99")
    #expect(amount("2026-12-01") == "5.99")
  }

  @Test func `pages follow at our own address and end`() async throws {
    let next = "{\"data\":[],\"links\":{\"next\":\"https://evil.example/v1?cursor=c1&limit=1\"}}"
    let script = Script([
      Self.app, Self.grace("\"optIn\":false"), reply(200, next), Self.nothing,
    ])
    _ = try await reader(script).productSettings()
    let last = try #require(script.questions.last?.url)
    #expect(last.hasPrefix("https://api.appstoreconnect.apple.com/v1/apps/7/subscriptionGroups?"))
    #expect(last.hasSuffix("limit=200&cursor=c1"))
  }
}
