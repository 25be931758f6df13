import Foundation
import StorePayloads
import SubscriptionCore
import Testing

/// An instant written as RFC 3339.
func at(_ text: String) -> Timestamp { Timestamp(rfc3339: text) ?? .distantPast }

/// The present of the tests.
let testNow = at("2026-11-20T12:00:00Z")

extension PayloadReader {
  /// Reads a text.
  mutating func read(_ text: String, receivedAt: Timestamp? = nil) -> [ReadOutcome] {
    read(ArraySlice(text.utf8), receivedAt: receivedAt, heardAt: testNow)
  }

  /// Reads a text that holds one payload.
  mutating func payload(
    _ text: String, receivedAt: Timestamp? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> StorePayload {
    let outcomes = read(text, receivedAt: receivedAt)
    try #require(outcomes.count == 1, sourceLocation: sourceLocation)
    switch outcomes[0] {
    case .payload(let payload): return payload
    case .refused(let refusal):
      Issue.record("\(refusal.field): \(refusal.reason)", sourceLocation: sourceLocation)
      throw refusal
    }
  }

  /// Reads a text that is refused.
  mutating func refusal(
    _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Refusal {
    let outcomes = read(text)
    try #require(outcomes.count == 1, sourceLocation: sourceLocation)
    guard case .refused(let refusal) = outcomes[0] else {
      Issue.record("it was not refused", sourceLocation: sourceLocation)
      throw CancellationError()
    }
    return refusal
  }
}

/// Reads a text that holds one payload, whose signature is not looked at.
func decode(
  _ text: String, receivedAt: Timestamp? = nil, sourceLocation: SourceLocation = #_sourceLocation
) throws -> StorePayload {
  var reader = PayloadReader(trust: TrustPolicy(mode: .signed))
  return try reader.payload(text, receivedAt: receivedAt, sourceLocation: sourceLocation)
}

/// A fixture's text.
func fixture(_ name: String) throws -> String {
  let url = try #require(Bundle.module.resourceURL).appendingPathComponent("Fixtures/" + name)
  return try String(contentsOf: url, encoding: .utf8)
}
