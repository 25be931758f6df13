import Crypto
import Foundation
import SubscriptionCore

/// Verifies payloads signed by the App Store, remembering the chains it has verified.
///
/// All payloads signed in one season share one header of about 4 kB. A chain costs two P-384
/// signatures, twenty times as much as the payload's own P-256 one, so the header's bytes are
/// compared with those under which a signature held before, and hashing goes on from behind them;
/// another header around a known chain is read anew, and its chain is not verified again. The time
/// is checked on every use. Headers that were refused are remembered as well, and refused again
/// unread.
struct SignatureVerifier: Sendable {
  /// The most headers that are remembered.
  static let headersMax = 8

  private let roots: [TrustedRoot]
  /// Those under which a signature held, the most recently used first.
  private var headers: [KnownHeader] = []
  private var chains = KnownChains()
  private var refused = RefusedHeaders()
  private var allowance: ChainAllowance?

  /// Creates a verifier that knows no chain.
  ///
  /// - Parameters:
  ///   - roots: What chains may end in.
  ///   - chainsPerSecond: How many unknown headers, and so chains, are looked at in a second; any
  ///     number for `nil`.
  init(roots: [TrustedRoot], chainsPerSecond: Int? = nil) {
    self.roots = roots
    allowance = chainsPerSecond.map { ChainAllowance(perSecond: $0) }
  }

  /// Checks that a payload was signed by a trusted chain, whatever it says.
  ///
  /// - Returns: The chain, of which is still to be asked whether it was valid then and may speak
  ///   about what the payload is about (``VerifiedChain/check(at:accepted:)``).
  /// - Throws: What is wrong with the proof.
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
    hash.update(bufferPointer: UnsafeRawBufferPointer(jws.payload))
    guard signature.count == 64,
      let ecdsa = try? P256.Signing.ECDSASignature(rawRepresentation: signature),
      header.chain.key.isValidSignature(ecdsa, for: hash.finalize())
    else { throw .proof(.signatureInvalid) }
    if known == nil { remember(header) }
    return header.chain
  }

  /// The header of those bytes under which a signature held, where it is remembered.
  private mutating func header(_ bytes: UnsafeBufferPointer<UInt8>) -> KnownHeader? {
    guard let place = headers.firstIndex(where: { $0.bytes.matches(bytes) }) else { return nil }
    let header = headers[place]
    if place > 0 {
      headers.remove(at: place)
      headers.insert(header, at: 0)
    }
    return header
  }

  private mutating func remember(_ header: KnownHeader) {
    headers.insert(header, at: 0)
    if headers.count > Self.headersMax { headers.removeLast() }
    chains.noteSigned(header.chain.fingerprint)
  }

  /// The chain in a header, verified now or before.
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
  /// The SHA-256 that has read the header and the dot behind it.
  let hashed: SHA256
  let chain: VerifiedChain

  init(_ header: UnsafeBufferPointer<UInt8>, chain: VerifiedChain) {
    var hash = SHA256()
    hash.update(bufferPointer: UnsafeRawBufferPointer(header))
    hash.update(data: [UInt8(ascii: ".")])
    (bytes, hashed, self.chain) = (HeaderBytes(header), hash, chain)
  }
}
