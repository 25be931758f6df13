import Foundation
import PlainText
import SubscriptionCore

/// The request with which the app's backend records that a prompt was shown.
struct ShownRequest: Sendable {
  /// The subject of the prompt.
  enum Subject: Hashable, Sendable {
    case subscription(SubscriptionID)
    /// Every failing subscription of an account.
    case account(AccountID)
  }

  let subject: Subject
  /// The step: 2 for the store's message, 3 for a banner of the app's own.
  let step: Int
  /// The instant at which the prompt was shown; `nil` for now.
  let at: Timestamp?
  /// The idempotency key, so that a repeated request is recorded once.
  let key: String

  /// The length of an idempotency key in Unicode scalars.
  static let keyLength = 8...200
  /// The tolerance for a time in the future, for clocks that differ.
  static let leeway = Duration.seconds(300)
  /// The age limit of a time in the past; no billing episode is longer.
  static let ageMax = Duration.seconds(90 * 86_400)

  private struct Body: Decodable {
    var subscription: String?
    var account: String?
    var step: Int
    var at: String?
    var idempotencyKey: String
  }

  /// Reads a body.
  ///
  /// - Throws: ``WebProblem`` with the field at fault.
  init(_ bytes: [UInt8], at now: Timestamp) throws(WebProblem) {
    try Self.checkKeys(bytes)
    let body: Body
    do {
      body = try JSONDecoder().decode(Body.self, from: Data(bytes))
    } catch {
      throw Self.problem(error)
    }
    switch (body.subscription, body.account) {
    case (let id?, nil):
      try Self.check(id, "subscription")
      subject = .subscription(SubscriptionID(id))
    case (nil, let name?):
      try Self.check(name, "account")
      subject = .account(AccountID(name))
    case (nil, nil), (_?, _?):
      throw WebProblem(.badRequest, "Name either 'subscription' or 'account'.")
    }
    guard body.step == 2 || body.step == 3 else {
      throw WebProblem(
        .badRequest, "'step' is 2 for the store's message or 3 for the app's own banner.")
    }
    step = body.step
    key = body.idempotencyKey
    guard Self.keyLength.contains(key.unicodeScalars.count), WebQuery.isName(key) else {
      throw WebProblem(
        .badRequest,
        "'idempotencyKey' has \(Self.keyLength.lowerBound) to \(Self.keyLength.upperBound) "
          + "characters, new for each showing and the same when a request is repeated; a UUID is "
          + "good.")
    }
    at = try body.at.map { (text) throws(WebProblem) in
      guard let instant = Timestamp(rfc3339: text) else {
        throw WebProblem(.badRequest, "'at' is a time by RFC 3339, for example \(now.rfc3339).")
      }
      guard instant - now <= Self.leeway, now - instant <= Self.ageMax else {
        throw WebProblem(
          .outOfTime, "'at' is \(instant.rfc3339), and has to lie in the 90 days before now.")
      }
      return instant
    }
  }

  /// Checks that no field is there twice, of which a reader would take one or the other.
  private static func checkKeys(_ bytes: [UInt8]) throws(WebProblem) {
    let read = bytes.withUnsafeBufferPointer { bytes in
      Result { () throws(JSONFault) in try JSONDocument(bytes) }
    }
    if case .failure(let fault) = read, fault.problem == .duplicateKey {
      throw WebProblem(.badRequest, "A field is there twice.")
    }
  }

  private static func check(_ text: String, _ field: String) throws(WebProblem) {
    guard WebQuery.isName(text) else {
      throw WebProblem(
        .badRequest, "'\(field)' has 1 to \(WebQuery.nameMax) characters and no control characters."
      )
    }
  }

  private static func problem(_ error: any Error) -> WebProblem {
    switch error {
    case DecodingError.keyNotFound(let key, _):
      WebProblem(.badRequest, "'\(key.stringValue)' is missing.")
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      WebProblem(
        .badRequest,
        "'\(context.codingPath.last?.stringValue ?? "body")' has the wrong type.")
    default: WebProblem(.badRequest, "The body is not a JSON object.")
    }
  }
}
