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

  private let roots: [TrustedRoot]
  /// The headers of valid signatures, most recently used first.
  private var headers: [KnownHeader] = []
  private var chains = KnownChains()
  private var refused = RefusedHeaders()
  private var allowance: ChainAllowance?

  /// Creates a verifier with empty caches.
  ///
  /// - Parameters:
  ///   - roots: The certificates that chains may end in.
  ///   - chainsPerSecond: The rate at which unknown headers, and so chains, are verified; unlimited
  ///     for `nil`.
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
      header = KnownHeader(jws.header, chain: try chain(of: jws.header))
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
