import EventLedger
import LedgerContract
import SubscriptionCore
import Testing

@testable import churntop

/// The days of the window before that late news changed.
struct LateDaysTests {
  private static let now = ReportWorld.now
  private static let windows = MetricsWindows(days: 7, now: now)

  private static func declined(_ name: String, daysAgo: Int) -> LedgerEntry {
    let failedAt = now - .days(daysAgo)
    var facts = StoreFacts()
    (facts.originalTransactionID, facts.environment) = (name, .production)
    (facts.product, facts.status) = ("pro.monthly", .grace)
    (facts.expiresAt, facts.graceEndsAt) = (failedAt, failedAt + .days(28))
    let event = SubscriptionEvent(
      id: EventID("fail-" + name), kind: .billingFailed, subscription: SubscriptionID("as_" + name),
      effectiveAt: failedAt, statedAt: failedAt, recordedAt: failedAt,
      source: .appStoreNotification, verification: .verified, facts: facts)
    return LedgerEntry(
      identity: "fail-" + name, format: "sample", raw: Array(name.utf8), receivedAt: failedAt,
      verification: .verified, events: [event])
  }

  /// A ledger that heard of one failure at once, and of the others days later.
  private static func ledger() throws -> MemoryLedger {
    let ledger = MemoryLedger(policy: .standard)
    _ = try ledger.append([declined("a", daysAgo: 20)], now: now - .days(20))
    _ = try ledger.append(
      [10, 10, 12, 25, 3].enumerated().map { declined("late-\($0)", daysAgo: $1) },
      now: now - .hours(1))
    return ledger
  }

  @Test func `changes of the window before that were heard since are counted by day`() throws {
    let late = try #require(try LateDays(of: Self.windows, in: try Self.ledger()))
    #expect(late.since == Self.windows.previousNow)
    #expect(late.days.map(\.day) == [12, 10].map { CivilDate(Self.now - .days($0)) })
    let (first, second) = (late.days[0].changes, late.days[1].changes)
    #expect(second == 2 * first && first > 0)
    #expect(
      late.sentence()
        == "Since 2026-11-13 09:00Z, 2 days of the window before are no longer what an earlier "
        + "report said, by \(3 * first) late changes: 8 and 10 Nov.")
    let whole = MetricsDocument(
      report: ReportWorld.report(), filter: nil, rates: nil, late: late)
    #expect(whole.json.compact.contains(#""days":[{"day":"2026-11-08","changes":"#))
    #expect(whole.notes().contains { $0 == late.sentence() })
    let document = OpsReport(whole: whole, parts: []).document
    for text in [document.markdown, document.html] {
      #expect(text.contains("2 days of the window before are no longer"))
    }
  }

  @Test func `its instant is in the zone of the text, as every other`() throws {
    let late = try #require(try LateDays(of: Self.windows, in: try Self.ledger()))
    let tokyo = try #require(LocalTime(identifier: "Asia/Tokyo"))
    let words = "Since 2026-11-13 18:00+09, 2 days of the window before"
    #expect(late.sentence(tokyo)?.hasPrefix(words) == true)
    let whole = MetricsDocument(
      report: ReportWorld.report(), filter: nil, rates: nil, late: late)
    #expect(whole.text(tokyo, ink: false, room: nil).contains(words))
    let page = OpsReport(whole: whole, parts: [], time: tokyo).document.markdown
    #expect(page.contains(words) && page.contains("As of 2026-11-20 18:00+09."))
    #expect(!page.contains("09:00Z") && whole.markdown.contains("Since 2026-11-13 09:00Z, 2 days"))
  }

  @Test func `a ledger that began later has no earlier report, and quiet weeks no sentence`() throws
  {
    let young = MemoryLedger(policy: .standard)
    _ = try young.append([Self.declined("a", daysAgo: 10)], now: Self.now - .hours(1))
    #expect(try LateDays(of: Self.windows, in: young) == nil)
    #expect(try LateDays(of: Self.windows, in: MemoryLedger(policy: .standard)) == nil)
    let quiet = MemoryLedger(policy: .standard)
    _ = try quiet.append([Self.declined("a", daysAgo: 20)], now: Self.now - .days(20))
    let late = try #require(try LateDays(of: Self.windows, in: quiet))
    #expect(late.days.isEmpty && late.sentence() == nil)
    #expect(late.json.compact.contains(#""count":0"#))
  }
}
