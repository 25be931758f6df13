import ConfigurationFiles
import Foundation
import StoreClients
import SubscriptionCore

/// The destination, format and secret of an alert that is posted.
struct AlertPost: Hashable, Sendable {
  /// The format of a post.
  enum Format: String, Hashable, Sendable, CaseIterable {
    /// The message itself, signed (``AlertSignature``).
    case signed
    /// PagerDuty's Events API v2, "Send an Alert Event"; the secret is the routing key.
    case pagerDuty = "pagerduty"
    /// Slack's incoming webhooks; the secret is the webhook's address.
    case slack
  }

  var format = Format.signed
  /// The URL, if it is no secret; `nil` for PagerDuty's own URL, and for Slack.
  var address: String?
  var secret: SecretSource?

  /// PagerDuty's endpoint for events, in the default region of accounts.
  static let pagerDutyAddress = "https://events.pagerduty.com/v2/enqueue"

  /// The name of the destination, without any secret.
  var receiver: String {
    switch format {
    case .signed: address.flatMap { URLComponents(string: $0)?.host } ?? "the address"
    case .pagerDuty: "PagerDuty"
    case .slack: "Slack"
    }
  }

  /// Returns the problem of a secret for this format; `nil` for none.
  func problem(ofSecret secret: [UInt8]) -> String? {
    switch format {
    case .signed: secret.count < 16 ? "is shorter than 16 bytes" : nil
    case .pagerDuty:
      Self.text(secret).utf8.count == 32
        ? nil : "is not an integration key of PagerDuty's Events API v2, which has 32 characters"
    case .slack:
      TextRule.address.problem(Self.text(secret)) == nil
        ? nil : "is not an address of an incoming webhook, which begins with https://"
    }
  }

  /// Returns the request that delivers a notification.
  func question(
    telling message: AlertMessage, secret: [UInt8], at now: Timestamp
  ) -> ClientRequest {
    switch format {
    case .signed:
      let body = message.json
      return Self.post(
        to: address ?? "", body: body,
        fields: [
          AlertSignature.field: AlertSignature.value(for: body, secret: secret, at: now),
          AlertSignature.deliveryField: message.id,
        ])
    case .pagerDuty:
      let event = PagerDutyEvent(message, routingKey: Self.text(secret))
      return Self.post(
        to: address ?? Self.pagerDutyAddress, body: AlertMessage.json(event),
        secret: event.routing_key)
    case .slack:
      let address = Self.text(secret)
      return Self.post(to: address, body: AlertMessage.json(SlackMessage(message)), secret: address)
    }
  }

  private static func post(
    to address: String, body: [UInt8], fields: [String: String] = [:], secret: String? = nil
  ) -> ClientRequest {
    ClientRequest(
      method: "POST", url: address,
      fields: fields.merging(["Content-Type": "application/json"]) { own, _ in own }, body: body,
      secret: secret)
  }

  /// Returns a secret as text, without the spaces and newlines round it that a variable may have.
  private static func text(_ secret: [UInt8]) -> String {
    String(decoding: secret, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

/// An event of PagerDuty's Events API v2, with the documented names.
private struct PagerDutyEvent: Encodable {
  var routing_key: String
  /// `trigger` opens an incident or adds to the open one; `resolve` closes it.
  var event_action: String
  /// One incident for an alert, however often it is sent.
  var dedup_key: String
  var payload: Payload

  struct Payload: Encodable {
    var summary: String
    var source = "churntopd"
    var severity: String
    var timestamp: String
    var custom_details: AlertMessage
  }

  init(_ message: AlertMessage, routingKey: String) {
    routing_key = routingKey
    event_action = message.state == .cleared ? "resolve" : "trigger"
    let isTest = message.state == .test
    // The maximum lengths of PagerDuty are 255 and 1,024 characters.
    dedup_key = String(((isTest ? "churntop test " : "churntop ") + message.alert).prefix(255))
    payload = Payload(
      summary: String("\(message.alert): \(message.text)".prefix(1_024)),
      severity: isTest ? "info" : "error", timestamp: message.at, custom_details: message)
  }
}

/// A message for one of Slack's incoming webhooks.
private struct SlackMessage: Encodable {
  var text: String
  /// A Boolean value that indicates whether `_` and `*`, as names and filters have them, are
  /// formatting.
  var mrkdwn = false

  init(_ message: AlertMessage) {
    let state =
      switch message.state {
      case .fired: "fired"
      case .goesOn: "goes on"
      case .cleared: "is over"
      case .test: "is tested"
      }
    // "Formatting text for app surfaces" of Slack's documentation: these three characters are
    // escaped.
    let plain = "\(message.alert) \(state): \(message.text)"
    text = plain.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;")
  }
}
