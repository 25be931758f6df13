import Cryptography
import Foundation
import PlainText
import SubscriptionCore

/// A verifier for payloads signed by the App Store, with a cache of verified chains.
///
/// All payloads signed in one season share one header of about 4 kB. A chain costs two P-384
/// signatures, twenty times as much as the payload's own P-256 one, so the header's bytes are
/// compared with those of earlier valid signatures, and hashing continues after them; another
/// header with a known chain is decoded again, but its chain is not verified again. The time is
/// checked on every use. Refused headers are cached as well, and refused again without decoding.
struct SignatureVerifier: Sendable {
  /// The maximum number of cached headers.
  static let headersMax = 8
  /// The maximum number of cached headers without a valid signature.
  private static let unprovenMax = 2

  private let roots: [TrustedRoot]
  /// The headers of valid signatures, most recently used first.
  private var headers: [KnownHeader] = []
  /// The latest headers with a verified chain, before a signature with them was valid: a flood of
  /// forgeries with the header of the store, which is public, must not use up the allowance that
  /// the first notification of the store needs.
  private var unproven: [KnownHeader] = []
  private var chains = KnownChains()
  private var refused = RefusedHeaders()
  private var allowance: ChainAllowance?

  /// Creates a verifier with empty caches, and a rate at which it verifies unknown headers, and so
  /// chains; unlimited for `nil`.
  init(roots: [TrustedRoot], chainsPerSecond: Int? = nil) {
    self.roots = roots
    allowance = chainsPerSecond.map { ChainAllowance(perSecond: $0) }
  }

  /// Checks that a payload was signed by a trusted chain, whatever its content.
  ///
  /// - Returns: The chain, whose validity at the time of the signature and for the payload's app is
  ///   still to be checked (``VerifiedChain/check(at:accepted:)``).
  /// - Throws: The error in the proof.
  mutating func verify(_ jws: CompactJWS) throws(PayloadError) -> VerifiedChain {
    guard let signature = Base64.decode(jws.signature, alphabet: .url) else {
      throw .field(.notJWS)
    }
    let known = header(jws.header)
    let header: KnownHeader
    if let known {
      header = known
    } else {
      header = try unprovenHeader(jws.header)
    }
    var hash = header.hashed
    hash.update(UnsafeRawBufferPointer(jws.payload))
    guard header.chain.key.isValidSignature(signature, forDigest: hash.finalize()) else {
      throw .proof(.signatureInvalid)
    }
    if known == nil { remember(header) }
    return header.chain
  }

  /// Returns the cached header of those bytes, if a signature with it was valid.
  private mutating func header(_ bytes: UnsafeBufferPointer<UInt8>) -> KnownHeader? {
    headers.moveToFront { $0.bytes.matches(bytes) }
  }

  /// Returns a header without a valid signature so far, whose chain is verified now or before.
  private mutating func unprovenHeader(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(PayloadError) -> KnownHeader {
    if let header = unproven.moveToFront(where: { $0.bytes.matches(bytes) }) { return header }
    let header = KnownHeader(bytes, chain: try chain(of: bytes))
    guard bytes.count <= RefusedHeaders.bytesMax else { return header }
    unproven.insert(header, at: 0)
    if unproven.count > Self.unprovenMax { unproven.removeLast() }
    return header
  }

  private mutating func remember(_ header: KnownHeader) {
    headers.insert(header, at: 0)
    if headers.count > Self.headersMax { headers.removeLast() }
    chains.noteSigned(header.chain.fingerprint)
  }

  /// Returns the chain in a header, verified now or before.
  private mutating func chain(
    of header: UnsafeBufferPointer<UInt8>
  ) throws(PayloadError) -> VerifiedChain {
    if let error = refused.error(of: header) { throw error }
    guard allowance?.take() ?? true else { throw .proof(.tooManyChains) }
    do throws(PayloadError) {
      let certificates = try JOSEHeader.certificates(header)
      let fingerprint = ChainFingerprint(certificates)
      if let chain = chains.chain(fingerprint) { return chain }
      let verified = try CertificateChain(der: certificates, roots: roots)
      let chain = VerifiedChain(
        fingerprint: fingerprint, key: verified.leafKey, validity: verified.validity,
        root: verified.root)
      chains.remember(chain)
      return chain
    } catch {
      refused.remember(header, error)
      throw error
    }
  }
}

/// A header whose chain has been verified.
private struct KnownHeader: Sendable {
  let bytes: HeaderBytes
  /// The SHA-256 state after the header and the following dot.
  let hashed: SHA256
  let chain: VerifiedChain

  init(_ header: UnsafeBufferPointer<UInt8>, chain: VerifiedChain) {
    var hash = SHA256()
    hash.update(UnsafeRawBufferPointer(header))
    hash.update([UInt8(ascii: ".")])
    (bytes, hashed, self.chain) = (HeaderBytes(header), hash, chain)
  }
}

/// The JOSE header of a payload signed by the App Store: its algorithm and certificate chain.
enum JOSEHeader {
  /// Decodes a header in base64url.
  ///
  /// - Returns: The three certificates of its chain in DER, not yet verified.
  /// - Throws: The error in the header.
  static func certificates(
    _ encoded: UnsafeBufferPointer<UInt8>
  ) throws(PayloadError) -> [[UInt8]] {
    guard let bytes = Base64.decode(encoded, alphabet: .url) else { throw .field(.notJWS) }
    return try bytes.withUnsafeBufferPointer { (text) throws(PayloadError) in
      try JSONDocument.payload(text).withRoot(of: text) { (root) throws(PayloadError) in
        try self.certificates(root)
      }
    }
  }

  private static func certificates(_ header: JSONValue) throws(PayloadError) -> [[UInt8]] {
    let algorithm = header["alg"]?.text ?? "nothing"
    guard algorithm == "ES256" else { throw .proof(.algorithm(algorithm)) }
    // RFC 7515, 4.1.11: a critical extension must be understood, and none is supported.
    guard !header.has("crit") else { throw .proof(.algorithm("an extension (crit)")) }
    let chain = header["x5c"]?.elements ?? []
    guard chain.count == 3 else { throw .proof(.chainLength(chain.count)) }
    var certificates: [[UInt8]] = []
    for (index, element) in chain.enumerated() {
      guard element.kind == .string,
        let der = element.content.withUnsafeBufferPointer({
          Base64.decode($0, alphabet: .standard)
        })
      else { throw .proof(.certificateUnreadable(index: index)) }
      certificates.append(der)
    }
    return certificates
  }
}

/// A cache of headers whose chain was recently refused, so that a flood of forgeries with one
/// header costs one comparison each.
///
/// It only contains refusals that neither time nor another payload changes: errors in the header,
/// or in its chain. A payload is never accepted because its header is absent here.
struct RefusedHeaders: Sendable {
  /// The maximum number of cached headers.
  static let countMax = 8
  /// The maximum length of a cached header, in bytes; Apple's have about 4,000.
  static let bytesMax = 16 << 10

  /// The headers, most recently used first.
  private var headers: [(bytes: HeaderBytes, error: PayloadError)] = []

  /// Returns the error for which a header was refused; `nil` if it is not cached.
  mutating func error(of header: UnsafeBufferPointer<UInt8>) -> PayloadError? {
    headers.moveToFront { $0.bytes.matches(header) }?.error
  }

  /// Adds a header that was refused, in place of the least recently used one.
  mutating func remember(_ header: UnsafeBufferPointer<UInt8>, _ error: PayloadError) {
    guard header.count <= Self.bytesMax else { return }
    headers.insert((HeaderBytes(header), error), at: 0)
    if headers.count > Self.countMax { headers.removeLast() }
  }
}

extension Array {
  /// Moves the first element that fits to the front, and returns it; `nil` if none does.
  mutating func moveToFront(where fits: (Element) -> Bool) -> Element? {
    guard let place = firstIndex(where: fits) else { return nil }
    let found = self[place]
    if place > 0 {
      remove(at: place)
      insert(found, at: 0)
    }
    return found
  }
}

/// The bytes of a cached JOSE header, in base64url.
struct HeaderBytes: Sendable {
  private let bytes: [UInt8]

  /// Copies a header.
  init(_ header: UnsafeBufferPointer<UInt8>) { bytes = Array(header) }

  /// Returns whether a header is equal byte for byte.
  func matches(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count == other.count else { return false }
    return bytes.withUnsafeBytes { mine in
      guard let mine = mine.baseAddress, let other = other.baseAddress else { return true }
      return memcmp(mine, other, bytes.count) == 0
    }
  }
}
