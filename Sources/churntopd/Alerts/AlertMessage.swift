import Foundation
import SubscriptionCore

/// The notification about an alert: standard input of a program, or the body of a post.
struct AlertMessage: Hashable, Sendable, Codable {
  /// The identifier, the same for every attempt to deliver it.
  var id: String
  /// The name of the alert.
  var alert: String
  /// The change of the alert's state.
  var state: AlertState.Telling
  /// The measured value; the threshold where there is too little to measure.
  var value: Int
  /// The threshold; a value beyond it fires the alert, as `text` says.
  var threshold: Int
  /// The measurement in words.
  var text: String
  /// The time of the measurement, RFC 3339.
  var at: String

  /// Creates the notification of an alert.
  init(_ rule: AlertRule, _ telling: AlertState.Telling, _ figure: AlertFigure, at now: Timestamp) {
    alert = rule.name
    state = telling
    (value, threshold, text) = (figure.value, figure.threshold, figure.text)
    at = now.rfc3339
    id = AlertSignature.deliveryID(of: "\(rule.name)\u{0}\(telling.rawValue)\u{0}\(at)")
  }

  /// The message as JSON on one line.
  var json: [UInt8] { Self.json(self) }

  /// Encodes a value as JSON on one line, with sorted keys.
  static func json(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map { Array($0) } ?? []
  }
}
