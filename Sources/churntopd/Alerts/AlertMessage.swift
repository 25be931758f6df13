import Foundation
import SubscriptionCore

/// What is told of an alert: to a program on standard input, to an address as a body.
struct AlertMessage: Hashable, Sendable, Codable {
  /// The same for every try to deliver it.
  var id: String
  /// What the alert is called.
  var alert: String
  /// Whether it came on, goes on or went off.
  var state: AlertState.Telling
  /// What was measured.
  var value: Int
  /// What it is compared with; more than that fires.
  var threshold: Int
  /// The measurement in words.
  var text: String
  /// When it was measured, RFC 3339.
  var at: String

  /// Words an alert.
  init(_ rule: AlertRule, _ telling: AlertState.Telling, _ figure: AlertFigure, at now: Timestamp) {
    alert = rule.name
    state = telling
    (value, threshold, text) = (figure.value, figure.threshold, figure.text)
    at = now.rfc3339
    id = AlertSignature.deliveryID(of: "\(rule.name)\u{0}\(telling.rawValue)\u{0}\(at)")
  }

  /// The message as JSON on one line.
  var json: [UInt8] { Self.json(self) }

  /// A value as JSON on one line, its keys in order.
  static func json(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map { Array($0) } ?? []
  }
}
