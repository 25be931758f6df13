import Cryptography
import PlainText
import Testing

/// The examples of RFC 7515, appendices A.2 and A.3, and what is no key.
@Suite struct PrivateKeyTests {
  private static let claims =
    "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"

  private static func bytes(_ text: String) throws -> [UInt8] {
    try #require(Base64.decode(text, alphabet: .url))
  }

  @Test func `the RS256 example of RFC 7515 verifies, and no other message or signature`() throws {
    let key = try #require(
      PublicKey(
        modulus: try Self.bytes(
          "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEz"
            + "P1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf6"
            + "3kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5Zw"
            + "Kh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRW"
            + "yuXpoQ"),
        exponent: try Self.bytes("AQAB")))
    let message = Array("eyJhbGciOiJSUzI1NiJ9.\(Self.claims)".utf8)
    let signature = try Self.bytes(
      "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W"
        + "2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkS"
        + "jtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnv"
        + "Wh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw")
    #expect(key.kind == .rsa)
    #expect(key.isValidSignature(signature, for: message))
    #expect(!key.isValidSignature(signature, for: message + [0]))
    #expect(!key.isValidSignature(signature.dropLast() + [0], for: message))
    #expect(!key.isValidSignature([], for: message))
    #expect(key.rsaNumbers?.exponent == [1, 0, 1])
  }

  @Test func `the ES256 example of RFC 7515 verifies, and no other message or signature`() throws {
    let key = try PrivateKey(
      scalar: try Self.bytes("jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"))
    let message = Array("eyJhbGciOiJFUzI1NiJ9.\(Self.claims)".utf8)
    let signature = try Self.bytes(
      "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q")
    #expect(key.kind == .p256)
    #expect(key.publicKey.isValidSignature(signature, for: message))
    #expect(!key.publicKey.isValidSignature(signature, for: message.dropLast() + [0]))
    #expect(!key.publicKey.isValidSignature(signature + [0], for: message))
    #expect(!key.publicKey.isValidSignature(signature.dropLast(), for: message))
    let zero = [UInt8](repeating: 0, count: 64)
    let most = [UInt8](repeating: 0xff, count: 64)
    for numbers in [zero, most, Array(signature[32...] + signature[..<32])] {
      #expect(!key.publicKey.isValidSignature(numbers, for: message))
    }
    #expect(key.publicKey.rsaNumbers == nil)
  }

  @Test(arguments: [KeyKind.p256, .rsa])
  func `a key that is written as PEM and read again signs for the same public key`(
    kind: KeyKind
  ) throws {
    let key = try PrivateKey.generated(kind)
    let again = try #require(PrivateKey(pem: key.pem))
    #expect(again.kind == kind)
    for length in 0..<40 {
      let message = [UInt8](repeating: 7, count: length)
      let signature = try again.signature(for: message)
      #expect(signature.count == (kind == .p256 ? 64 : 256))
      #expect(key.publicKey.isValidSignature(signature, for: message))
    }
    #expect("\(key)" == "PrivateKey(\(kind))")
    #expect(Mirror(reflecting: key).children.isEmpty)
  }

  @Test func `P-384 signs and verifies no payload`() throws {
    let key = try PrivateKey.generated(.p384)
    #expect(throws: OpenSSLError.self) { try key.signature(for: [1]) }
    #expect(!key.publicKey.isValidSignature([UInt8](repeating: 1, count: 64), for: [1]))
  }

  @Test func `an encrypted key is refused without asking for its passphrase`() {
    let pem = """
      -----BEGIN ENCRYPTED PRIVATE KEY-----
      MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAguDDbTw09BLgICCAAw
      DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEB2TFcAOcwcLAFyhEDKdf9wEgZAB
      LmwOnIjmvMinkd553U29NmBr4qIhd2tGGZu9ML0TU5FMY00YwJF0dUxZyXE2KtFv
      lwhpnYtram+yeqWj8ca1P2BtSiTRU27NYsJ0a4LKPlM2ukLvvsLWvsj+CgoJzmD5
      533Eo0kg0G8MUFTMKn/S3G2jP7ZhY0AojfSRreshlEGexLmQLaqunc1JpMkoKtI=
      -----END ENCRYPTED PRIVATE KEY-----
      """
    #expect(PrivateKey(pem: pem) == nil)
  }

  @Test func `numbers that are no key are refused`() {
    #expect(throws: OpenSSLError.self) { try PrivateKey(scalar: []) }
    #expect(throws: OpenSSLError.self) {
      try PrivateKey(scalar: [UInt8](repeating: 0xff, count: 32))
    }
    #expect(PublicKey(modulus: [], exponent: [1, 0, 1]) == nil)
    let short = [UInt8](repeating: 0xff, count: 128)
    #expect(PublicKey(modulus: short, exponent: [1, 0, 1]) == nil, "1,024 bits are too few")
    let right = [UInt8](repeating: 0xff, count: 256)
    #expect(PublicKey(modulus: right, exponent: [1, 0, 1]) != nil)
    for exponent: [UInt8] in [[1], [2], [1, 0, 0], [1, 0, 0, 0, 0, 1], []] {
      #expect(PublicKey(modulus: right, exponent: exponent) == nil)
    }
    let huge = [UInt8](repeating: 0xff, count: 4_096)
    #expect(PublicKey(modulus: huge, exponent: [1, 0, 1]) == nil)
  }
}
