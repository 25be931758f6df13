import Crypto
import SubscriptionCore

/// Chains that were verified, by the fingerprints of their certificates, so that no other header
/// around the same chain costs its signatures again.
///
/// Chains of the App Store are public, and anybody can send them with any signature behind. Those
/// that signed something are therefore kept before those that did not.
struct KnownChains: Sendable {
  /// The most chains that are remembered.
  static let countMax = 8

  /// The most recently used first.
  private var chains: [(chain: VerifiedChain, hasSigned: Bool)] = []

  /// The chain of those certificates, where it is remembered.
  mutating func chain(_ fingerprint: ChainFingerprint) -> VerifiedChain? {
    guard let place = chains.firstIndex(where: { $0.chain.fingerprint == fingerprint }) else {
      return nil
    }
    let found = chains.remove(at: place)
    chains.insert(found, at: 0)
    return found.chain
  }

  /// Remembers a chain in place of the one used longest ago, one that signed nothing first.
  mutating func remember(_ chain: VerifiedChain) {
    if chains.count == Self.countMax {
      chains.remove(at: chains.lastIndex { !$0.hasSigned } ?? chains.count - 1)
    }
    chains.insert((chain, false), at: 0)
  }

  /// Notes that a signature of a chain held.
  mutating func noteSigned(_ fingerprint: ChainFingerprint) {
    guard let place = chains.firstIndex(where: { $0.chain.fingerprint == fingerprint }) else {
      return
    }
    chains[place].hasSigned = true
  }
}

/// A chain that was verified, with what its payloads need.
struct VerifiedChain: Sendable {
  /// What the chain is known by.
  let fingerprint: ChainFingerprint
  /// The key of the leaf, which signs payloads.
  let key: P256.Signing.PublicKey
  /// The validity of each certificate, in the order of the chain.
  let validity: [ClosedRange<Timestamp>]
  /// The pinned certificate that it ends in.
  let root: TrustedRoot

  /// Checks that the chain was valid when it signed something, and may speak about that.
  ///
  /// - Parameters:
  ///   - instant: When it signed; `nil` for a payload without content, whose time is unknown.
  ///   - accepted: The roots that what the payload is about accepts.
  /// - Throws: What is wrong with the proof.
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
      withUnsafeBytes(of: certificate.count) { hash.update(bufferPointer: $0) }
      hash.update(data: certificate)
    }
    digest = Array(hash.finalize())
  }
}

/// How many more unknown chains may be looked at now: so many a second, and as many at once.
struct ChainAllowance: Sendable {
  private let perSecond: Double
  private var left: Double
  private var countedAt: ContinuousClock.Instant

  /// Creates an allowance that is whole.
  init(perSecond: Int, at now: ContinuousClock.Instant = .now) {
    (self.perSecond, left, countedAt) = (Double(perSecond), Double(perSecond), now)
  }

  /// Takes one; `false` where none is left.
  mutating func take(at now: ContinuousClock.Instant = .now) -> Bool {
    left = min(perSecond, left + (now - countedAt) / .seconds(1) * perSecond)
    countedAt = now
    guard left >= 1 else { return false }
    left -= 1
    return true
  }
}
