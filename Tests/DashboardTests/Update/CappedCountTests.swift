import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// Counts of filters that were cut off.
struct CappedCountTests {
  @Test func `a filter that very many satisfy says so wherever its count stands`() throws {
    var slow = SlowScreen(try .usual(), .subscribers, .subscribers)
    slow.answer()
    slow.press("/")
    for letter in "-tag:vip" { slow.press(String(letter)) }
    slow.press("Enter")
    while slow.asked.count > 0, let effect = slow.asked.first,
      case .ask(let query, let slot, let request) = effect
    {
      guard case .answer(.window(var window, let anchor), _, _) = slow.runner.message(for: effect)
      else { return }
      guard case .window(let question, _) = query else { return }
      if question.counts { window.total = .over(100_000) }
      slow.dropOldest()
      slow.send(.answer(.window(window, anchor), slot: slot, request: request))
    }
    let lines = slow.text.split(separator: "\n")
    #expect(lines.contains { $0.contains("/ -tag:vip") && $0.contains("over 100,000 match") })
    #expect(lines.contains { $0.contains("1 of over 100,000") })
    let sentences = ScreenText(model: slow.model, isPaged: true).describe()
    #expect(sentences.contains { $0.hasPrefix("1 of over 100,000.") })
  }

  @Test func `the reader counts the sections of a list no further than its cap in all`() throws {
    let world = try LedgerReaderTests.big()
    func count(_ filters: [Filter?], atMost cap: Int) throws -> CappedCount? {
      let reader = LedgerReader(ledger: world.ledger, policy: .standard, countMax: cap)
      guard case .count(let count) = try reader.answer(.count(filters)) else { return nil }
      return count
    }
    let grace = try Filter.parse("-tag:vip state:grace")
    let canceled = try Filter.parse("-tag:vip state:canceled")
    let known = try Filter.parse("state:grace env:production")
    let all = try world.ledger.count(grace)
    #expect(all > 3)
    #expect(try count([grace], atMost: 3) == .over(3))
    #expect(try count([grace], atMost: all) == .exact(all))
    #expect(try count([grace, canceled], atMost: all + 2) == .over(all + 2))
    #expect(try count([grace, canceled], atMost: 1_000) == .exact(all + 15))
    #expect(try count([known], atMost: 3) == .exact(all))
    #expect(try count([known, canceled], atMost: 3) == .over(all))
    #expect(try count([nil], atMost: 3) == .exact(55))
  }

  @Test func `a list that is there whole is counted by its rows`() throws {
    let world = try TestWorld.usual()
    let reader = LedgerReader(ledger: world.ledger, policy: .standard, countMax: 3)
    let sections = [WindowQuestion.Section(filter: try Filter.parse("-tag:vip"), sort: .id)]
    let whole = try LedgerReaderTests.window(reader, .start, sections: sections, limit: 100)
    #expect(whole.total == 8)
    let part = try LedgerReaderTests.window(reader, .start, sections: sections, limit: 5)
    #expect(part.total == .over(3))
  }

  @Test func `news are counted only where both counts are whole`() {
    var list = SubscriberListState(sort: .id)
    for (now, before, arrivals) in [
      (CappedCount.exact(7), CappedCount.exact(4), 3), (.exact(3), .exact(4), 0),
      (.over(10), .exact(9), 0), (.over(10), .over(10), 0), (.exact(9), .over(10), 0),
      (.atLeast(9), .exact(7), 0),
    ] {
      list.countArrivals(now, since: before)
      #expect(list.arrivals == arrivals, "\(now) after \(before)")
    }
  }

  @Test func `marks of more than an action takes say how many at least`() {
    let ids = (0...Marks.idsMax).map { SubscriptionID("as_\($0)") }
    for (count, expected) in [
      (CappedCount.over(100_000), "over 100,000"), (.exact(12_345), "12,345"), (0, "over 10,000"),
      (.atLeast(23_456), "at least 23,456"),
    ] {
      var marks = Marks()
      marks.select(ids, matching: [nil], count: count)
      #expect(Formatting.count(marks.count) == expected)
    }
  }
}
