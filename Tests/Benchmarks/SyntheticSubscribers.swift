import EventLedger
import Foundation
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

  /// The profile of a subscriber's account: one of some million names, and a mail address.
  static func profile(of index: Int) -> AccountProfile {
    var random = UInt64(truncatingIfNeeded: index &+ 1) &* 0x9E37_79B9_7F4A_7C15
    func name(_ length: Int) -> String {
      (0..<length).map { _ in
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return syllables[Int(random >> 33) % syllables.count]
      }.joined()
    }
    let (first, last) = (name(1) + "a", name(2) + "n")
    return AccountProfile(
      account: AccountID("user-\(index)"), name: "\(first.capitalized) \(last.capitalized)",
      email: "\(first).\(last)\(index % 1_000)@example.com")
  }

  /// A subscriber's name, a part of it and her mail address, each with an error.
  static func misheard(_ index: Int) -> [(what: String, text: String)] {
    let profile = profile(of: index)
    func wrong(_ text: some StringProtocol) -> String { "\(text.prefix(2))q\(text.dropFirst(3))" }
    return [
      ("a misheard name", wrong(profile.name)),
      ("a misheard part of a name", wrong(profile.name.split(separator: " ").last ?? "")),
      ("a misheard mail address", wrong(profile.email)),
    ]
  }

  private static let syllables = ["b", "br", "d", "f", "g", "h", "j", "k", "l", "m", "n", "r", "s"]
    .flatMap { start in
      ["a", "e", "i", "o", "u", "ai"].flatMap { middle in
        ["l", "n", "r", "s"].map { start + middle + $0 }
      }
    }

  private static func padded(_ index: Int) -> String {
    let digits = String(index, radix: 16)
    return String(repeating: "0", count: max(0, 16 - digits.count)) + digits
  }
}
