import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

struct TierTests {
  @Test(arguments: [(120, 20), (120, 15), (120, 24), (160, 12)])
  func `the columns of a list follow its width, however few rows there are`(
    _ width: Int, _ height: Int
  ) throws {
    let size = Size(width: width, height: height)
    let list = Driver(try TestWorld.usual(), screen: .subscribers, size: size)
    let heading = list.lines.first { $0.contains("STATE") } ?? ""
    for word in ["ID", "NAME", "PRODUCT", "LOSES", "MRR"] {
      #expect(heading.contains(word), "\(word)\n\(list.text)")
    }
    #expect(list.text.contains("━"), "\(list.text)")
    let due = Driver(try TestWorld.usual(), screen: .due, size: size)
    #expect(due.lines.contains { $0.contains("DUE SINCE") && $0.contains("MRR") }, "\(due.text)")
    let events = Driver(try TestWorld.lively(), screen: .events, size: size)
    #expect(
      events.lines.contains { $0.contains("SOURCE") && $0.contains("EVENT") }, "\(events.text)")
  }

  @Test func `a long name does not touch the time beside it on the smallest screens`() throws {
    let world = try TestWorld {
      $0.grace("as_2000000900000002", "acc-2", failed: "2025-11-11", ends: "2025-11-27")
    }
    let name = String(repeating: "N", count: 60)
    try world.ledger.putProfiles([AccountProfile(account: "acc-2", name: name)])
    let row = try #require(
      try world.frame(.subscribers, 40, 10).lines.first { $0.contains("NNN") })
    #expect(row.split(separator: " ").last?.contains("N") == false, "\(row)")
  }

  static let cases: [(Int, Int, Tier)] = [
    (160, 40, .wide), (159, 40, .full), (160, 39, .full), (120, 30, .full), (119, 30, .compact),
    (120, 29, .compact), (80, 24, .compact), (79, 24, .small), (80, 23, .small),
    (60, 16, .small), (59, 16, .tiny), (60, 15, .tiny), (30, 6, .tiny), (29, 6, .below),
    (30, 5, .below), (500, 5, .below), (20, 200, .below), (1, 1, .below), (0, 0, .below),
  ]

  @Test(arguments: cases)
  func `columns and rows both have to suffice`(_ width: Int, _ height: Int, _ tier: Tier) {
    #expect(Tier(Size(width: width, height: height)) == tier)
  }

  @Test func `more room never means a lower tier`() {
    let widths = [1, 29, 30, 59, 60, 79, 80, 119, 120, 159, 160, 300]
    for height in [1, 5, 6, 15, 16, 23, 24, 29, 30, 39, 40, 90] {
      let tiers = widths.map { Tier(Size(width: $0, height: height)) }
      #expect(tiers == tiers.sorted())
    }
  }

  @Test(arguments: [(20, 4), (12, 2), (5, 1), (29, 80)])
  func `the smallest screens keep live counts and never leave`(_ width: Int, _ height: Int) throws {
    let size = Size(width: width, height: height)
    var driver = Driver(try TestWorld.usual(), size: size)
    #expect(driver.lines[0].hasPrefix(String("□2 ■2 ▼4".prefix(width - 1))))
    driver.press("2", "Enter", "j", "3", "4", "?", "Esc", "1")
    #expect(!driver.model.isFinished)
    #expect(driver.lines.count == height)
  }
}
