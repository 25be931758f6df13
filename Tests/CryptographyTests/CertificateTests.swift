import Cryptography
import PlainText
import Testing

/// What a certificate says, and what is none.
@Suite struct CertificateTests {
  private let key: PrivateKey
  private let root: Certificate

  init() throws {
    key = try .generated(.p384)
    root = try Self.issue(key, [("basicConstraints", "critical,CA:TRUE,pathlen:1")])
  }

  private static func issue(
    _ key: PrivateKey, _ extensions: [(name: String, value: String)], by issuer: Certificate? = nil,
    with issuerKey: PrivateKey? = nil
  ) throws -> Certificate {
    try Certificate(
      CertificateStatement(
        subject: issuer == nil ? "Root" : "Leaf", serialNumber: 1,
        validity: 946_684_800...4_102_444_800, extensions: extensions),
      key: key.publicKey, issuer: issuer, issuerKey: issuerKey ?? key)
  }

  @Test func `what was issued is read again`() throws {
    #expect(root.validity == 946_684_800...4_102_444_800)
    #expect(root.publicKey.kind == .p384)
    #expect(root.publicKeyBytes.count == 97)
    #expect(root.extensions.map(\.identifier) == [Certificate.basicConstraints])
    #expect(root.extensions.map(\.isCritical) == [true])
    #expect(root.isAuthority)
    #expect(Certificate(der: root.der)?.der == root.der)
  }

  @Test func `an issuer is who is named and whose key has signed`() throws {
    let leafKey = try PrivateKey.generated(.p256)
    let leaf = try Self.issue(leafKey, [], by: root, with: key)
    let stranger = try Self.issue(leafKey, [], by: root, with: .generated(.p384))
    #expect(root.isNamedIssuer(of: leaf) && root.hasSigned(leaf))
    #expect(root.isNamedIssuer(of: stranger) && !root.hasSigned(stranger))
    #expect(!leaf.isNamedIssuer(of: leaf) && !leaf.hasSigned(leaf))
    #expect(!leaf.isAuthority && !leaf.mayIssue(below: 0))
  }

  @Test(arguments: [
    ("critical,CA:TRUE", "keyCertSign", 5, true), ("critical,CA:TRUE", "cRLSign", 0, false),
    ("critical,CA:TRUE", nil, 0, true), ("critical,CA:TRUE,pathlen:0", nil, 0, true),
    ("critical,CA:TRUE,pathlen:0", nil, 1, false), ("critical,CA:FALSE", "keyCertSign", 0, false),
  ])
  func `who may issue is said by constraints and usage`(
    constraints: String, usage: String?, depth: Int, may: Bool
  ) throws {
    let certificate = try Self.issue(
      key, [("basicConstraints", constraints)] + (usage.map { [("keyUsage", $0)] } ?? []))
    #expect(certificate.mayIssue(below: depth) == may)
  }

  @Test func `every part of a certificate is missed, and nothing may follow it`() {
    let der = root.der
    for length in 0..<der.count { #expect(Certificate(der: Array(der[..<length])) == nil) }
    #expect(Certificate(der: root.der + [0]) == nil)
  }

  @Test func `a length that is not spelled in the shortest way is refused`() {
    #expect(root.der[1] == 0x82)
    let longer = [0x30, 0x83, 0] + root.der.dropFirst(2)
    #expect(Certificate(der: longer) == nil)
  }

  @Test func `an extension that is there twice makes a certificate unreadable`() throws {
    let once = ("1.3.6.1.4.1.99999.1", "DER:0500")
    #expect(throws: OpenSSLError.self) { try Self.issue(key, [once, once]) }
  }

  /// A certificate over P-256 whose numbers are written out (openssl -param_enc explicit).
  private static let explicitCurve = """
    MIICcDCCAhegAwIBAgIUMrmOMbOfjtJSEZoH4/DhXZC/U58wCgYIKoZIzj0EAwIwEzERMA8GA1UEAwwIRXhw
    bGljaXQwIBcNMjYxMTIzMDcyNDA4WhgPMjEyNjEwMzAwNzI0MDhaMBMxETAPBgNVBAMMCEV4cGxpY2l0MIIB
    SzCCAQMGByqGSM49AgEwgfcCAQEwLAYHKoZIzj0BAQIhAP////8AAAABAAAAAAAAAAAAAAAA////////////
    ////MFsEIP////8AAAABAAAAAAAAAAAAAAAA///////////////8BCBaxjXYqjqT57PrvVV2mIa8ZR0GsMxT
    sPY7zjw+J9JgSwMVAMSdNgiG5wSTamZ44ROdJreBn36QBEEEaxfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5
    RdiYwpZP40Li/hp/m47n60p8D54WK84zV2sxXs7LtkBoN79R9QIhAP////8AAAAA//////////+85vqtpxee
    hPO5ysL8YyVRAgEBA0IABLjWVETxvxDKbMPSJ9hI70gkSP1Mn2yc2RwiiEXT/duNnJ6vsMetCeQu24Chln34
    GLbNtl3ySwO1BlHAkqsMSfujUzBRMB0GA1UdDgQWBBQGpy4lwM+4gEAZAEZx59q53ceX4jAfBgNVHSMEGDAW
    gBQGpy4lwM+4gEAZAEZx59q53ceX4jAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0cAMEQCIDkYWDQV
    dHuYLXrBujOG9VdCA2stmwutC+S6Il7jAN0LAiBTTTHpJQBfuNxZqVQa9lp8iRkWuvso0+nben6idG36xw==
    """

  @Test func `a curve that is spelled out is refused, even where it is P-256`() throws {
    let text = Self.explicitCurve.filter { !$0.isWhitespace }
    let der = try #require(Base64.decode(text, alphabet: .standard))
    #expect(Certificate(der: der) == nil)
  }
}
