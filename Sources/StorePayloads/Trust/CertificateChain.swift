import Cryptography
import SubscriptionCore

/// The three certificates that Apple sends in `x5c`: leaf, intermediate, root.
///
/// The checks are those of Apple's own libraries (`ChainVerifier` of app-store-server-library) and
/// the parts of RFC 5280 that apply to a chain of this fixed shape. Revocation is not checked with
/// Apple, since archives are read long afterwards and without a network.
struct CertificateChain {
  private let certificates: [Certificate]
  /// The pinned certificate at the end of the chain.
  let root: TrustedRoot
  /// The key of the leaf, which signs payloads.
  let leafKey: PublicKey
  /// The validity of each certificate, in the order of the chain.
  let validity: [ClosedRange<Timestamp>]

  private static let purposes = ["1.2.840.113635.100.6.11.1", "1.2.840.113635.100.6.2.1"]

  /// Parses a chain of certificates in DER and checks everything except the time.
  init(der encoded: [[UInt8]], roots: [TrustedRoot]) throws(PayloadError) {
    guard encoded.count == 3 else { throw .proof(.chainLength(encoded.count)) }
    guard let root = TrustedRoot.named(encoded[2], in: roots) else { throw .proof(.untrustedRoot) }
    self.root = root
    var certificates: [Certificate] = []
    for (index, der) in encoded.enumerated() {
      guard let certificate = Certificate(der: der, isRoot: index == 2) else {
        throw .proof(.certificateUnreadable(index: index))
      }
      certificates.append(certificate)
    }
    self.certificates = certificates
    leafKey = certificates[0].publicKey
    guard leafKey.kind == .p256 else { throw .proof(.certificateUnreadable(index: 0)) }
    validity = try Self.validity(of: certificates)
    try checkPurposes()
    try checkIssue()
  }

  /// Checks that leaf and intermediate have the extensions by which Apple marks their purpose.
  private func checkPurposes() throws(PayloadError) {
    for (index, purpose) in Self.purposes.enumerated()
    where !certificates[index].extensions.contains(where: { $0.identifier == purpose }) {
      throw .proof(.purposeMissing(index: index))
    }
  }

  /// Checks that each certificate was issued by the next, which is allowed to issue: the
  /// intermediate by its basic constraints, the root by the pin, whatever the certificate around
  /// its key states (RFC 5280, 6.1.1).
  private func checkIssue() throws(PayloadError) {
    // From the root down, so that a key is used only once its certificate is known to be true.
    for index in [1, 0] {
      let (subject, issuer) = (certificates[index], certificates[index + 1])
      guard issuer.isNamedIssuer(of: subject), index == 1 || issuer.mayIssue(below: index),
        issuer.hasSigned(subject)
      else { throw .proof(.brokenChain(index: index)) }
    }
    for (index, certificate) in certificates.enumerated()
    where !Self.knowsCriticalExtensions(of: certificate) {
      throw .proof(.brokenChain(index: index))
    }
    if certificates[0].isAuthority { throw .proof(.brokenChain(index: 0)) }
  }

  /// Returns whether all critical extensions are known; any other makes a certificate unusable (RFC
  /// 5280, 4.2).
  private static func knowsCriticalExtensions(of certificate: Certificate) -> Bool {
    let known = [Certificate.basicConstraints, Certificate.keyUsage] + purposes
    return certificate.extensions.allSatisfy { !$0.isCritical || known.contains($0.identifier) }
  }

  private static func validity(
    of certificates: [Certificate]
  ) throws(PayloadError) -> [ClosedRange<Timestamp>] {
    var ranges: [ClosedRange<Timestamp>] = []
    for (index, certificate) in certificates.enumerated() {
      guard let range = certificate.validity else {
        throw .proof(.certificateExpired(index: index))
      }
      ranges.append(Timestamp(seconds: range.lowerBound)...Timestamp(seconds: range.upperBound))
    }
    return ranges
  }
}
