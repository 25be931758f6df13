import Cryptography
import Foundation
import PlainText
import SubscriptionCore

/// The secrets that sign webhooks according to Standard Webhooks
/// (<https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md>).
///
/// A file with several secrets, one a line, signs with each of them, so that a secret can be
/// replaced without a gap.
struct WebhookSecret: Sendable {
  private let keys: [[UInt8]]

  /// The prefix of a secret.
  static let prefix = "whsec_"
  /// The permitted lengths of a secret, in bytes.
  static let length = 24...64

  /// Reads secrets; returns `nil` if one of them is invalid.
  init?(_ bytes: [UInt8]) {
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    let keys = words.compactMap { word -> [UInt8]? in
      guard word.hasPrefix(Self.prefix),
        let key = Data(base64Encoded: String(word.dropFirst(Self.prefix.count))),
        Self.length.contains(key.count)
      else { return nil }
      return Array(key)
    }
    guard !keys.isEmpty, keys.count == words.count else { return nil }
    self.keys = keys
  }

  /// The format of a secret, to follow its name.
  static let advice =
    "is not a secret of Standard Webhooks: whsec_ and 24 to 64 bytes in base64. Make one: "
    + "echo whsec_$(head -c 32 /dev/urandom | base64)"

  /// Returns the header fields of a message, with the same id at every attempt.
  func fields(id: String, body: [UInt8], at now: Timestamp) -> [String: String] {
    let seconds = String(now.milliseconds / 1_000)
    let signed = Array("\(id).\(seconds).".utf8) + body
    let signatures = keys.map { key in
      "v1," + Base64.encode(SHA256.authenticationCode(for: signed, key: key), alphabet: .standard)
    }
    return [
      "webhook-id": id, "webhook-timestamp": seconds,
      "webhook-signature": signatures.joined(separator: " "),
    ]
  }
}

extension WebhookSecret: CustomStringConvertible, CustomReflectable {
  /// The type's name alone.
  var description: String { "WebhookSecret" }
  /// An empty mirror, so that `dump` shows no secret.
  var customMirror: Mirror { Mirror(self, children: [:]) }
}
