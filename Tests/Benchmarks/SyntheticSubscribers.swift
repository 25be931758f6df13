import EventLedger
import SubscriptionCore

/// Subscribers made of few events each, without payloads: for figures about rules and rows alone.
struct SyntheticSubscribers {
  /// The present of the synthetic world.
  static let now = CivilDate(year: 2026, month: 11, day: 20).start

  /// A monthly life of a Google Play subscription: bought, renewed, declined, recovered, declined.
  static func events(of index: Int) -> [SubscriptionEvent] {
    (0..<10).map { event(of: index, step: $0) }
  }

  /// One event of a subscription's life.
  private static func event(of index: Int, step: Int) -> SubscriptionEvent {
    let at = now - .days(200) + .minutes(index % 1_440) + .days(20 * step)
    var facts = StoreFacts()
    facts.app = "com.example.news"
    facts.environment = .production
    facts.product = "news.monthly"
    facts.period = .monthly
    facts.autoRenew = true
    facts.price = Money(micros: 980_000_000, currency: "JPY")
    facts.status = step % 3 == 2 ? .grace : .active
    facts.expiresAt = at + .days(20)
    facts.graceEndsAt = step % 3 == 2 ? at + .days(7) : nil
    let kind: EventKind = step == 0 ? .purchased : step % 3 == 2 ? .billingFailed : .renewed
    return SubscriptionEvent(
      id: EventID("e\(index).\(step)"), kind: kind,
      subscription: SubscriptionID("gp_" + padded(index)), effectiveAt: at, statedAt: at,
      recordedAt: at, source: .googlePlayNotification, verification: .unsigned, facts: facts)
  }

  /// One active subscription whose renewal lies ahead, as an entry of one snapshot.
  ///
  /// - Parameters:
  ///   - index: Which subscriber.
  ///   - expiresAt: The end of what is paid for.
  /// - Returns: The entry, with a raw payload of two bytes.
  static func entry(of index: Int, expiresAt: Timestamp) -> LedgerEntry {
    var event = event(of: index, step: 0)
    event.kind = .snapshot
    event.statedAt = now - .hours(1)
    event.facts.expiresAt = expiresAt
    event.facts.account = AccountID("user-\(index)")
    event.facts.orderID = order(of: index)
    return LedgerEntry(
      identity: "s\(index)", format: "google-play-subscription", raw: [123, 125],
      receivedAt: event.statedAt, verification: .unsigned, events: [event])
  }

  /// One subscription as an entry of one snapshot, of every hundred two in grace, two on hold and
  /// sixteen expired.
  static func variedEntry(of index: Int) -> LedgerEntry {
    var entry = entry(of: index, expiresAt: now + .days(1 + index % 29))
    let ago = Duration.hours(1 + index % 500)
    switch index % 100 {
    case 0, 50:
      entry.events[0].facts.status = .grace
      entry.events[0].facts.graceEndsAt = now + .hours(1 + index % 160)
    case 1, 51:
      entry.events[0].facts.status = .hold
      entry.events[0].facts.expiresAt = now - ago
    case 2..<18:
      entry.events[0].facts.status = .expired
      entry.events[0].facts.expiresAt = now - ago
      entry.events[0].facts.endReason = index % 2 == 0 ? .voluntary : .billing
    default: break
    }
    entry.events[0].facts.product = ["news.monthly", "news.yearly", "games"][index % 3]
    entry.events[0].facts.price = Money(
      micros: 1_000_000 * Int64(100 + index % 900), currency: "JPY")
    return entry
  }

  /// The order of a subscriber, whose digits look random.
  static func order(of index: Int) -> String {
    let digits = String(
      UInt64(truncatingIfNeeded: index) &* 0x9E37_79B9_7F4A_7C15 % 10_000_000_000_000)
    let padded = String(repeating: "0", count: 13 - digits.count) + digits
    let parts = [padded.prefix(4), padded.dropFirst(4).prefix(4), padded.suffix(5)]
    return "GPA.33\(10 + index % 90)-" + parts.joined(separator: "-")
  }

  private static func padded(_ index: Int) -> String {
    let digits = String(index, radix: 16)
    return String(repeating: "0", count: max(0, 16 - digits.count)) + digits
  }
}
