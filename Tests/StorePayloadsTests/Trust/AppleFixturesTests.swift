import Cryptography
import Foundation
import SubscriptionCore
import Testing

@testable import StorePayloads

/// The verdicts of Apple's own library about its own fixtures, as its tests state them
/// (app-store-server-library-python, `tests/test_payload_verification.py`).
@Suite struct AppleFixturesTests {
  private static let folder = "app-store-server-library/"
  private let root: TrustedRoot

  init() throws { root = try TrustedRoot(file: Self.bytes("testCA.der")) }

  private static func bytes(_ name: String) throws -> [UInt8] {
    let url = try #require(Bundle.module.resourceURL)
    return Array(try Data(contentsOf: url.appendingPathComponent("Fixtures/" + folder + name)))
  }

  private static func text(_ name: String) throws -> String { try fixture(folder + name) }

  private func reader(
    _ roots: [TrustedRoot]? = nil, _ environment: StoreEnvironment = .sandbox
  ) -> PayloadReader {
    PayloadReader(
      trust: TrustPolicy(
        mode: .required, roots: roots ?? [root], bundle: "com.example", environment: environment))
  }

  /// The certificates in a fixture's header.
  private static func chain(_ name: String) throws -> [[UInt8]] {
    try bytes(name).withUnsafeBufferPointer { text in
      try JOSEHeader.certificates(try #require(CompactJWS(text)).header)
    }
  }

  @Test func `the notification verifies, and in production it is of another environment`() throws {
    var sandbox = reader()
    let test = try sandbox.payload(Self.text("testNotification"))
    #expect(test.verification == .verified)
    #expect(test.identity == "asn:9ad56bd2-0bc6-42e0-af24-fd996d87a1e6")
    var production = reader(nil, .production)
    let refusal = try production.refusal(Self.text("testNotification"))
    #expect(refusal.error == .proof(.otherEnvironment("sandbox")))
  }

  @Test(arguments: ["testNotification", "transactionInfo", "renewalInfo", "wrongBundleId"])
  func `the signature holds under the test root alone`(_ name: String) throws {
    let bytes = try Self.bytes(name)
    func root(of bytes: [UInt8], _ roots: [TrustedRoot]) throws -> TrustedRoot {
      var verifier = SignatureVerifier(roots: roots)
      return try bytes.withUnsafeBufferPointer { text in
        try verifier.verify(try #require(CompactJWS(text))).root
      }
    }
    #expect(try root(of: bytes, [.appleRootCAG3, self.root]) == self.root)
    #expect(throws: PayloadError.proof(.untrustedRoot)) {
      try root(of: bytes, [.appleRootCAG3])
    }
    var forged = bytes
    forged[forged.count - 20] ^= 1
    #expect(throws: PayloadError.proof(.signatureInvalid)) { try root(of: forged, [self.root]) }
  }

  @Test(arguments: ["transactionInfo", "renewalInfo"])
  func `what states no subscription is refused for that, not for its signature`(
    _ name: String
  ) throws {
    var reader = reader()
    let refusal = try reader.refusal(Self.text(name))
    if case .proof(let problem) = refusal.error { Issue.record("\(problem)") }
  }

  @Test(arguments: [
    ("missingX5CHeaderClaim", PayloadError.proof(.chainLength(0))),
    ("wrongBundleId", .proof(.otherApp("com.example.wrong"))),
  ])
  func `what Apple's library refuses is refused for the same reason`(
    _ name: String, _ error: PayloadError
  ) throws {
    var reader = reader()
    #expect(try reader.refusal(Self.text(name)).error == error)
  }

  @Test func `version 1 is read in the place of the root alone, with its key and signature`()
    throws
  {
    let chain = try Self.chain("testNotification")
    #expect(Certificate(der: chain[2]) == nil)
    #expect(Certificate(der: chain[2], isRoot: true)?.extensions.isEmpty == true)
    _ = try CertificateChain(der: chain, roots: [root])
    #expect(throws: PayloadError.proof(.certificateUnreadable(index: 1))) {
      try CertificateChain(der: [chain[0], chain[2], chain[2]], roots: [root])
    }
    #expect(throws: PayloadError.proof(.certificateUnreadable(index: 0))) {
      try CertificateChain(der: [chain[2], chain[1], chain[2]], roots: [root])
    }
    var forged = chain[2]
    forged[forged.count - 1] ^= 1
    #expect(throws: PayloadError.proof(.untrustedRoot)) {
      try CertificateChain(der: [chain[0], chain[1], forged], roots: [root])
    }
    // It can be pinned itself, and then a chain whose root is the other certificate verifies.
    let old = try TrustedRoot(file: chain[2])
    _ = try CertificateChain(der: chain, roots: [old])
    _ = try CertificateChain(der: Self.chain("renewalInfo"), roots: [old])
  }

  @Test func `a root that is one app's own proves nothing about another, nor about none`() throws {
    func reader(_ app: AppID) -> PayloadReader {
      PayloadReader(trust: TrustPolicy(mode: .required, rootsOfApps: [app: [root]]))
    }
    var (own, other) = (reader("com.example"), reader("com.example.other"))
    #expect(try own.payload(Self.text("testNotification")).verification == .verified)
    for name in ["testNotification", "transactionInfo", "wrongBundleId"] {
      #expect(try other.refusal(Self.text(name)).error == .proof(.untrustedRoot))
    }
    #expect(try own.refusal(Self.text("wrongBundleId")).error == .proof(.untrustedRoot))
    #expect(try own.refusal(Self.text("renewalInfo")).error == .proof(.untrustedRoot))
  }
}
