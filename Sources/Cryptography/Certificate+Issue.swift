internal import CLibcrypto

/// The statement of a certificate that is about to be issued.
public struct CertificateStatement: Sendable {
  /// The common name of whom it is about.
  public var subject: String
  /// The serial number.
  public var serialNumber: Int
  /// The first and the last second of validity since 1970.
  public var validity: ClosedRange<Int64>
  /// The extensions, name and value as OpenSSL's configuration has them (x509v3_config(5)).
  public var extensions: [(name: String, value: String)]

  /// Creates a statement.
  public init(
    subject: String, serialNumber: Int, validity: ClosedRange<Int64>,
    extensions: [(name: String, value: String)]
  ) {
    (self.subject, self.serialNumber) = (subject, serialNumber)
    (self.validity, self.extensions) = (validity, extensions)
  }
}

extension Certificate {
  /// Issues a certificate about a key, signed with SHA-384; without an issuer's certificate one
  /// that issues itself.
  ///
  /// - Throws: ``OpenSSLError`` for an extension that is none, or a name that is too long.
  public init(
    _ statement: CertificateStatement, key: PublicKey, issuer: Certificate?, issuerKey: PrivateKey
  ) throws(OpenSSLError) {
    let certificate = X509_new()
    defer { X509_free(certificate) }
    let name = X509_get_subject_name(certificate)
    ASN1_INTEGER_set_int64(X509_get_serialNumber(certificate), Int64(statement.serialNumber))
    ASN1_TIME_set(X509_getm_notBefore(certificate), time_t(statement.validity.lowerBound))
    ASN1_TIME_set(X509_getm_notAfter(certificate), time_t(statement.validity.upperBound))
    let signer = issuer?.certificate ?? certificate
    guard X509_set_version(certificate, 2) == 1,
      X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_FLAG, statement.subject, -1, -1, 0) == 1,
      X509_set_issuer_name(certificate, X509_get_subject_name(signer)) == 1,
      X509_set_pubkey(certificate, key.key) == 1
    else { throw OpenSSLError() }
    var context = X509V3_CTX()
    X509V3_set_ctx(&context, signer, certificate, nil, nil, 0)
    for (name, value) in statement.extensions {
      guard let made = X509V3_EXT_nconf(nil, &context, name, value) else { throw OpenSSLError() }
      defer { X509_EXTENSION_free(made) }
      guard X509_add_ext(certificate, made, -1) == 1 else { throw OpenSSLError() }
    }
    guard X509_sign(certificate, issuerKey.publicKey.key, EVP_sha384()) > 0,
      let der = encoded({ i2d_X509(certificate, $0) }), let issued = Certificate(der: der)
    else { throw OpenSSLError() }
    self = issued
  }

  /// The certificate in DER.
  public var der: [UInt8] { encoded { i2d_X509(certificate, $0) } ?? [] }
}
