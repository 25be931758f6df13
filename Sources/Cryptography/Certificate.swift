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

  /// Reads a certificate; `nil` if the bytes are none, hold more than one, repeat an extension, or
  /// have a key of no known kind.
  ///
  /// A key that spells its curve out instead of naming it is none of a known kind: a forger chooses
  /// such numbers so that somebody else's public key fits a private one of his own (CVE-2020-0601).
  public init?(der: [UInt8]) {
    defer { ERR_clear_error() }
    let read = der.withUnsafeBufferPointer { bytes -> OpaquePointer? in
      var place = bytes.baseAddress
      let certificate = d2i_X509(nil, &place, bytes.count)
      if place == bytes.baseAddress.map({ $0 + bytes.count }) { return certificate }
      X509_free(certificate)
      return nil
    }
    guard let read else { return nil }
    object = OpenSSLObject(read) { X509_free($0) }
    guard Self.namesItsCurve(read), let key = PublicKey(X509_get_pubkey(read)),
      let extensions = Self.extensions(of: read)
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

  private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64? {
    var date = tm()
    return ASN1_TIME_to_tm(time, &date) == 1 ? Int64(timegm(&date)) : nil
  }

  /// Returns whether another certificate names this one as its issuer.
  public func isNamedIssuer(of other: Certificate) -> Bool {
    X509_NAME_cmp(
      X509_get_issuer_name(other.certificate), X509_get_subject_name(certificate))
      == 0
  }

  /// Returns whether another certificate is signed by the key of this one.
  public func hasSigned(_ other: Certificate) -> Bool {
    defer { ERR_clear_error() }
    return X509_verify(other.certificate, publicKey.key) == 1
  }

  /// Returns whether a certificate may issue others, with at most that many authorities below it
  /// (RFC 5280 §4.2.1.3, §4.2.1.9).
  public func mayIssue(below depth: Int) -> Bool {
    let flags = X509_get_extension_flags(certificate)
    guard isAuthority, flags & UInt32(EXFLAG_INVALID) == 0,
      X509_get_key_usage(certificate) & UInt32(KU_KEY_CERT_SIGN) != 0
    else { return false }
    let pathLength = X509_get_pathlen(certificate)
    return pathLength == -1 || pathLength >= depth
  }

  /// A Boolean value that indicates whether basic constraints say that this is an authority.
  public var isAuthority: Bool {
    let wanted = UInt32(EXFLAG_BCONS) | UInt32(EXFLAG_CA)
    return X509_get_extension_flags(certificate) & wanted == wanted
  }

  // MARK: Reading

  /// Returns whether the key is RSA or of a curve that is named.
  private static func namesItsCurve(_ certificate: OpaquePointer) -> Bool {
    var algorithm: UnsafeMutablePointer<X509_ALGOR>?
    X509_PUBKEY_get0_param(nil, nil, nil, &algorithm, X509_get_X509_PUBKEY(certificate))
    var (name, type): (OpaquePointer?, Int32) = (nil, 0)
    X509_ALGOR_get0(&name, &type, nil, algorithm)
    return OBJ_obj2nid(name) == NID_rsaEncryption || type == V_ASN1_OBJECT
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
