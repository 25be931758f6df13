import PlainText

/// The messages of every refusal, in one place.
extension PayloadError: CustomStringConvertible {
  /// The error and its remedy, as one or two sentences.
  public var description: String {
    switch self {
    case .document(let problem): problem.description
    case .field(let problem): problem.description
    case .proof(let problem): problem.description
    }
  }

  /// The error as one sentence, without the remedy, which is meant for users of the command line.
  public var fact: String {
    let (whole, end) = (description, ". ".utf8)
    guard let place = whole.utf8.indices.first(where: { whole.utf8[$0...].starts(with: end) })
    else { return whole }
    return whole[..<place] + "."
  }
}

extension DocumentProblem: CustomStringConvertible {
  /// The error and its remedy, as one or two sentences.
  public var description: String {
    switch self {
    case .empty: "There is nothing to read. Check that the file was written completely."
    case .tooLong(let limit):
      "The document is longer than \(limit >> 20) MiB. Split it into one document a line."
    case .malformed(let problem, let offset):
      "Neither JSON nor a compact JWS: \(problem.rawValue) at byte \(offset + 1). "
        + "Check that the file was written completely."
    case .unknownShape(let keys) where keys.isEmpty:
      "This JSON is none of the formats that import reads. See `churntop import --help`."
    case .unknownShape(let keys):
      "This JSON is none of the formats that import reads; its keys are "
        + "\(keys.joined(separator: ", ")). See `churntop import --help`."
    case .noNotification(let keys) where keys.isEmpty:
      "This is no notification as the store posts it."
    case .noNotification(let keys):
      "This is no notification as the store posts it; its keys are "
        + "\(keys.joined(separator: ", "))."
    case .needsRecord(let what):
      "\(what) does not say which purchase it describes. Wrap it in an archive record with "
        + "store, packageName and purchaseToken."
    case .apiError(let code, let message):
      "This is an error answer of the store (\(code): \(message)), not a statement about a "
        + "subscription. Ask the store again and import that answer."
    case .receiptStatus(let status): Self.receiptWords(status)
    case .storedInPart:
      "Only the beginning of this payload is in quarantine, since it is longer than "
        + "\(Refusal.rawBytesMax >> 20) MiB. Import it again from where it came."
    }
  }

  /// Returns the meaning of a verifyReceipt status
  /// (<https://developer.apple.com/documentation/appstorereceipts/status>).
  private static func receiptWords(_ status: Int64) -> String {
    let meaning =
      switch status {
      case 21000: "the request was not a POST"
      case 21001: "this code is no longer sent"
      case 21002: "the receipt data was malformed or the service had a temporary problem"
      case 21003: "the receipt could not be authenticated"
      case 21004: "the shared secret is not the app's"
      case 21005: "the receipt server was not available"
      case 21007: "this is a sandbox receipt that was sent to production"
      case 21008: "this is a production receipt that was sent to the sandbox"
      case 21009: "Apple had an internal data access error"
      case 21010: "the account was not found or has been deleted"
      case 21100...21199: "Apple had an internal data access error"
      default: "the meaning is unknown"
      }
    return "verifyReceipt answered \(status): \(meaning). Ask again and import that answer."
  }
}

extension FieldProblem: CustomStringConvertible {
  /// The error and its remedy, as one or two sentences.
  public var description: String {
    switch self {
    case .missing: "The field is missing. Export the payload again, whole."
    case .wrongType(let expected): "The field has the wrong type; expected \(expected)."
    case .unreadable(let expected): "The field's value cannot be read; expected \(expected)."
    case .timeOutOfRange:
      "The time lies outside the years 1 to 9999. Check the unit: milliseconds are expected."
    case .timeAhead:
      "The time of receipt is more than an hour after the present. Set the clock right, or take "
        + "it from quarantine when that time has come."
    case .notJWS:
      "The field is not a signed payload (three parts of base64url separated by dots). "
        + "Import the payload as the store sent it."
    case .notIdentifier:
      "The identifier is longer than \(PayloadReader.identifierBytesMax) bytes or contains control "
        + "characters, which no store's does. Export the payload again."
    case .notBase64JSON:
      "The field is not base64-encoded JSON. Import the message as Pub/Sub delivered it."
    }
  }
}

extension ProofProblem: CustomStringConvertible {
  /// The error and its remedy, as one or two sentences.
  public var description: String {
    switch self {
    case .unsigned: "It carries no signature. Import the signed form, or use --verify signed."
    case .localOnly:
      "It comes from a test in Xcode, which Apple never signs. Use --verify signed to import it."
    case .algorithm(let name): "It is signed with \(name); only ES256 is accepted."
    case .chainLength(let count):
      "Its certificate chain has \(count) certificates instead of three."
    case .certificateUnreadable(let index): "Certificate \(index + 1) of its chain is damaged."
    case .untrustedRoot:
      "Its certificate chain ends in a root that is not trusted. If it is your own test "
        + "authority, pass its certificate with --root."
    case .tooManyChains:
      "Too many unknown certificate chains arrive to look at this one now. Send it again."
    case .brokenChain(let index):
      "Certificate \(index + 1) of its chain was not issued by the next one."
    case .purposeMissing(let index):
      "Certificate \(index + 1) of its chain is not marked by Apple for signing payloads."
    case .certificateExpired(let index):
      "Certificate \(index + 1) of its chain was not valid when the payload was signed."
    case .signatureInvalid:
      "The signature does not match: the payload was changed or damaged. Fetch it again."
    case .otherApp(let app):
      "It is about the app \(app), which is not accepted here. See --bundle or the configuration."
    case .otherEnvironment(let name): "It is from the environment \(name), which does not fit."
    case .mismatch(let what): "It is nested in a payload about another \(what)."
    case .rootUnreadable: "The file holds no certificate, neither as PEM nor as DER."
    case .rootNotAlone: "The file holds several certificates. Name one with the root alone."
    }
  }
}
