import SubscriptionCore
import Testing

@testable import churntopd

@Suite struct WebhookSecretTests {
  private static let now = Timestamp(seconds: 1_614_265_330)

  @Test func `the example of Standard Webhooks is signed as published`() throws {
    let secret = try #require(WebhookSecret(Array("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".utf8)))
    let fields = secret.fields(
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek", body: Array(#"{"test": 2432232314}"#.utf8), at: Self.now)
    #expect(
      fields == [
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
      ])
  }

  @Test func `of two secrets both sign, so that one can replace the other`() throws {
    let other = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
    let both = try #require(
      WebhookSecret(Array("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n\(other)\n".utf8)))
    let signatures = try #require(
      both.fields(id: "a", body: [1], at: Self.now)["webhook-signature"]
    )
    .split(separator: " ").map(String.init)
    #expect(signatures.count == 2)
    let alone = try #require(WebhookSecret(Array(other.utf8)))
    #expect(alone.fields(id: "a", body: [1], at: Self.now)["webhook-signature"] == signatures[1])
  }

  @Test(arguments: [
    "", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_", "whsec_c2hvcnQ=", "whsec_!!!!",
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw whsec_c2hvcnQ=",
  ])
  func `what is no secret is none`(text: String) {
    #expect(WebhookSecret(Array(text.utf8)) == nil)
  }
}
