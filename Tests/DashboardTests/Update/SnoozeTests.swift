import EventLedger
import LedgerContract
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// Snoozing until a time of one's choice.
struct SnoozeTests {
  private func opened(_ text: String, size: Size = Size(width: 120, height: 36)) throws -> Driver {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers, size: size)
    driver.press("z", "c")
    driver.type(text)
    return driver
  }

  private func recorded(_ driver: Driver) -> OperatorAction? {
    driver.effects.compactMap { effect -> OperatorAction? in
      if case .record(let action) = effect { action } else { nil }
    }.last
  }

  @Test(arguments: [
    ("5d", "2025-11-25T17:42:00Z", "Tue 25 Nov 17:42Z, in 5d"),
    ("36h", "2025-11-22T05:42:00Z", "Sat 22 Nov 05:42Z, in 1d 12h"),
    ("2w", "2025-12-04T17:42:00Z", "Thu 4 Dec 17:42Z, in 14d"),
    ("2026-12-01", "2026-12-01T00:00:00Z", "Tue 1 Dec 2026 00:00Z, in 375d"),
    ("2025-12-01 09:00Z", "2025-12-01T09:00:00Z", "Mon 1 Dec 09:00Z, in 10d 15h"),
    ("  +3d ", "2025-11-23T17:42:00Z", "Sun 23 Nov 17:42Z, in 3d"),
  ])
  func `a length or a date is read while it is typed, asked about and recorded`(
    text: String, until: String, words: String
  ) throws {
    var driver = try opened(text)
    #expect(driver.text.contains("Snooze prompts of as_2000000900000003 until"))
    #expect(driver.text.contains(words), "\(driver.text)")
    driver.press("Enter")
    #expect(driver.effects.isEmpty)
    #expect(driver.text.contains("Record this?"), "\(driver.text)")
    driver.press("y")
    #expect(recorded(driver)?.until == TestWorld.time(until))
    #expect(recorded(driver)?.kind == .promptSnoozed)
    #expect(recorded(driver)?.subscriptions == ["as_2000000900000003"])
  }

  @Test func `a snooze past the end of the store's retries is announced`() throws {
    var driver = try opened("90d")
    driver.press("Enter")
    #expect(driver.text.contains("store retries end before"), "\(driver.text)")
    var short = try opened("2d")
    short.press("Enter")
    #expect(!short.text.contains("store retries end before"), "\(short.text)")
  }

  @Test(arguments: [
    ("5x", 1, "a number needs a unit"), ("soon", 0, "write a length"),
    ("2025-13-01", 5, "there is no month 13"), ("-3d", 0, "that is over"),
    ("2025-11-19", 0, "that is over"), (" 5x", 2, "a number needs a unit"),
  ])
  func `what is wrong stands under a caret, and Enter goes no further`(
    text: String, offset: Int, words: String
  ) throws {
    for size in [Size(width: 120, height: 36), Size(width: 60, height: 16)] {
      var driver = try opened(text, size: size)
      for _ in 0..<2 {
        let row = try #require(driver.lines.firstIndex { $0.hasPrefix("│ \(text)") })
        let below = driver.lines[row + 1]
        #expect(below.contains("^ \(words)"), "\(driver.text)")
        let caret = try #require(below.firstIndex(of: "^"))
        #expect(below.distance(from: below.startIndex, to: caret) == 2 + offset)
        driver.press("Enter")
      }
      #expect(driver.effects.isEmpty)
      driver.press("Esc")
      #expect(driver.model.input == .none)
    }
  }

  @Test func `nothing typed is nothing snoozed, and it says what to write`() throws {
    var driver = try opened("")
    #expect(driver.text.contains("5d, 36h, 2w, 2026-12-01"))
    driver.press("Enter")
    #expect(driver.text.contains("write a length such as 5d"), "\(driver.text)")
    #expect(driver.effects.isEmpty)
  }

  @Test func `of many it says who would lose access before, and asks for the words`() throws {
    let world = try BulkActionTests.crowd(12)
    var driver = Driver(world, screen: .due, recorder: BulkActionTests.recorder(world))
    driver.press("*", "z", "c")
    driver.type("30h")
    driver.press("Enter")
    #expect(
      driver.text.contains("! 4 of 12 subscribers would lose access before the snooze ends"))
    driver.type("snooze 12")
    driver.press("Enter")
    #expect(try world.ledger.count(Filter.parse("snoozed:any")) == 12)
    #expect(try world.ledger.count(Filter.parse("snoozed<30h")) == 0)
  }

  @Test func `what is pasted into the line is read as if it were typed`() throws {
    var driver = try opened("")
    driver.send(.paste("2025-12-01\n"))
    #expect(driver.text.contains("Mon 1 Dec 00:00Z"), "\(driver.text)")
  }
}
