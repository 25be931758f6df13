import Cryptography
import SubscriptionCore

/// A cache of verified chains by the fingerprints of their certificates, so that another header
/// with the same chain does not cost its signatures again.
///
/// Chains of the App Store are public, and anyone can send them with an invalid signature. Chains
/// that signed something are therefore evicted after those that did not.
struct KnownChains: Sendable {
  /// The maximum number of cached chains.
  static let countMax = 8

  /// The most recently used first.
  private var chains: [(chain: VerifiedChain, hasSigned: Bool)] = []

  /// Returns the chain of those certificates, if it is cached.
  mutating func chain(_ fingerprint: ChainFingerprint) -> VerifiedChain? {
    chains.moveToFront { $0.chain.fingerprint == fingerprint }?.chain
  }

  /// Adds a chain in place of the least recently used one, preferably one that signed nothing.
  mutating func remember(_ chain: VerifiedChain) {
    if chains.count == Self.countMax {
      chains.remove(at: chains.lastIndex { !$0.hasSigned } ?? chains.count - 1)
    }
    chains.insert((chain, false), at: 0)
  }

  /// Records that a signature of a chain was valid.
  mutating func noteSigned(_ fingerprint: ChainFingerprint) {
    guard let place = chains.firstIndex(where: { $0.chain.fingerprint == fingerprint }) else {
      return
    }
    chains[place].hasSigned = true
  }
}

/// A verified chain, with the values that its payloads need.
struct VerifiedChain: Sendable {
  /// The fingerprint of the certificates.
  let fingerprint: ChainFingerprint
  /// The key of the leaf, which signs payloads.
  let key: PublicKey
  /// The validity of each certificate, in the order of the chain.
  let validity: [ClosedRange<Timestamp>]
  /// The pinned certificate at its end.
  let root: TrustedRoot

  /// Checks that the chain was valid at the time of a signature, and ends in a root that is
  /// accepted for the payload's app.
  ///
  /// A payload without content has no time.
  func check(at instant: Timestamp?, accepted: [TrustedRoot]) throws(PayloadError) {
    guard accepted.contains(root) else { throw .proof(.untrustedRoot) }
    guard let instant else { return }
    for (index, range) in validity.enumerated() where !range.contains(instant) {
      throw .proof(.certificateExpired(index: index))
    }
  }
}

/// The SHA-256 of a chain's certificates, each with its length.
struct ChainFingerprint: Hashable, Sendable {
  private let digest: [UInt8]

  /// Hashes the certificates of a chain, about 3 kB.
  init(_ certificates: [[UInt8]]) {
    var hash = SHA256()
    for certificate in certificates {
      withUnsafeBytes(of: certificate.count) { hash.update($0) }
      hash.update(certificate)
    }
    digest = hash.finalize()
  }
}

/// A token bucket for verifying unknown chains: a rate per second with a burst of the same size.
struct ChainAllowance: Sendable {
  private let perSecond: Double
  private var left: Double
  private var countedAt: ContinuousClock.Instant

  init(perSecond: Int, at now: ContinuousClock.Instant = .now) {
    (self.perSecond, left, countedAt) = (Double(perSecond), Double(perSecond), now)
  }

  /// Removes one token; returns `false` if there is none.
  mutating func take(at now: ContinuousClock.Instant = .now) -> Bool {
    left = min(perSecond, left + (now - countedAt) / .seconds(1) * perSecond)
    countedAt = now
    guard left >= 1 else { return false }
    left -= 1
    return true
  }
}
