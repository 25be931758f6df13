import Cryptography
import PlainText
import StoreSimulator
import SubscriptionCore
import Testing

@testable import SimulatedStores

@Suite struct FakeCredentialsTests {
  @Test(arguments: [
    (["alg": "\"HS256\""], [:]), (["kid": "\"OTHER\""], [:]), (["typ": "\"at+jwt\""], [:]),
    ([:], ["iss": "\"someone\""]), ([:], ["aud": "\"appstoreconnect-v2\""]),
    ([:], ["bid": "\"com.example.other\""]), ([:], ["exp": "1"]), ([:], ["exp": "9999999999"]),
    ([:], ["iat": "9999999000", "exp": "9999999999"]), ([:], ["exp": "null"]),
  ])
  func `a wrong token is not accepted by the App Store`(
    header: [String: String], claims: [String: String]
  ) async throws {
    let stand = try Stand()
    let purchase = try await stand.purchase(at: .appStore)
    let target = "/app-store/inApps/v1/subscriptions/\(purchase.key)"
    let token = try stand.appStoreToken(header: header, claims: claims)
    let refused = try await stand.ask(target, token: token)
    #expect(refused.status == 401)
    #expect(refused.note != nil)
    #expect(try await stand.ask(target).status == 200)
  }

  @Test func `a token signed by another key is not accepted`() async throws {
    let stand = try Stand()
    let right = try stand.appStoreToken().split(separator: ".")
    let signed = right[0] + "." + right[1]
    let signature = try PrivateKey.generated(.p256).signature(for: Array(signed.utf8))
    let forged = signed + "." + Base64.encode(signature, alphabet: .url)
    let reply = try await stand.ask(
      "/app-store/inApps/v1/subscriptions/1", token: String(forged))
    #expect(reply.status == 401)
    #expect(reply.note == "the signature is not by the key")
  }

  @Test(arguments: [
    "", "no token", "a.b", "e30.e30.", "e30.e30.AAAA",
  ])
  func `what is no token is not accepted`(token: String) async throws {
    let stand = try Stand()
    let reply = try await stand.ask("/app-store/inApps/v1/subscriptions/1", token: token)
    #expect(reply.status == 401)
  }

  @Test(arguments: [
    ["iss": "\"someone\""], ["aud": "\"https://example.com/token\""], ["iat": "null"],
    ["scope": "\"https://www.googleapis.com/auth/drive\""], ["exp": "1"],
    ["exp": "9999999999"],
  ])
  func `a wrong assertion gives no access`(claims: [String: String]) async throws {
    let stand = try Stand()
    let reply = await stand.exchange(try await stand.assertion(claims: claims))
    #expect(reply.status == 400)
    #expect(text(reply).contains("invalid_grant"))
    #expect(await stand.exchange(try await stand.assertion()).status == 200)
  }

  @Test func `an assertion for Google's own endpoint gives access, as its libraries write it`()
    async throws
  {
    let stand = try Stand()
    let assertion = try await stand.assertion(
      claims: ["aud": "\"https://oauth2.googleapis.com/token\""])
    #expect(await stand.exchange(assertion).status == 200)
  }

  @Test func `a token that does not say when it was issued is accepted by the App Store`()
    async throws
  {
    let stand = try Stand()
    let purchase = try await stand.purchase(at: .appStore)
    let target = "/app-store/inApps/v1/subscriptions/\(purchase.key)"
    func status(_ exp: Int64) async throws -> Int {
      try await stand.ask(
        target, token: stand.appStoreToken(claims: ["iat": "null", "exp": "\(exp)"])
      ).status
    }
    #expect(try await status(stand.seconds + 300) == 200)
    #expect(try await status(stand.seconds + 3_700) == 401)
    #expect(try await status(stand.seconds - 1) == 401)
  }

  @Test func `a client may live in another present than the stores`() async throws {
    let clients = TestClock(SimulatedWorld.defaultStart + .days(1))
    let stand = try Stand(clientClock: clients)
    let purchase = try await stand.purchase(at: .googlePlay)
    let seconds = clients.now.milliseconds / 1000
    let reply = await stand.exchange(
      try await stand.assertion(claims: ["iat": "\(seconds)", "exp": "\(seconds + 600)"]))
    #expect(reply.status == 200)
    let token = try await stand.accessToken()
    let question = "subscriptionsv2/tokens/\(purchase.key)"
    stand.clock.now = stand.clock.now + .hours(2)
    #expect(await stand.play(question, token: token).status == 200)
    clients.now = clients.now + .hours(2)
    #expect(await stand.play(question, token: token).status == 401)
  }

  @Test func `an assertion signed by another key gives no access`() async throws {
    let stand = try Stand()
    let right = try await stand.assertion().split(separator: ".")
    let signed = right[0] + "." + right[1]
    let other = try PrivateKey.generated(.rsa)
    let signature = try other.signature(for: Array(signed.utf8))
    let forged = signed + "." + Base64.encode(signature, alphabet: .url)
    #expect(await stand.exchange(String(forged)).status == 400)
  }

  @Test func `an access token runs out`() async throws {
    let stand = try Stand()
    let purchase = try await stand.purchase(at: .googlePlay)
    let token = try await stand.accessToken()
    #expect(await stand.play("subscriptionsv2/tokens/\(purchase.key)", token: token).status == 200)
    stand.clock.now = stand.clock.now + .hours(1)
    #expect(await stand.play("subscriptionsv2/tokens/\(purchase.key)", token: token).status == 401)
  }

  @Test func `the keys do not show themselves`() throws {
    let credentials = try FakeCredentials(seed: 1)
    #expect(!String(reflecting: credentials).contains("PRIVATE"))
    #expect(Mirror(reflecting: credentials).children.isEmpty)
  }
}
