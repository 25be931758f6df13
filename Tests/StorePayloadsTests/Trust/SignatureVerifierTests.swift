import Cryptography
import Foundation
import SeededNumbers
import SubscriptionCore
import Testing

@testable import StorePayloads

@Suite struct SignatureVerifierTests {
  private static let signedAt = "1760055000000"
  private static let transaction = """
    {"transactionId":"2","originalTransactionId":"1","bundleId":"com.example","productId":"p",\
    "purchaseDate":1760054000000,"expiresDate":1762646000000,"signedDate":\(signedAt),\
    "type":"Auto-Renewable Subscription","environment":"Production"}
    """

  private func reader(
    _ authority: TestAuthority, _ mode: TrustPolicy.Mode = .required, bundle: AppID? = nil,
    environment: StoreEnvironment? = nil
  ) throws -> PayloadReader {
    PayloadReader(
      trust: TrustPolicy(
        mode: mode, roots: [try authority.trusted()], bundle: bundle, environment: environment))
  }

  @Test func `what Apple signed verifies against the pinned root alone`() throws {
    var reader = PayloadReader(trust: TrustPolicy(mode: .required))
    let test = try reader.payload(try fixture("apple-signed-test-notification.json"))
    #expect(test.verification == .verified)
    #expect(test.identity == "asn:5e09dcfc-205e-4ea1-9883-96676f394992")
    let renewal = try reader.payload(try fixture("apple-signed-renewal-info.jws"))
    #expect(renewal.verification == .verified)
    #expect(renewal.events.first?.subscription == "as_2000000335310644")
    #expect(renewal.events.first?.facts.environment == .sandbox)
  }

  @Test func `a bit flipped anywhere in what Apple signed is noticed`() throws {
    let original = Array(try fixture("apple-signed-renewal-info.jws").utf8).filter { $0 > 0x20 }
    var numbers = SeededNumbers(seed: 5)
    var reader = PayloadReader(trust: TrustPolicy(mode: .required))
    let ends = [0, 1, original.count - 1, original.count - 2]
    let sampled = stride(from: 2, to: original.count, by: 11).map { $0 }
    for place in ends + sampled {
      var bytes = original
      bytes[place] ^= 1 << UInt8.random(in: 0..<7, using: &numbers)
      let outcomes = reader.read(ArraySlice(bytes), heardAt: testNow)
      for case .payload(let payload) in outcomes {
        Issue.record("byte \(place) changed, and \(payload.identity) still counts")
      }
    }
  }

  @Test func `a chain of one's own verifies with its root, as DER and as PEM`() throws {
    let authority = try TestAuthority()
    let text = try authority.sign(Self.transaction)
    for file in [authority.root, Array(authority.pem.utf8)] {
      let root = try TrustedRoot(file: file)
      var reader = PayloadReader(trust: TrustPolicy(mode: .required, roots: [root]))
      #expect(try reader.payload(text).verification == .verified)
    }
    var apple = PayloadReader(trust: TrustPolicy())
    #expect(try apple.refusal(text).error == .proof(.untrustedRoot))
  }

  @Test func `a file of several certificates is no root, since the first may be the leaf`() throws {
    let authority = try TestAuthority()
    let chain = Array((authority.pem + "\n" + authority.pem).utf8)
    #expect(throws: PayloadError.proof(.rootNotAlone)) { try TrustedRoot(file: chain) }
  }

  @Test func `a second payload of a verified chain is verified as strictly`() throws {
    let authority = try TestAuthority()
    var reader = try reader(authority)
    _ = try reader.payload(try authority.sign(Self.transaction))
    var forged = Array(try authority.sign(Self.transaction).utf8)
    let place = forged.count - 20
    forged[place] = forged[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
    let refusal = try reader.refusal(String(decoding: forged, as: UTF8.self))
    #expect(refusal.error == .proof(.signatureInvalid))
  }

  @Test func `a chain of other length, algorithm or purpose is refused`() throws {
    let good = try TestAuthority()
    var reader = try reader(good)
    func refusal(_ text: String) throws -> PayloadError { try reader.refusal(text).error }
    #expect(
      try refusal(good.sign(Self.transaction, chain: [good.leaf, good.intermediate]))
        == .proof(.chainLength(2)))
    #expect(
      try refusal(good.sign(Self.transaction, algorithm: "none")) == .proof(.algorithm("none")))
    #expect(
      try refusal(good.sign(Self.transaction, algorithm: "HS256")) == .proof(.algorithm("HS256")))
    let stranger = try TestAuthority()
    #expect(
      try refusal(stranger.sign(Self.transaction)) == .proof(.untrustedRoot))
    #expect(
      try refusal(
        stranger.sign(
          Self.transaction, chain: [stranger.leaf, stranger.intermediate, good.root]))
        == .proof(.brokenChain(index: 1)))
    #expect(
      try refusal(
        stranger.sign(Self.transaction, chain: [stranger.leaf, good.intermediate, good.root]))
        == .proof(.brokenChain(index: 0)))
    #expect(
      try refusal(
        good.sign(Self.transaction, chain: [good.leaf, good.leaf.dropLast(), good.root].map { $0 }))
        == .proof(.certificateUnreadable(index: 1)))
  }

  @Test func `a certificate without its purpose, its right or its time is refused`() throws {
    func refusal(_ change: (inout TestAuthority.Flaws) -> Void) throws -> PayloadError {
      var flaws = TestAuthority.Flaws()
      change(&flaws)
      let authority = try TestAuthority(flaws)
      var reader = try reader(authority)
      return try reader.refusal(try authority.sign(Self.transaction)).error
    }
    #expect(try refusal { $0.leafPurpose = nil } == .proof(.purposeMissing(index: 0)))
    #expect(
      try refusal { $0.leafPurpose = "1.2.840.113635.100.6.11.2" }
        == .proof(.purposeMissing(index: 0)))
    #expect(try refusal { $0.intermediatePurpose = nil } == .proof(.purposeMissing(index: 1)))
    #expect(
      try refusal { $0.intermediateIsAuthority = false } == .proof(.brokenChain(index: 0)))
    #expect(try refusal { $0.leafCriticalExtra = true } == .proof(.brokenChain(index: 0)))
    // Signed in October 2025.
    #expect(
      try refusal { $0.leafTo = TestAuthority.date(2024) }
        == .proof(.certificateExpired(index: 0)))
    #expect(
      try refusal { $0.leafFrom = TestAuthority.date(2026) }
        == .proof(.certificateExpired(index: 0)))
  }

  @Test func `the time of a cached chain is checked again`() throws {
    var flaws = TestAuthority.Flaws()
    flaws.leafTo = TestAuthority.date(2026)
    let authority = try TestAuthority(flaws)
    var reader = try reader(authority)
    #expect(try reader.payload(try authority.sign(Self.transaction)).verification == .verified)
    let late = Self.transaction.replacingOccurrences(
      of: "\"signedDate\":\(Self.signedAt)", with: "\"signedDate\":1790000000000")
    #expect(
      try reader.refusal(try authority.sign(late)).error == .proof(.certificateExpired(index: 0)))
  }

  @Test func `another bundle or environment than asked for is refused`() throws {
    let authority = try TestAuthority()
    let text = try authority.sign(Self.transaction)
    var bundle = try reader(authority, bundle: "org.other")
    #expect(try bundle.refusal(text).error == .proof(.otherApp("com.example")))
    var sandbox = try reader(authority, environment: .sandbox)
    #expect(try sandbox.refusal(text).error == .proof(.otherEnvironment("production")))
    var both = try reader(authority, bundle: "com.example", environment: .production)
    #expect(try both.payload(text).events.count == 1)
  }

  @Test func `a chain that was refused is refused again, and harms no chain that is trusted`()
    throws
  {
    let (authority, stranger) = (try TestAuthority(), try TestAuthority())
    var reader = try reader(authority)
    for _ in 0..<3 {
      let forged = try reader.refusal(try stranger.sign(Self.transaction))
      #expect(forged.error == .proof(.untrustedRoot))
      let short = try stranger.sign(Self.transaction, chain: [stranger.leaf])
      #expect(try reader.refusal(short).error == .proof(.chainLength(1)))
      let good = try reader.payload(try authority.sign(Self.transaction))
      #expect(good.verification == .verified)
    }
    // Without a signature that is asked for, a test in Xcode is what it was.
    var lenient = try self.reader(authority, .signed)
    let local = Self.transaction.replacingOccurrences(of: "Production", with: "Xcode")
    _ = try lenient.refusal(try stranger.sign(Self.transaction))
    #expect(try lenient.payload(try stranger.sign(local)).verification == .unchecked)
  }

  @Test(arguments: [("org.other", "Production", true), ("com.example", "Sandbox", false)])
  func `a notification about another app is refused, after its signature`(
    _ app: String, _ environment: String, _ isOtherApp: Bool
  ) throws {
    let (authority, stranger) = (try TestAuthority(), try TestAuthority())
    var reader = try reader(authority, bundle: "com.example", environment: .production)
    let text = """
      {"notificationType":"TEST","notificationUUID":"u","signedDate":\(Self.signedAt),\
      "data":{"bundleId":"\(app)","environment":"\(environment)"}}
      """
    let refusal = try reader.refusal(try authority.post(text))
    #expect(
      refusal.error
        == (isOtherApp
          ? .proof(.otherApp(app)) : .proof(.otherEnvironment(environment.lowercased()))))
    #expect(refusal.isProven == !isOtherApp)
    // Whoever has proven nothing is told nothing else.
    let forged = try reader.refusal(try stranger.post(text))
    #expect(forged.error == .proof(.untrustedRoot) && !forged.isProven)
    let own = text.replacingOccurrences(of: app, with: "com.example")
      .replacingOccurrences(of: environment, with: "Production")
    #expect(try reader.refusal(try stranger.post(own)).error == .proof(.untrustedRoot))
    #expect(try reader.payload(try authority.post(own)).verification == .verified)
  }

  @Test(arguments: ["Production", "Sandbox"])
  func `a notification that cannot be read is proven, and no transaction that is posted as one`(
    _ environment: String
  ) throws {
    let authority = try TestAuthority()
    var reader = try reader(authority, bundle: "com.example", environment: .production)
    let text = """
      {"notificationType":"DID_RENEW","notificationUUID":"u","signedDate":\(Self.signedAt),\
      "data":{"bundleId":"com.example","environment":"\(environment)"}}
      """
    #expect(try reader.refusal(try authority.post(text)).isProven)
    // Every customer has signed transactions.
    let transaction = Self.transaction.replacingOccurrences(of: "Production", with: environment)
    #expect(try !reader.refusal(try authority.post(transaction)).isProven)
  }

  @Test func `a root that its own key issued anew is the root that is pinned`() throws {
    let (authority, stranger) = (try TestAuthority(), try TestAuthority())
    var reader = try reader(authority)
    let chain = [authority.leaf, authority.intermediate]
    let anew = try authority.sign(Self.transaction, chain: chain + [authority.rootIssuedAnew])
    #expect(try reader.payload(anew).verification == .verified)
    // The name alone is nobody's.
    let other = try authority.sign(Self.transaction, chain: chain + [stranger.rootIssuedAnew])
    #expect(try reader.refusal(other).error == .proof(.untrustedRoot))
    // Somebody else's signature under the pinned key makes no root.
    var forged = authority.rootIssuedAnew
    forged[forged.count - 1] ^= 1
    let unsigned = try authority.sign(Self.transaction, chain: chain + [forged])
    #expect(try reader.refusal(unsigned).error == .proof(.untrustedRoot))
  }

  @Test func `headers that differ around one chain are put off in a flood, and no known one`()
    throws
  {
    let authority = try TestAuthority()
    var reader = PayloadReader(
      trust: TrustPolicy(
        mode: .required, roots: [try authority.trusted()], chainsPerSecond: 2))
    let known = try authority.sign(Self.transaction)
    #expect(try reader.payload(known).verification == .verified)
    // The true chain, which everybody can have, with a field that nobody needs.
    let other = try authority.sign(Self.transaction, more: ",\"kid\":\"0\"")
    #expect(try reader.payload(other).verification == .verified)
    var errors: Set<PayloadError> = []
    for index in 1...40 {
      let fresh = try authority.sign(Self.transaction, more: ",\"kid\":\"\(index)\"")
      for outcome in reader.read(Array(fresh.utf8)[...], heardAt: testNow) {
        if case .refused(let refusal) = outcome { errors.insert(refusal.error) }
      }
      #expect(try reader.payload(known).verification == .verified)
      #expect(try reader.payload(other).verification == .verified)
    }
    #expect(errors == [.proof(.tooManyChains)])
  }

  @Test func `a flood under the true header does not keep the first notification out`() throws {
    let authority = try TestAuthority()
    var reader = PayloadReader(
      trust: TrustPolicy(
        mode: .required, roots: [try authority.trusted()], chainsPerSecond: 1))
    let first = try authority.sign(Self.transaction)
    let forged = first.dropLast(8) + "AAAAAAAA"
    for _ in 0..<3 {
      #expect(try reader.refusal(String(forged)).error == .proof(.signatureInvalid))
    }
    #expect(try reader.payload(first).verification == .verified)
  }

  @Test func `so many unknown chains are looked at in a second, and no more`() {
    let start = ContinuousClock.now
    var allowance = ChainAllowance(perSecond: 4, at: start)
    let taken = [0, 0, 0, 0, 0, 0, 200, 300, 60_000, 60_000, 60_000, 60_000, 60_000].map {
      allowance.take(at: start + .milliseconds($0))
    }
    #expect(
      taken
        == [true, true, true, true, false, false, false, true, true, true, true, true, false])
  }

  @Test func `chains that signed something outlast those that did not`() throws {
    let chains = try (0..<KnownChains.countMax + 2).map { index in
      VerifiedChain(
        fingerprint: ChainFingerprint([[UInt8(index)]]),
        key: try PrivateKey.generated(.p256).publicKey, validity: [],
        root: try TestAuthority().trusted())
    }
    var known = KnownChains()
    known.remember(chains[0])
    known.noteSigned(chains[0].fingerprint)
    for chain in chains.dropFirst() { known.remember(chain) }
    let places = [0, 1, KnownChains.countMax].map { known.chain(chains[$0].fingerprint) != nil }
    #expect(places == [true, false, true])
  }

  @Test func `the root of one app proves nothing about another`() throws {
    let (sale, development) = (try TestAuthority(), try TestAuthority())
    let trust = TrustPolicy(
      mode: .required,
      apps: [
        "com.example": AppTrust(roots: [try sale.trusted()]),
        "com.example.dev": AppTrust(
          environments: [.sandbox], roots: [try sale.trusted(), try development.trusted()],
          appleID: 42),
      ])
    var reader = PayloadReader(trust: trust)
    #expect(try reader.payload(sale.sign(Self.transaction)).verification == .verified)
    #expect(
      try reader.refusal(development.sign(Self.transaction)).error == .proof(.untrustedRoot))
    func notification(_ app: String, number: String) -> String {
      """
      {"notificationType":"TEST","notificationUUID":"u","signedDate":\(Self.signedAt),\
      "data":{"bundleId":"\(app)","environment":"Sandbox"\(number)}}
      """
    }
    let own = notification("com.example.dev", number: ",\"appAppleId\":42")
    #expect(try reader.payload(development.post(own)).verification == .verified)
    let without = notification("com.example.dev", number: "")
    #expect(try reader.payload(development.post(without)).verification == .verified)
    let other = notification("com.example.dev", number: ",\"appAppleId\":43")
    #expect(
      try reader.refusal(development.post(other)).error
        == .proof(.otherApp("com.example.dev, Apple's number 43")))
    // What names no app counts only under a root that every app accepts.
    #expect(try reader.payload(sale.sign("null")).verification == .verified)
    #expect(try reader.refusal(development.sign("null")).error == .proof(.untrustedRoot))
  }

  @Test func `each nested payload is verified on its own`() throws {
    let (authority, stranger) = (try TestAuthority(), try TestAuthority())
    var reader = try reader(authority)
    func notification(_ transaction: String) -> String {
      """
      {"notificationType":"DID_RENEW","notificationUUID":"u","signedDate":\(Self.signedAt),\
      "data":{"bundleId":"com.example","environment":"Production",\
      "signedTransactionInfo":"\(transaction)","status":1}}
      """
    }
    let good = try authority.post(notification(try authority.sign(Self.transaction)))
    #expect(try reader.payload(good).verification == .verified)
    let forged = try authority.post(notification(try stranger.sign(Self.transaction)))
    let refusal = try reader.refusal(forged)
    #expect(refusal.error == .proof(.untrustedRoot))
    #expect(refusal.field == "data.signedTransactionInfo")
    let otherApp = Self.transaction.replacingOccurrences(of: "com.example", with: "org.other")
    let mixed = try reader.refusal(
      try authority.post(notification(try authority.sign(otherApp))))
    #expect(mixed.error == .proof(.mismatch("app")))
    let object = notification("x").replacingOccurrences(of: "\"x\"", with: Self.transaction)
    #expect(try reader.refusal(try authority.post(object)).field == "data.signedTransactionInfo")
  }

  @Test func `a validly signed null says nothing and is no error`() throws {
    let authority = try TestAuthority()
    var reader = try reader(authority)
    let payload = try reader.payload(try authority.sign("null"))
    #expect(payload.verification == .verified)
    #expect(payload.events.isEmpty)
    let stranger = try TestAuthority()
    #expect(try reader.refusal(try stranger.sign("null")).error == .proof(.untrustedRoot))
  }

  @Test(arguments: ["Xcode", "LocalTesting"])
  func `a test in Xcode is local and unchecked, and never proves anything`(name: String) throws {
    let authority = try TestAuthority()
    let text = try authority.sign(
      Self.transaction.replacingOccurrences(of: "Production", with: name),
      chain: [authority.leaf])
    var strict = try reader(authority, .required)
    #expect(try strict.refusal(text).error == .proof(.chainLength(1)))
    let whole = try authority.sign(
      Self.transaction.replacingOccurrences(of: "Production", with: name))
    #expect(try strict.refusal(whole).error == .proof(.localOnly))
    var usual = try reader(authority, .signed)
    let payload = try usual.payload(text)
    #expect(payload.verification == .unchecked)
    #expect(payload.events.first?.facts.environment == .local)
    #expect(payload.events.first?.subscription == "as_local_com.example_1")
  }

  @Test func `each mode asks for its own proof`() throws {
    let (authority, stranger) = (try TestAuthority(), try TestAuthority())
    let foreign = try stranger.sign(Self.transaction)
    var off = try reader(authority, .off)
    #expect(try off.payload(foreign).verification == .unchecked)
    var signed = try reader(authority, .signed)
    #expect(try signed.refusal(foreign).error == .proof(.untrustedRoot))
    #expect(try signed.payload(Self.transaction).verification == .unsigned)
    var required = try reader(authority, .required)
    #expect(try required.refusal(Self.transaction).error == .proof(.unsigned))
    let rtdn =
      "{\"packageName\":\"p\",\"eventTimeMillis\":\"1\",\"testNotification\":{\"version\":\"1.0\"}}"
    #expect(try required.refusal(rtdn).error == .proof(.unsigned))
  }
}
