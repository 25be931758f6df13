import PlainText

/// The reason for which a payload is refused; ``description`` includes the remedy.
public enum PayloadError: Hashable, Sendable, Error {
  /// An error of the document as a whole.
  case document(DocumentProblem)
  /// An error of one field.
  case field(FieldProblem)
  /// An error in the proof of origin.
  case proof(ProofProblem)
}

/// The errors of a document as a whole.
public enum DocumentProblem: Hashable, Sendable {
  /// It is empty, or only white space.
  case empty
  /// It is longer than the limit, in bytes.
  case tooLong(limit: Int)
  /// It is neither JSON nor a compact JWS; the problem, and the byte at which it was detected.
  case malformed(JSONProblem, offset: Int)
  /// It is JSON with the keys of none of the supported formats; its first keys.
  case unknownShape(keys: [String])
  /// A request body that is not what the store posts to that address, with its first keys.
  case noNotification(keys: [String])
  /// It is a format that does not name the purchase it describes, and needs the archive record.
  case needsRecord(what: String)
  /// It is an error answer of a store's API rather than a statement about a subscription.
  case apiError(code: String, message: String)
  /// It is a verifyReceipt answer whose status means that it contains no receipt.
  case receiptStatus(Int64)
  /// It was refused before, and only its beginning was stored.
  case storedInPart
}

/// The errors of one field.
public enum FieldProblem: Hashable, Sendable {
  /// A required field is missing.
  case missing
  /// A field's value has another type than the expected one.
  case wrongType(expected: String)
  /// A field's value cannot be parsed as the expected form.
  case unreadable(expected: String)
  /// A point in time before the year 1 or after the year 9999.
  case timeOutOfRange
  /// A time of receipt that is yet to come, by more than clocks differ.
  case timeAhead
  /// A field contains text instead of a compact JWS.
  case notJWS
  /// An identifier that is too long or contains control characters.
  case notIdentifier
  /// Standard base64 that does not decode, or decodes to something that is not JSON.
  case notBase64JSON
}

/// The errors in the proof of a payload's origin.
public enum ProofProblem: Hashable, Sendable {
  /// There is no signature, and the policy requires one.
  case unsigned
  /// A test in Xcode, which Apple never signs, and the policy requires a signature.
  case localOnly
  /// The JOSE header names another algorithm than ES256.
  case algorithm(String)
  /// The chain does not have exactly three certificates.
  case chainLength(Int)
  /// A certificate of the chain cannot be read; its index in `x5c`.
  case certificateUnreadable(index: Int)
  /// The chain's root is not one that the policy trusts.
  case untrustedRoot
  /// So many unknown chains arrive that this one is not verified now.
  case tooManyChains
  /// A certificate was not issued by the next one in the chain; its index in `x5c`.
  case brokenChain(index: Int)
  /// A certificate lacks the extension by which Apple marks its purpose; its index in `x5c`.
  case purposeMissing(index: Int)
  /// A certificate was not valid when the payload was signed; its index in `x5c`.
  case certificateExpired(index: Int)
  /// The signature does not match the content.
  case signatureInvalid
  /// It is about another app than the policy accepts.
  case otherApp(String)
  /// It is from another environment than the policy accepts, or than the enclosing payload.
  case otherEnvironment(String)
  /// It is nested in a payload about another subscription or app.
  case mismatch(String)
  /// A file that should be a trusted root contains no certificate.
  case rootUnreadable
  /// A file that should be a trusted root contains several certificates, as a chain does.
  case rootNotAlone
}
