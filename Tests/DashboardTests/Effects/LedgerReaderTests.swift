import EventLedger
import SubscriptionCore
import Testing

@testable import Dashboard

struct LedgerReaderTests {
  static func big() throws -> TestWorld {
    try TestWorld { world in
      for number in 0..<40 {
        let failed = CivilDate(TestWorld.now - .days(number + 1))
        world.grace(
          SubscriptionID("as_\(20_000 + number)"), AccountID("a\(number)"),
          failed: failed.start.rfc3339, ends: (failed.start + .days(60)).rfc3339)
      }
      for number in 0..<15 {
        world.canceled(
          SubscriptionID("as_\(30_000 + number)"), AccountID("c\(number)"), "2025-11-04")
      }
    }
  }

  static func window(
    _ reader: LedgerReader, _ anchor: WindowQuestion.Anchor, sections: [WindowQuestion.Section],
    limit: Int
  ) throws -> WindowAnswer {
    let question = WindowQuestion(
      sections: sections, anchor: anchor, limit: limit, counts: true)
    guard case .window(let answer, _) = try reader.answer(.window(question, now: TestWorld.now))
    else { return WindowAnswer(rows: [], hasBefore: false, hasAfter: false) }
    return answer
  }

  static let due = DueSection.allCases.map { $0.section(filteredBy: nil) }

  @Test(arguments: [1, 3, 7, 100], [true, false])
  func `pages visit every row of every section once, forwards and backwards`(
    _ limit: Int, _ isForward: Bool
  ) throws {
    let world = try Self.big()
    let reader = LedgerReader(ledger: world.ledger, policy: .standard)
    let whole = try Self.window(reader, .start, sections: Self.due, limit: 1_000)
    #expect(whole.total == .exact(whole.rows.count))
    #expect(whole.rows.map(\.section) == whole.rows.map(\.section).sorted())
    var rows: [ListWindow.Row] = []
    var anchor: WindowQuestion.Anchor = isForward ? .start : .end
    while true {
      let page = try Self.window(reader, anchor, sections: Self.due, limit: limit)
      rows = isForward ? rows + page.rows : page.rows + rows
      let more = isForward ? page.hasAfter : page.hasBefore
      guard more, let edge = isForward ? rows.last : rows.first else { break }
      anchor = isForward ? .after(edge.key) : .before(edge.key)
    }
    #expect(rows.map(\.key) == whole.rows.map(\.key))
  }

  @Test func `a window around a row has the row, its neighbours and the cursor on it`() throws {
    let world = try Self.big()
    let reader = LedgerReader(ledger: world.ledger, policy: .standard)
    let whole = try Self.window(reader, .start, sections: Self.due, limit: 1_000)
    let key = whole.rows[20].key
    let answer = try Self.window(reader, .around(key), sections: Self.due, limit: 5)
    #expect(answer.cursor == key)
    #expect(answer.rows.map(\.key) == whole.rows[15...25].map(\.key))
    #expect(answer.hasBefore)
    #expect(answer.hasAfter)
  }

  @Test func `a long list is held in part and walked to its end and back`() throws {
    let world = try TestWorld { world in
      for number in 0..<900 {
        world.canceled(
          SubscriptionID("as_\(100_000 + number)"), AccountID("b\(number)"), "2025-11-04")
      }
    }
    var driver = Driver(world, screen: .subscribers)
    #expect(driver.model.subscribers.window.total == 900)
    var seen: Set<SubscriptionID> = []
    var most = 0
    for _ in 0..<100 {
      let window = driver.model.subscribers.window
      seen.formUnion(window.rows.map(\.summary.id))
      most = max(most, window.rows.count)
      driver.press("^f")
    }
    #expect(seen.count == 900)
    #expect(most < 900)
    #expect(driver.text.contains("900 of 900"))
    driver.press("g")
    #expect(driver.text.contains(" 1 of 900"))
    driver.press("G")
    #expect(driver.pointed.contains("as_100899"))
  }

  @Test func `detail has the story, the trace, the events newest first and the names`() throws {
    let world = try TestWorld.usual()
    let reader = LedgerReader(ledger: world.ledger, policy: .standard)
    guard
      case .detail(let data?) = try reader.answer(
        .detail("as_2000000900000002", now: TestWorld.now, zone: .utc))
    else {
      Issue.record("no detail")
      return
    }
    #expect(data.events.map(\.event.kind) == [.promptShown, .billingFailed, .renewed, .purchased])
    #expect(data.events[1].from == .active)
    #expect(data.events[1].to == .grace)
    #expect(data.episodes.count == 1)
    #expect(!data.sentences.isEmpty)
    #expect(!data.extra.trace.isEmpty)
    #expect(data.extra.shown.count == 1)
    #expect(data.identifiers.contains { $0.value == "2000000900000002" })
  }

  @Test(arguments: [30, 90])
  func `what a colleague recorded counts within the minute on screen`(_ seconds: Int) throws {
    let world = try TestWorld.usual()
    let reader = LedgerReader(ledger: world.ledger, policy: .standard)
    let (id, at) = (SubscriptionID("as_2000000900000002"), TestWorld.now + .seconds(seconds))
    var claim = TestWorld()
    claim.act(id, .claimed, at.rfc3339, SubscriptionEvent.Action(actor: "omar"))
    var entry = claim.entries[0]
    (entry.identity, entry.events[0].id) = ("claim", "claim")
    try world.ledger.append([entry], now: at)
    // The present of a live dashboard moves with the minute of its clock.
    let extras = try reader.answer(.extras([id], now: TestWorld.now))
    let detail = try reader.answer(.detail(id, now: TestWorld.now, zone: .utc))
    guard case .extras(let rows) = extras, case .detail(let data?) = detail else {
      Issue.record("no answers")
      return
    }
    let claimant = seconds < 60 ? "omar" : nil
    #expect(rows.map(\.summary.claimedBy) == [claimant])
    #expect(rows.map(\.asOf) == [TestWorld.now])
    #expect(data.extra.summary.claimedBy == claimant)
  }

  @Test(arguments: [0, 90])
  func `values are of the present, whether rows stand at it or not`(_ hours: Int) throws {
    let ledger = try TestWorld.usual().ledger
    let now = TestWorld.now + .hours(hours)
    let known = try ledger.subscribers(SubscriberQuery(sort: .id, limit: 1_000)).rows
    let extras = try LedgerReader(ledger: ledger, policy: .standard)
      .answer(.extras(known.map(\.id), now: now))
    guard case .extras(let rows) = extras else {
      Issue.record("no answer")
      return
    }
    let expected = try zip(ledger.subscribers(known.map(\.id)), known).map { subscriber, row in
      subscriber.summary(at: now, policy: ledger.policy, profile: row.profile)
    }
    #expect(rows.map(\.summary) == expected)
    #expect((known == expected) == (hours == 0), "the rows stand at the present of the world")
  }

  @Test(arguments: [
    (DisplayZone.utc, "11 Nov 00:00Z", "11 Nov 2025 00:00 UTC"),
    (TestZone.berlin, "11 Nov 01:00+01", "11 Nov 2025 01:00 +01:00"),
  ])
  func `every instant of an explanation is written in the zone`(
    zone: DisplayZone, short: String, long: String
  ) throws {
    let reader = LedgerReader(ledger: try TestWorld.usual().ledger, policy: .standard)
    guard
      case .detail(let data?) = try reader.answer(
        .detail("as_2000000900000002", now: TestWorld.now, zone: zone))
    else {
      Issue.record("no detail")
      return
    }
    let (screen, whole) = (data.explanation.map(\.text).joined(), data.sentences.joined())
    #expect(screen.contains("The renewal of \(short)"), "\(screen)")
    #expect(whole.contains("The renewal of \(long)"), "\(whole)")
    #expect(!screen.contains("UTC"))
    #expect(whole.contains("UTC") == zone.isUTC)
  }
}
