internal import CLibcrypto

/// A SHA-256 hash that takes its input in pieces (FIPS 180-4).
///
/// A copy goes on from the same input, so that a prefix that many messages share is hashed once.
public struct SHA256: Sendable {
  /// The number of bytes of a hash.
  public static let byteCount = 32

  private var state: OpenSSLObject

  /// Creates the hash of no input.
  public init() {
    state = Self.context()
    Self.require(EVP_DigestInit_ex(state.pointer, Self.algorithm, nil) == 1)
  }

  private static func context() -> OpenSSLObject {
    OpenSSLObject(EVP_MD_CTX_new()) { EVP_MD_CTX_free($0) }
  }

  /// Makes the context this value's own before it is changed.
  private mutating func separate() {
    if isKnownUniquelyReferenced(&state) { return }
    let copy = Self.context()
    Self.require(EVP_MD_CTX_copy_ex(copy.pointer, state.pointer) == 1)
    state = copy
  }

  /// Adds input.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    separate()
    Self.require(EVP_DigestUpdate(state.pointer, bytes.baseAddress, bytes.count) == 1)
  }

  /// Adds input.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

  /// Returns the hash of all input, 32 bytes.
  public consuming func finalize() -> [UInt8] {
    separate()
    return withExtendedLifetime(state) { state in
      Self.bytes { EVP_DigestFinal_ex(state.pointer, $0, nil) == 1 }
    }
  }

  /// Returns the hash of bytes that are there at once, 32 bytes.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public static func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    Self.bytes { EVP_Digest(bytes.baseAddress, bytes.count, $0, nil, algorithm, nil) == 1 }
  }

  /// Returns the hash of bytes that are there at once, 32 bytes.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public static func hash(_ bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBytes { hash($0) } }

  /// Returns the HMAC of a message under a shared secret, 32 bytes (RFC 2104).
  public static func authenticationCode(for bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    Self.bytes { HMAC(algorithm, key, Int32(key.count), bytes, bytes.count, $0, nil) != nil }
  }

  /// The algorithm, fetched once: fetching costs as much as hashing 1 kB.
  private static let algorithmAddress = UInt(bitPattern: EVP_MD_fetch(nil, "SHA2-256", nil))
  private static var algorithm: OpaquePointer? { OpaquePointer(bitPattern: algorithmAddress) }

  private static func bytes(_ fill: (UnsafeMutablePointer<UInt8>) -> Bool) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: byteCount)
    require(fill(&bytes))
    return bytes
  }

  /// Stops the program where OpenSSL has no SHA-256, as a configuration can make it: a hash that
  /// was not computed must never be compared.
  private static func require(_ isDone: Bool) {
    precondition(isDone, "libcrypto computes no SHA-256; see openssl.cnf and OPENSSL_CONF")
  }
}
