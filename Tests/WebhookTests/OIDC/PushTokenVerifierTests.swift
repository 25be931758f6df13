import Foundation
import SubscriptionCore
import Testing

@testable import Webhook

@Suite struct PushTokenVerifierTests {
  private static let now = Timestamp(seconds: 1_795_000_000)

  private static func verifier(_ signers: [PushSigner]) throws -> PushTokenVerifier {
    let body = try PushSigner.set(signers)
    return PushTokenVerifier(
      identities: [PushSigner.identity],
      keys: KeyTable(fetch: { FetchedKeys(body: body, maxAge: nil) }, uptime: { .zero }))
  }

  @Test func `a token of Google's for the configured account is accepted`() async throws {
    let signer = try #require(PushSigner.first)
    let verifier = try Self.verifier([signer])
    try await verifier.verify(authorization: signer.bearer(at: Self.now), at: Self.now)
    var claims = PushSigner.claims(at: Self.now)
    claims["iss"] = "accounts.google.com"
    try await verifier.verify(authorization: signer.bearer(claims), at: Self.now)
  }

  /// A claim that makes a good token bad, with what is said of it.
  struct BadClaim: Sendable, CustomTestStringConvertible {
    let name: String
    let value: String?
    let problem: String
    var testDescription: String { "\(name) = \(value ?? "nothing")" }
  }

  @Test(arguments: [
    BadClaim(name: "iss", value: "\"https://evil.example\"", problem: "issuer"),
    BadClaim(name: "iss", value: nil, problem: "issuer"),
    BadClaim(name: "aud", value: "\"https://example.com/other\"", problem: "audience"),
    BadClaim(name: "aud", value: nil, problem: "audience"),
    BadClaim(name: "email", value: "\"someone@example.com\"", problem: "service account"),
    BadClaim(name: "email", value: nil, problem: "service account"),
    BadClaim(name: "email_verified", value: "false", problem: "service account"),
    BadClaim(name: "email_verified", value: nil, problem: "service account"),
    BadClaim(name: "exp", value: nil, problem: "has no time of expiry (exp)"),
    BadClaim(name: "exp", value: "null", problem: "has no time of expiry (exp)"),
    BadClaim(name: "iat", value: nil, problem: "has no time of issue (iat)"),
    BadClaim(name: "exp", value: "1794999940", problem: "over"),
    BadClaim(name: "exp", value: "9223372036854775807", problem: "none that is one"),
    BadClaim(name: "iat", value: "1795000061", problem: "not valid before"),
    BadClaim(name: "nbf", value: "1795000061", problem: "not valid before"),
  ])
  func `a token that claims something else is refused`(_ bad: BadClaim) async throws {
    let signer = try #require(PushSigner.first)
    let verifier = try Self.verifier([signer])
    var claims = PushSigner.claims(at: Self.now)
    claims[bad.name] = try bad.value.map {
      try JSONSerialization.jsonObject(with: Data($0.utf8), options: .fragmentsAllowed)
    }
    let bearer = try signer.bearer(claims)
    let error = await #expect(throws: PushTokenProblem.self) {
      try await verifier.verify(authorization: bearer, at: Self.now)
    }
    #expect(error?.detail.contains(bad.problem) == true)
  }

  @Test func `a clock that differs by less than a minute is no reason to refuse`() async throws {
    let signer = try #require(PushSigner.first)
    let verifier = try Self.verifier([signer])
    let bearer = try signer.bearer(at: Self.now)
    try await verifier.verify(authorization: bearer, at: Self.now + .seconds(3_649))
    try await verifier.verify(authorization: bearer, at: Self.now - .seconds(69))
    await #expect(throws: PushTokenProblem.self) {
      try await verifier.verify(authorization: bearer, at: Self.now + .seconds(3_650))
    }
    await #expect(throws: PushTokenProblem.self) {
      try await verifier.verify(authorization: bearer, at: Self.now - .seconds(71))
    }
  }

  @Test(arguments: ["none", "HS256", "RS512", "ES256"])
  func `only RS256 counts`(_ algorithm: String) async throws {
    let signer = try #require(PushSigner.first)
    let verifier = try Self.verifier([signer])
    let bearer = try signer.bearer(
      PushSigner.claims(at: Self.now), header: ["alg": algorithm])
    await #expect(throws: PushTokenProblem.algorithm(algorithm)) {
      try await verifier.verify(authorization: bearer, at: Self.now)
    }
  }

  @Test func `what is not signed by Google's key is refused`() async throws {
    let (signer, other) = (try #require(PushSigner.first), try #require(PushSigner.second))
    let verifier = try Self.verifier([signer])
    let bearer = try signer.bearer(at: Self.now)
    var forged = bearer
    forged.removeLast(8)
    await #expect(throws: PushTokenProblem.signature) {
      try await verifier.verify(authorization: forged + "AAAAAAAA", at: Self.now)
    }
    let impostor = try other.bearer(
      PushSigner.claims(at: Self.now), header: ["kid": signer.name])
    await #expect(throws: PushTokenProblem.signature) {
      try await verifier.verify(authorization: impostor, at: Self.now)
    }
    let unknown = try other.bearer(at: Self.now)
    await #expect(throws: PushTokenProblem.unknownKey) {
      try await verifier.verify(authorization: unknown, at: Self.now)
    }
    for text in [
      nil, "", "Bearer", "Bearer ", "Basic abc", "Bearer a.b", "Bearer a.b.c.d", "Bearer ..",
      "Bearer " + String(repeating: "a", count: 9_000),
    ] {
      await #expect(throws: PushTokenProblem.malformed) {
        try await verifier.verify(authorization: text, at: Self.now)
      }
    }
  }
}
