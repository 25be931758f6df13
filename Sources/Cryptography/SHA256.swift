internal import CLibcrypto

/// A SHA-256 hash that takes its input in pieces (FIPS 180-4).
///
/// A copy goes on from the same input, so that a prefix that many messages share is hashed once.
public struct SHA256: Sendable {
  /// The number of bytes of a hash.
  public static let byteCount = 32

  private var state = SHA256_CTX()

  /// Creates the hash of no input.
  public init() { SHA256_Init(&state) }

  /// Adds input.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    SHA256_Update(&state, bytes.baseAddress, bytes.count)
  }

  /// Adds input.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

  /// Returns the hash of all input, 32 bytes.
  public consuming func finalize() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Self.byteCount)
    SHA256_Final(&bytes, &state)
    return bytes
  }

  /// Returns the hash of bytes that are there at once, 32 bytes.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public static func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finalize()
  }

  /// Returns the hash of bytes that are there at once, 32 bytes.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public static func hash(_ bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBytes { hash($0) } }

  /// Returns the HMAC of a message under a shared secret, 32 bytes (RFC 2104).
  ///
  /// The program stops where OpenSSL cannot compute it, as a configuration can make it: a code that
  /// was not computed must never be sent or compared.
  public static func authenticationCode(for bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: byteCount)
    let done = HMAC(EVP_sha256(), key, Int32(key.count), bytes, bytes.count, &code, nil)
    precondition(done != nil, "libcrypto computes no HMAC; see openssl.cnf and OPENSSL_CONF")
    return code
  }
}
