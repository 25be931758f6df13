internal import CLibcrypto

/// A public key, which verifies signatures of JSON Web Signatures: ES256 or RS256 by its kind.
public struct PublicKey: Sendable {
  /// The key's kind.
  public let kind: KeyKind
  private let object: OpenSSLObject
  var key: OpaquePointer? { object.pointer }
  /// A context that is ready to verify, to be copied for each signature, which is cheaper than a
  /// new one.
  private let verification: OpenSSLObject

  /// Takes a key of OpenSSL over; `nil` if it is none, of no known kind, or too weak or too
  /// large to be one that a store signs with.
  init?(_ key: OpaquePointer?) {
    guard let key else { return nil }
    object = OpenSSLObject(key) { EVP_PKEY_free($0) }
    verification = OpenSSLObject(EVP_PKEY_CTX_new(key, nil)) { EVP_PKEY_CTX_free($0) }
    let isReady = EVP_PKEY_verify_init(verification.pointer) == 1
    if EVP_PKEY_is_a(key, "RSA") == 1 {
      kind = .rsa
      // With an exponent of 1 the padding alone is a signature, and a long one makes checks dear.
      guard (2_048...8_192).contains(EVP_PKEY_get_bits(key)),
        let exponent = number(OSSL_PKEY_PARAM_RSA_E), exponent.count <= 5, exponent != [1],
        exponent.last.map({ $0 & 1 }) == 1, isReady,
        EVP_PKEY_CTX_set_rsa_padding(verification.pointer, RSA_PKCS1_PADDING) == 1,
        EVP_PKEY_CTX_set_signature_md(verification.pointer, EVP_sha256()) == 1
      else { return nil }
      return
    }
    var name = [CChar](repeating: 0, count: 32)
    guard EVP_PKEY_is_a(key, "EC") == 1, isReady,
      EVP_PKEY_get_group_name(key, &name, name.count, nil) == 1
    else { return nil }
    switch OBJ_txt2nid(name) {
    case NID_X9_62_prime256v1: kind = .p256
    case NID_secp384r1: kind = .p384
    default: return nil
    }
    // Infinity is a point that verifies signatures of anything.
    let context = EVP_PKEY_CTX_new(key, nil)
    defer { EVP_PKEY_CTX_free(context) }
    guard EVP_PKEY_public_check_quick(context) == 1 else { return nil }
  }

  /// Creates an RSA key from the big-endian numbers of a JSON Web Key (RFC 7518 §6.3.1); `nil` if
  /// they are none, or the key is too weak or too large.
  public init?(modulus: [UInt8], exponent: [UInt8]) {
    defer { ERR_clear_error() }
    guard modulus.count <= 1_024, exponent.count <= 5 else { return nil }
    let n = BN_bin2bn(modulus, Int32(modulus.count), nil)
    let e = BN_bin2bn(exponent, Int32(exponent.count), nil)
    let builder = OSSL_PARAM_BLD_new()
    let context = EVP_PKEY_CTX_new_from_name(nil, "RSA", nil)
    defer {
      EVP_PKEY_CTX_free(context)
      OSSL_PARAM_BLD_free(builder)
      BN_free(e)
      BN_free(n)
    }
    var key: OpaquePointer?
    // The builder keeps the names where they are.
    OSSL_PKEY_PARAM_RSA_N.withCString { nameOfN in
      OSSL_PKEY_PARAM_RSA_E.withCString { nameOfE in
        OSSL_PARAM_BLD_push_BN(builder, nameOfN, n)
        OSSL_PARAM_BLD_push_BN(builder, nameOfE, e)
        let numbers = OSSL_PARAM_BLD_to_param(builder)
        EVP_PKEY_fromdata_init(context)
        EVP_PKEY_fromdata(context, &key, OSSL_KEYMGMT_SELECT_PUBLIC_KEY, numbers)
        OSSL_PARAM_free(numbers)
      }
    }
    self.init(key)
  }

  /// The modulus and the exponent of an RSA key, big-endian; `nil` for any other key.
  public var rsaNumbers: (modulus: [UInt8], exponent: [UInt8])? {
    guard kind == .rsa, let modulus = number(OSSL_PKEY_PARAM_RSA_N),
      let exponent = number(OSSL_PKEY_PARAM_RSA_E)
    else { return nil }
    return (modulus, exponent)
  }

  private func number(_ name: String) -> [UInt8]? {
    var number: OpaquePointer?
    guard EVP_PKEY_get_bn_param(key, name, &number) == 1 else { return nil }
    defer { BN_free(number) }
    var bytes = [UInt8](repeating: 0, count: Int(BN_num_bits(number) + 7) / 8)
    BN_bn2bin(number, &bytes)
    return bytes
  }

  /// Returns whether a signature over a message is by this key.
  ///
  /// - Parameters:
  ///   - signature: For ES256 `r` and `s` of 32 bytes each (RFC 7518 §3.4), for RS256 as PKCS #1
  ///     v1.5 has it (§3.3).
  ///   - digest: The SHA-256 of the message.
  /// - Returns: `false` also for a P-384 key, which signs nothing but certificates.
  public func isValidSignature(_ signature: [UInt8], forDigest digest: [UInt8]) -> Bool {
    defer { ERR_clear_error() }
    guard let context = EVP_PKEY_CTX_dup(verification.pointer) else { return false }
    defer { EVP_PKEY_CTX_free(context) }
    var signature = signature
    switch kind {
    case .p384: return false
    case .p256:
      guard let encoded = ECDSASignature.der(joined: signature) else { return false }
      signature = encoded
    case .rsa: break
    }
    return EVP_PKEY_verify(context, signature, signature.count, digest, digest.count) == 1
  }

  /// Returns whether a signature over a message is by this key, as
  /// ``isValidSignature(_:forDigest:)``.
  public func isValidSignature(_ signature: [UInt8], for message: [UInt8]) -> Bool {
    isValidSignature(signature, forDigest: SHA256.hash(message))
  }
}

/// The kinds of keys that the stores sign with.
public enum KeyKind: Sendable {
  /// NIST P-256, which signs payloads and App Store tokens (ES256).
  case p256
  /// NIST P-384, which signs Apple's certificates.
  case p384
  /// RSA of 2,048 to 8,192 bits, which signs Google's tokens (RS256).
  case rsa
}

/// The two forms of an ECDSA signature over P-256.
enum ECDSASignature {
  /// Returns a signature in DER (RFC 3279 §2.2.3) from `r` and `s` of 32 bytes each; `nil` for any
  /// other length.
  static func der(joined: [UInt8]) -> [UInt8]? {
    guard joined.count == 64 else { return nil }
    let signature = ECDSA_SIG_new()
    defer { ECDSA_SIG_free(signature) }
    joined.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      _ = ECDSA_SIG_set0(signature, BN_bin2bn(start, 32, nil), BN_bin2bn(start + 32, 32, nil))
    }
    return encoded { i2d_ECDSA_SIG(signature, $0) }
  }

  /// Returns `r` and `s` of 32 bytes each from a signature in DER.
  static func joined(der: [UInt8]) -> [UInt8]? {
    var joined = [UInt8](repeating: 0, count: 64)
    return der.withUnsafeBufferPointer { bytes in
      var place = bytes.baseAddress
      guard let signature = d2i_ECDSA_SIG(nil, &place, bytes.count) else { return nil }
      defer { ECDSA_SIG_free(signature) }
      let (r, s) = (ECDSA_SIG_get0_r(signature), ECDSA_SIG_get0_s(signature))
      return joined.withUnsafeMutableBufferPointer { joined in
        guard let start = joined.baseAddress, BN_bn2binpad(r, start, 32) == 32,
          BN_bn2binpad(s, start + 32, 32) == 32
        else { return nil }
        return Array(joined)
      }
    }
  }
}
