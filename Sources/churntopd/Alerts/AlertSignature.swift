import Cryptography
import PlainText
import SubscriptionCore

/// The signature that proves that a post is from this daemon and how old it is.
///
/// `Churntop-Signature: t=SECONDS,v1=HEX` where HEX is the HMAC-SHA256 (RFC 2104) of `SECONDS.BODY`
/// by the shared secret. The receiver computes the same, and rejects a post with another signature
/// or one older than a few minutes.
enum AlertSignature {
  /// The header field.
  static let field = "Churntop-Signature"
  /// The header field of the delivery identifier, the same for every attempt.
  static let deliveryField = "Churntop-Delivery"

  /// Returns the value of ``field`` for the exact bytes of a body.
  static func value(for body: [UInt8], secret: [UInt8], at now: Timestamp) -> String {
    let seconds = now.milliseconds / 1_000
    let code = SHA256.authenticationCode(for: Array("\(seconds).".utf8) + body, key: secret)
    return "t=\(seconds),v1=\(code.hexadecimal)"
  }

  /// Returns a short identifier that is derived from a text.
  static func deliveryID(of text: String) -> String {
    String(SHA256.hash(Array(text.utf8)).hexadecimal.prefix(32))
  }
}
