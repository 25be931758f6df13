internal import CLibcrypto

/// An X.509 certificate (RFC 5280).
public struct Certificate: Sendable {
  /// The key that the certificate is about.
  public let publicKey: PublicKey
  /// The extensions, each once.
  public let extensions: [Extension]
  private let object: OpenSSLObject
  var certificate: OpaquePointer? { object.pointer }

  /// An extension, by what a verifier must know of it.
  public struct Extension: Hashable, Sendable {
    /// The object identifier, for example `2.5.29.19`.
    public let identifier: String
    /// A Boolean value that indicates whether a verifier that does not know the extension must
    /// refuse the certificate (RFC 5280 §4.2).
    public let isCritical: Bool
  }

  /// The object identifier of basic constraints (RFC 5280 §4.2.1.9).
  public static let basicConstraints = "2.5.29.19"
  /// The object identifier of key usage (RFC 5280 §4.2.1.3).
  public static let keyUsage = "2.5.29.15"

  /// Reads a certificate of version 3; `nil` if the bytes are none, hold more than one, are not in
  /// DER, repeat an extension, or have a key of no known kind.
  ///
  /// A key that spells its curve out instead of naming it is none of a known kind: a forger chooses
  /// such numbers so that somebody else's public key fits a private one of his own (CVE-2020-0601),
  /// or so that reading them takes 100 ms. The kind is therefore compared before OpenSSL reads it.
  ///
  /// - Parameters:
  ///   - der: The bytes.
  ///   - isRoot: Whether version 1 is read as well, which has no extensions: only a root, which
  ///     counts by its key, needs none.
  public init?(der: [UInt8], isRoot: Bool = false) {
    defer { ERR_clear_error() }
    let read = der.withUnsafeBufferPointer { bytes -> OpaquePointer? in
      guard Self.hasKnownKey(bytes, isRoot: isRoot) else { return nil }
      var place = bytes.baseAddress
      return d2i_X509(nil, &place, bytes.count)
    }
    guard let read else { return nil }
    object = OpenSSLObject(read) { X509_free($0) }
    // Written again, it is the same bytes: nothing follows, and no length is spelled in two ways.
    guard encoded({ i2d_X509(read, $0) }) == der, let key = PublicKey(X509_get_pubkey(read)),
      let extensions = Self.extensions(of: read),
      X509_get_version(read) > 0 || extensions.isEmpty
    else { return nil }
    (publicKey, self.extensions) = (key, extensions)
  }

  /// The bytes of the key alone, without its algorithm: what a key identifier is the hash of (RFC
  /// 5280 §4.2.1.2).
  public var publicKeyBytes: [UInt8] {
    guard let bits = X509_get0_pubkey_bitstr(certificate) else { return [] }
    return Array(UnsafeBufferPointer(start: bits.pointee.data, count: Int(bits.pointee.length)))
  }

  /// The first and the last second of validity since 1970; `nil` if there is none.
  public var validity: ClosedRange<Int64>? {
    guard let from = Self.seconds(X509_get0_notBefore(certificate)),
      let to = Self.seconds(X509_get0_notAfter(certificate)), from <= to
    else { return nil }
    return from...to
  }

  /// Returns the second of a time in one of the two forms of a certificate (RFC 5280 §4.1.2.5).
  private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64? {
    defer { ERR_clear_error() }
    var date = tm()
    guard let time, time.pointee.length == (time.pointee.type == V_ASN1_UTCTIME ? 13 : 15),
      time.pointee.data[Int(time.pointee.length) - 1] == UInt8(ascii: "Z"),
      ASN1_TIME_to_tm(time, &date) == 1
    else { return nil }
    return Int64(timegm(&date))
  }

  /// Returns whether another certificate names this one as its issuer.
  public func isNamedIssuer(of other: Certificate) -> Bool {
    X509_NAME_cmp(
      X509_get_issuer_name(other.certificate), X509_get_subject_name(certificate))
      == 0
  }

  /// Returns whether another certificate is signed by the key of this one, with ECDSA or RSA and
  /// SHA-256, SHA-384 or SHA-512.
  public func hasSigned(_ other: Certificate) -> Bool {
    defer { ERR_clear_error() }
    let algorithms = [
      NID_ecdsa_with_SHA256, NID_ecdsa_with_SHA384, NID_ecdsa_with_SHA512,
      NID_sha256WithRSAEncryption, NID_sha384WithRSAEncryption, NID_sha512WithRSAEncryption,
    ]
    return algorithms.contains(X509_get_signature_nid(other.certificate))
      && X509_verify(other.certificate, publicKey.key) == 1
  }

  /// Returns whether a certificate may issue others, with at most that many authorities below it
  /// (RFC 5280 §4.2.1.3, §4.2.1.9).
  public func mayIssue(below depth: Int) -> Bool {
    defer { ERR_clear_error() }
    let flags = X509_get_extension_flags(certificate)
    guard isAuthority, flags & UInt32(EXFLAG_INVALID) == 0,
      X509_get_key_usage(certificate) & UInt32(KU_KEY_CERT_SIGN) != 0
    else { return false }
    let pathLength = X509_get_pathlen(certificate)
    return pathLength == -1 || pathLength >= depth
  }

  /// A Boolean value that indicates whether basic constraints say that this is an authority.
  public var isAuthority: Bool {
    defer { ERR_clear_error() }
    let wanted = UInt32(EXFLAG_BCONS) | UInt32(EXFLAG_CA)
    return X509_get_extension_flags(certificate) & wanted == wanted
  }

  // MARK: Reading

  /// The algorithms of keys that the stores use, in DER: P-256, P-384 (RFC 5480), RSA (RFC 3279).
  private static let keyAlgorithms: [[UInt8]] = [
    [0x30, 0x13, 6, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1]
      + [6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7],
    [0x30, 0x10, 6, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1, 6, 5, 0x2b, 0x81, 4, 0, 0x22],
    [0x30, 0x0d, 6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 1, 5, 0],
  ]

  /// Returns whether the key's algorithm is one of ``keyAlgorithms``, without reading the key.
  private static func hasKnownKey(_ der: UnsafeBufferPointer<UInt8>, isRoot: Bool) -> Bool {
    guard var place = der.baseAddress else { return false }
    let end = place + der.count
    /// Steps over a tag and a length; `nil` for neither, and for an indefinite length.
    func header() -> Int? {
      var (next, length): (UnsafePointer<UInt8>?, Int) = (place, 0)
      var (tag, kind): (Int32, Int32) = (0, 0)
      guard ASN1_get_object(&next, &length, &tag, &kind, end - place) & 0x81 == 0, let next else {
        return nil
      }
      place = next
      return length
    }
    // The certificate, its signed part, and from the version, which only the first leaves out, to
    // the subject (RFC 5280 §4.1).
    guard header() != nil, header() != nil, place < end else { return false }
    let statesVersion = place.pointee == 0xa0
    guard statesVersion || isRoot else { return false }
    for _ in 0..<(statesVersion ? 6 : 5) {
      guard let length = header() else { return false }
      place += length
    }
    guard header() != nil else { return false }
    let rest = UnsafeBufferPointer(start: place, count: end - place)
    return keyAlgorithms.contains { rest.starts(with: $0) }
  }

  /// Returns the extensions; `nil` if one is there twice.
  private static func extensions(of certificate: OpaquePointer) -> [Extension]? {
    let all = (0..<X509_get_ext_count(certificate)).map { index in
      let found = X509_get_ext(certificate, index)
      var name = [CChar](repeating: 0, count: 128)
      OBJ_obj2txt(&name, Int32(name.count), X509_EXTENSION_get_object(found), 1)
      return Extension(
        identifier: String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self),
        isCritical: X509_EXTENSION_get_critical(found) == 1)
    }
    return Set(all.map(\.identifier)).count == all.count ? all : nil
  }
}
