internal import CLibcrypto

/// A private key, which signs JSON Web Signatures: ES256 or RS256 by its kind.
///
/// Descriptions and mirrors contain its kind alone.
public struct PrivateKey: Sendable {
  /// The key's other half, which anybody may know.
  public let publicKey: PublicKey

  /// The key's kind.
  public var kind: KeyKind { publicKey.kind }

  /// Takes a key of OpenSSL over; `nil` if it is none, of no known kind, or beyond its curve.
  private init?(_ key: OpaquePointer?) {
    guard let key = PublicKey(key) else { return nil }
    publicKey = key
    guard key.kind != .rsa else { return }
    let context = EVP_PKEY_CTX_new(key.key, nil)
    defer { EVP_PKEY_CTX_free(context) }
    guard EVP_PKEY_private_check(context) == 1 else { return nil }
  }

  /// Reads a key without a passphrase from a PEM file, PKCS #8 or the older forms; `nil` if it is
  /// none.
  public init?(pem: String) {
    defer { ERR_clear_error() }
    guard let file = MemoryFile(Array(pem.utf8)) else { return nil }
    // Without a callback OpenSSL would ask for a passphrase at the terminal.
    self.init(
      withExtendedLifetime(file) { PEM_read_bio_PrivateKey($0.bio, nil, { _, _, _, _ in -1 }, nil) }
    )
  }

  /// Creates a key of a curve from its number, so that the same bytes are the same key.
  ///
  /// - Parameter scalar: The number, big-endian: 32 bytes for P-256, 48 for P-384.
  /// - Throws: ``OpenSSLError`` if it is no number below the curve's order.
  public init(scalar: [UInt8]) throws(OpenSSLError) {
    // PKCS #8 without the public half, which is computed (RFC 5958, RFC 5915).
    let form: [UInt8]
    switch scalar.count {
    case 32:
      form =
        [0x30, 0x41, 2, 1, 0, 0x30, 0x13, 6, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1]
        + [6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7, 4, 0x27, 0x30, 0x25, 2, 1, 1, 4, 32]
    case 48:
      form =
        [0x30, 0x4e, 2, 1, 0, 0x30, 0x10, 6, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1]
        + [6, 5, 0x2b, 0x81, 4, 0, 0x22, 4, 0x37, 0x30, 0x35, 2, 1, 1, 4, 48]
    default: throw OpenSSLError(reason: "\(scalar.count) bytes are no key")
    }
    let key = (form + scalar).withUnsafeBufferPointer { bytes in
      var place = bytes.baseAddress
      return d2i_AutoPrivateKey(nil, &place, bytes.count)
    }
    guard let read = PrivateKey(key) else { throw OpenSSLError() }
    self = read
  }

  /// Creates a random key; RSA has 2,048 bits and takes about 50 ms.
  ///
  /// - Throws: ``OpenSSLError`` if there is no randomness.
  public static func generated(_ kind: KeyKind) throws(OpenSSLError) -> PrivateKey {
    let context = EVP_PKEY_CTX_new_from_name(nil, kind == .rsa ? "RSA" : "EC", nil)
    defer { EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    EVP_PKEY_keygen_init(context)
    switch kind {
    case .p256: EVP_PKEY_CTX_set_group_name(context, "P-256")
    case .p384: EVP_PKEY_CTX_set_group_name(context, "P-384")
    case .rsa: EVP_PKEY_CTX_set_rsa_keygen_bits(context, 2_048)
    }
    EVP_PKEY_keygen(context, &key)
    guard let key = PrivateKey(key) else { throw OpenSSLError() }
    return key
  }

  /// The key as a PEM file, PKCS #8, as `.p8` files and service accounts have it.
  public var pem: String {
    guard let file = MemoryFile([]) else { return "" }
    PEM_write_bio_PKCS8PrivateKey(file.bio, publicKey.key, nil, nil, 0, nil, nil)
    return String(decoding: file.bytes, as: UTF8.self)
  }

  /// Returns the signature of a message as JWS has it: `r` and `s` of 32 bytes each for ES256
  /// (RFC 7518 §3.4), PKCS #1 v1.5 for RS256 (§3.3).
  ///
  /// - Throws: ``OpenSSLError`` for a P-384 key, or without randomness.
  public func signature(for message: [UInt8]) throws(OpenSSLError) -> [UInt8] {
    guard kind != .p384 else { throw OpenSSLError(reason: "P-384 signs certificates alone") }
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    var count = 0
    guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, publicKey.key) == 1,
      EVP_DigestSign(context, nil, &count, message, message.count) == 1
    else { throw OpenSSLError() }
    var signature = [UInt8](repeating: 0, count: count)
    guard EVP_DigestSign(context, &signature, &count, message, message.count) == 1 else {
      throw OpenSSLError()
    }
    signature.removeLast(signature.count - count)
    guard kind == .p256 else { return signature }
    guard let joined = ECDSASignature.joined(der: signature) else { throw OpenSSLError() }
    return joined
  }
}

extension PrivateKey: CustomStringConvertible, CustomReflectable {
  /// The kind alone.
  public var description: String { "PrivateKey(\(kind))" }
  /// An empty mirror, so that `dump` shows no secret.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
