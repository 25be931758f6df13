import Crypto
import Foundation
import SubscriptionCore

/// Verifies payloads signed by the App Store, remembering the chains it has verified.
///
/// All payloads signed in one season share one header of about 4 kB. A chain costs two P-384
/// signatures, twenty times as much as the payload's own P-256 one, so the header's bytes are
/// compared with those verified before, and hashing goes on from behind them. The time is checked
/// on every use. Headers that were refused are remembered as well, and refused again unread.
struct SignatureVerifier: Sendable {
  /// The most chains that are remembered.
  static let chainsMax = 8

  let roots: [TrustedRoot]
  /// The most recently used first.
  private var chains: [VerifiedChain] = []
  private var refused = RefusedHeaders()

  init(roots: [TrustedRoot]) { self.roots = roots }

  /// Refuses a header that was refused lately, before anything behind it is looked at.
  mutating func checkMemory(of jws: CompactJWS) throws(PayloadError) {
    if let error = refused.error(of: jws.header) { throw error }
  }

  /// Checks that a payload was signed by a trusted chain that was valid at an instant; `nil` for a
  /// payload without content, whose time is unknown.
  mutating func verify(_ jws: CompactJWS, at instant: Timestamp?) throws(PayloadError) {
    guard let signature = Base64.decode(jws.signature, alphabet: .url) else {
      throw .field(.notJWS)
    }
    let chain = try chain(of: jws.header)
    if let instant {
      for (index, range) in chain.validity.enumerated() where !range.contains(instant) {
        throw .proof(.certificateExpired(index: index))
      }
    }
    var hash = chain.hashedHeader
    hash.update(bufferPointer: UnsafeRawBufferPointer(jws.payload))
    guard signature.count == 64,
      let ecdsa = try? P256.Signing.ECDSASignature(rawRepresentation: signature),
      chain.key.isValidSignature(ecdsa, for: hash.finalize())
    else { throw .proof(.signatureInvalid) }
  }

  private mutating func chain(
    of header: UnsafeBufferPointer<UInt8>
  ) throws(PayloadError) -> VerifiedChain {
    if let place = chains.firstIndex(where: { $0.header.matches(header) }) {
      let chain = chains[place]
      if place > 0 {
        chains.remove(at: place)
        chains.insert(chain, at: 0)
      }
      return chain
    }
    if let error = refused.error(of: header) { throw error }
    let verified: CertificateChain
    do throws(PayloadError) {
      verified = try JOSEHeader.chain(header, roots: roots)
    } catch {
      refused.remember(header, error)
      throw error
    }
    var hash = SHA256()
    hash.update(bufferPointer: UnsafeRawBufferPointer(header))
    hash.update(data: [UInt8(ascii: ".")])
    let chain = VerifiedChain(
      header: HeaderBytes(header), hashedHeader: hash, key: verified.leafKey,
      validity: verified.validity)
    chains.insert(chain, at: 0)
    if chains.count > Self.chainsMax { chains.removeLast() }
    return chain
  }
}

/// A header whose chain has been verified, with what its payloads need.
private struct VerifiedChain: Sendable {
  let header: HeaderBytes
  /// The SHA-256 that has read the header and the dot behind it.
  let hashedHeader: SHA256
  let key: P256.Signing.PublicKey
  let validity: [ClosedRange<Timestamp>]
}
