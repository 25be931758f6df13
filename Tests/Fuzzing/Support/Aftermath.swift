import EventLedger
import StorePayloads
import SubscriptionCore
import TerminalUI

/// Everything that the programs compute from what came through a target.
enum Aftermath {
  /// The present of every target.
  static let now = Timestamp(seconds: 1_763_660_520)

  /// Asks a ledger whatever its users ask, now and later, and looks at every answer.
  static func examine(_ ledger: any Ledger) throws {
    for present in [now, now + .days(40), now + .days(4_000)] {
      try ledger.advance(to: present)
      let rows = try ledger.subscribers(SubscriberQuery(sort: .id, limit: 20)).rows
      _ = try ledger.figures(at: present)
      _ = try ledger.dueFigures(at: present)
      for row in rows { try examine(row, of: ledger, at: present) }
    }
  }

  private static func examine(
    _ row: SubscriberSummary, of ledger: any Ledger, at now: Timestamp
  ) throws {
    guard let subscriber = try ledger.subscriber(row.id) else {
      throw Finding(description: "a row without its subscriber")
    }
    let policy = ledger.policy
    let status = subscriber.status(at: now, policy: policy)
    try demand(status, equals: row.status, "the list and the subscriber differ")
    let events = try ledger.events(of: row.id).map(\.event)
    for event in events { try survivesTheLedger(event) }
    let reply = CustomerReply(about: subscriber, at: now, policy: policy, in: .utc) { $0.rawValue }
    var texts = Explanation.sentences(for: subscriber, at: now, policy: policy)
    texts.append(reply.text(ReplyTemplates(language: "en", texts: [reply.key: "{store} {price}"])))
    texts += subscriber.payments(in: events, at: now).map(\.kind.title)
    texts += subscriber.anomalies(at: now, policy: policy).map { "\($0)" }
    texts += subscriber.promptTrace(at: now, policy: policy).map { "\($0)" }
    _ = subscriber.timeline(at: now, policy: policy)
    for text in texts { try isSafe(text) }
  }

  /// Demands that an event that a ledger stored is read as it was.
  static func survivesTheLedger(_ event: SubscriptionEvent) throws {
    let again = try EventCodec.encode(event).withUnsafeBytes { bytes in
      try EventCodec.decode(bytes)
    }
    try demand(again, equals: event, "an event is stored otherwise than it was")
  }

  /// Demands that a text can be sent to a terminal once it is made safe, and stays as it is when
  /// it is made safe twice.
  static func isSafe(_ text: String) throws {
    let safe = SafeText.sanitized(text)
    try hasNoControls(safe)
    try demand(SafeText.sanitized(safe), equals: safe, "made safe twice, a text differs")
    try demand(
      SafeText.width(of: text), equals: SafeText.width(of: safe), "made safe, the width differs")
  }

  /// Demands that a text holds nothing that a terminal obeys.
  static func hasNoControls(_ text: String) throws {
    let harmful = text.unicodeScalars.first { scalar in
      scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
        || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }
    if let harmful {
      throw Finding(description: "U+\(String(harmful.value, radix: 16)) leaves in '\(text)'")
    }
  }
}

extension ReplyTemplate: ExpressibleByStringLiteral {
  /// Creates a template from its words.
  public init(stringLiteral words: String) { self.init(words) }
}
