import Crypto
import Foundation
import SubscriptionCore

/// Verifies payloads signed by the App Store, remembering the chains it has verified.
///
/// All payloads signed in one season share one header of about 4 kB. A chain costs two P-384
/// signatures, twenty times as much as the payload's own P-256 one, so the header's bytes are
/// compared with those verified before, and hashing goes on from behind them. The time is checked
/// on every use.
struct SignatureVerifier: Sendable {
  /// The most chains that are remembered.
  static let chainsMax = 8

  let roots: [TrustedRoot]
  /// The most recently used first.
  private var chains: [VerifiedChain] = []

  init(roots: [TrustedRoot]) { self.roots = roots }

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
    if let place = chains.firstIndex(where: { $0.matches(header) }) {
      let chain = chains[place]
      if place > 0 {
        chains.remove(at: place)
        chains.insert(chain, at: 0)
      }
      return chain
    }
    let verified = try JOSEHeader.chain(header, roots: roots)
    var hash = SHA256()
    hash.update(bufferPointer: UnsafeRawBufferPointer(header))
    hash.update(data: [UInt8(ascii: ".")])
    let chain = VerifiedChain(
      header: Array(header), hashedHeader: hash, key: verified.leafKey,
      validity: verified.validity)
    chains.insert(chain, at: 0)
    if chains.count > Self.chainsMax { chains.removeLast() }
    return chain
  }
}

/// A header whose chain has been verified, with what its payloads need.
private struct VerifiedChain: Sendable {
  let header: [UInt8]
  /// The SHA-256 that has read the header and the dot behind it.
  let hashedHeader: SHA256
  let key: P256.Signing.PublicKey
  let validity: [ClosedRange<Timestamp>]

  /// Whether a header is this one, byte for byte; eight bytes at a time.
  func matches(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard header.count == other.count else { return false }
    return header.withUnsafeBytes { mine in
      let theirs = UnsafeRawBufferPointer(other)
      var place = 0
      while place + 8 <= mine.count {
        if mine.loadUnaligned(fromByteOffset: place, as: UInt64.self)
          != theirs.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        {
          return false
        }
        place += 8
      }
      return mine[place...].elementsEqual(theirs[place...])
    }
  }
}
