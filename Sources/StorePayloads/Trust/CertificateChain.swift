import Crypto
import Foundation
import SubscriptionCore
import SwiftASN1
import X509

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
  let leafKey: P256.Signing.PublicKey
  /// The validity of each certificate, in the order of the chain.
  let validity: [ClosedRange<Timestamp>]

  private static let purposes: [ASN1ObjectIdentifier] = [
    [1, 2, 840, 113635, 100, 6, 11, 1], [1, 2, 840, 113635, 100, 6, 2, 1],
  ]

  /// Parses a chain of certificates in DER and checks everything except the time.
  init(der encoded: [[UInt8]], roots: [TrustedRoot]) throws(PayloadError) {
    guard encoded.count == 3 else { throw .proof(.chainLength(encoded.count)) }
    guard let root = TrustedRoot.named(encoded[2], in: roots) else { throw .proof(.untrustedRoot) }
    self.root = root
    var certificates: [Certificate] = []
    for (index, der) in encoded.enumerated() {
      guard let certificate = try? Certificate(derEncoded: der) else {
        throw .proof(.certificateUnreadable(index: index))
      }
      certificates.append(certificate)
    }
    self.certificates = certificates
    guard let key = P256.Signing.PublicKey(certificates[0].publicKey) else {
      throw .proof(.certificateUnreadable(index: 0))
    }
    leafKey = key
    validity = try Self.validity(of: certificates)
    try checkPurposes()
    try checkIssue()
  }

  /// Checks that leaf and intermediate have the extensions by which Apple marks their purpose.
  private func checkPurposes() throws(PayloadError) {
    for (index, purpose) in Self.purposes.enumerated()
    where !certificates[index].extensions.contains(where: { $0.oid == purpose }) {
      throw .proof(.purposeMissing(index: index))
    }
  }

  /// Checks that each certificate was issued by the next, which is allowed to issue: the
  /// intermediate by its basic constraints, the root by the pin, whatever the certificate around
  /// its key states (RFC 5280, 6.1.1).
  private func checkIssue() throws(PayloadError) {
    for index in 0..<2 {
      let (subject, issuer) = (certificates[index], certificates[index + 1])
      guard subject.issuer == issuer.subject, index == 1 || Self.mayIssue(issuer, below: index),
        issuer.publicKey.isValidSignature(subject.signature, for: subject)
      else { throw .proof(.brokenChain(index: index)) }
    }
    for (index, certificate) in certificates.enumerated()
    where !Self.knowsCriticalExtensions(of: certificate) {
      throw .proof(.brokenChain(index: index))
    }
    if let constraints = try? certificates[0].extensions.basicConstraints,
      case .isCertificateAuthority = constraints
    {
      throw .proof(.brokenChain(index: 0))
    }
  }

  /// Returns whether a certificate is an authority with at most that many authorities below it.
  private static func mayIssue(_ certificate: Certificate, below depth: Int) -> Bool {
    guard let constraints = try? certificate.extensions.basicConstraints,
      case .isCertificateAuthority(let maxPathLength) = constraints
    else { return false }
    if let maxPathLength, maxPathLength < depth { return false }
    guard certificate.extensions[oid: .X509ExtensionID.keyUsage] != nil else { return true }
    guard let usage = try? certificate.extensions.keyUsage else { return false }
    return usage.keyCertSign
  }

  /// Returns whether all critical extensions are known; any other makes a certificate unusable (RFC
  /// 5280, 4.2).
  private static func knowsCriticalExtensions(of certificate: Certificate) -> Bool {
    let known: [ASN1ObjectIdentifier] =
      [.X509ExtensionID.basicConstraints, .X509ExtensionID.keyUsage] + purposes
    return certificate.extensions.allSatisfy { !$0.critical || known.contains($0.oid) }
  }

  private static func validity(
    of certificates: [Certificate]
  ) throws(PayloadError) -> [ClosedRange<Timestamp>] {
    var ranges: [ClosedRange<Timestamp>] = []
    for (index, certificate) in certificates.enumerated() {
      let from = Timestamp(certificate.notValidBefore)
      let to = Timestamp(certificate.notValidAfter)
      guard from <= to else { throw .proof(.certificateExpired(index: index)) }
      ranges.append(from...to)
    }
    return ranges
  }
}

extension Timestamp {
  /// The instant of a certificate's date, which has whole seconds.
  fileprivate init(_ date: Date) {
    self.init(seconds: Int64(date.timeIntervalSince1970.rounded(.down)))
  }
}
