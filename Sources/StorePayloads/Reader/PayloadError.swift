/// Why a payload is not taken as fact; ``description`` says what to do about it.
public enum PayloadError: Hashable, Sendable, Error {
  /// The document as a whole.
  case document(DocumentProblem)
  /// One field of it.
  case field(FieldProblem)
  /// The proof of where it comes from.
  case proof(ProofProblem)
}

/// What is wrong with a document as a whole.
public enum DocumentProblem: Hashable, Sendable {
  /// There is nothing but white space.
  case empty
  /// It is longer than the limit, in bytes.
  case tooLong(limit: Int)
  /// It is neither JSON nor a compact JWS; what is wrong, and at which byte.
  case malformed(JSONProblem, offset: Int)
  /// It is JSON of a shape that is none of the supported formats; its first keys.
  case unknownShape(keys: [String])
  /// It is a format that does not say which purchase it describes, and needs the archive record.
  case needsRecord(what: String)
  /// It is an error answer of a store's API rather than a statement about a subscription.
  case apiError(code: String, message: String)
  /// A verifyReceipt answer whose status says that there is no receipt in it.
  case receiptStatus(Int64)
}

/// What is wrong with one field.
public enum FieldProblem: Hashable, Sendable {
  /// A field that must be there is not.
  case missing
  /// A field has a value of another type; what was expected.
  case wrongType(expected: String)
  /// A field's value cannot be read; what was expected.
  case unreadable(expected: String)
  /// A point in time before the year 1 or after the year 9999.
  case timeOutOfRange
  /// A field holds text where a compact JWS belongs.
  case notJWS
  /// Standard base64 that does not decode, or decodes to something that is not JSON.
  case notBase64JSON
}

/// What is wrong with the proof of where a payload comes from.
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
  /// So many unknown chains arrive that this one is not looked at now.
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
  /// It is from another environment than the policy accepts, or than what it is nested in.
  case otherEnvironment(String)
  /// It is nested in a payload about another subscription or app.
  case mismatch(String)
  /// A file given as a trusted root holds no certificate.
  case rootUnreadable
}

/// What is wrong with a text that should be JSON (<https://www.rfc-editor.org/rfc/rfc8259>).
public enum JSONProblem: String, Hashable, Sendable, CaseIterable {
  /// It ends before the value does.
  case truncated = "it ends too early"
  /// A byte that cannot stand there.
  case unexpectedByte = "an unexpected character"
  /// Something follows the value.
  case trailing = "more text after the end of the value"
  /// A string with a bare control character.
  case controlCharacter = "a control character inside a string"
  /// A `\` that is followed by no known escape, or a lone surrogate.
  case badEscape = "an escape sequence that means nothing"
  /// Bytes that are not UTF-8.
  case badUTF8 = "bytes that are not UTF-8"
  /// A number with a leading zero, without digits, or otherwise misspelt.
  case badNumber = "a misspelt number"
  /// Values nested deeper than 64 levels.
  case tooDeep = "more than 64 nested levels"
  /// The same key twice in one object: readers would disagree about its value.
  case duplicateKey = "the same key twice in one object"
}
