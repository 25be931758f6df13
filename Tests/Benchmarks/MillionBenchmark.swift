import ArgumentParser
import EventLedger
import Foundation
import LedgerSQLite
import SubscriptionCore

/// Asks a large ledger what the screens ask.
struct MillionBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "million", abstract: "Ask a large ledger what the screens ask.")

  @Option(help: "How many subscribers.")
  var subscribers = 1_000_000

  private static let now = SyntheticSubscribers.now
  private static let page = 50

  func run() throws {
    let filled = try FilledLedger(subscribers, SyntheticSubscribers.variedEntry)
    defer { filled.remove() }
    Figure(
      name: "rows stored with raw entry, events and derived row",
      value: Double(subscribers) / filled.filling.cpuSeconds, unit: "per CPU s"
    ).report()
    let ledger = filled.ledger
    try measureOrders(ledger)
    try measurePaging(ledger)
    try measureFilters(ledger)
    try measureNames(ledger)
    try measurePeople(ledger)
  }

  private func measureOrders(_ ledger: SQLiteLedger) throws {
    for sort in SubscriberSort.allCases {
      let query = SubscriberQuery(sort: sort, limit: Self.page)
      try report("first page by \(sort.rawValue), which makes its index", runs: 1) {
        _ = try ledger.subscribers(query)
      }
      try report("first page by \(sort.rawValue)", atMost: 10) { _ = try ledger.subscribers(query) }
    }
  }

  private func measurePaging(_ ledger: SQLiteLedger) throws {
    for sort in [SubscriberSort.losesAccess, .product, .mrr, .id] {
      var query = SubscriberQuery(sort: sort, limit: Self.page)
      query.cursor = .end
      try report("last page by \(sort.rawValue)", atMost: 5) { _ = try ledger.subscribers(query) }
      let middle = SyntheticSubscribers.events(of: subscribers / 2)[0].subscription
      query.cursor = PageCursor(.after, middle)
      try report("page in the middle by \(sort.rawValue)", atMost: 3) {
        query.cursor = PageCursor(.after, try ledger.subscribers(query).rows.last?.id ?? middle)
      }
    }
  }

  private func measureFilters(_ ledger: SQLiteLedger) throws {
    for text in ["state:grace", "state:active", "state:grace loses<3d", "product:games state:hold"]
    {
      let filter = try Filter.parse(text)
      let query = SubscriberQuery(filter: filter, limit: Self.page)
      // The first list of a state makes an index.
      _ = try ledger.subscribers(query)
      try report("\(text), first page", atMost: 10) { _ = try ledger.subscribers(query) }
      try report("\(text), exact count", atMost: 50) { _ = try ledger.count(filter) }
      try report("\(text), count up to 100,000", atMost: 50) {
        _ = try ledger.count(filter, atMost: 100_000)
      }
    }
  }

  private func measureNames(_ ledger: SQLiteLedger) throws {
    let order = SyntheticSubscribers.order(of: subscribers * 3 / 4)
    let id = SyntheticSubscribers.events(of: subscribers * 3 / 4)[0].subscription
    for (what, text, most) in [
      ("an order", order, 5.0), ("an order with a renewal", order + "..4", 5),
      ("the end of an order", String(order.suffix(10)), 20),
      ("the middle of an order", String(order.dropFirst(8).prefix(10)), 20),
      ("an account", "user-\(subscribers * 3 / 4)", 5), ("an id", id.rawValue, 5),
      ("nobody", "GPA.3312-4071-8826-55019", 20),
    ] {
      try report("found by \(what)", atMost: most) { _ = try ledger.resolve(text, limit: 50) }
    }
    try report("found by a misspelt account", atMost: 300) {
      _ = try ledger.near("user-\(subscribers * 3 / 4)x", limit: 50)
    }
  }

  /// Gives every account a profile, and looks for people whose names were misheard.
  private func measurePeople(_ ledger: SQLiteLedger) throws {
    let time = try Stopwatch.measure {
      for start in stride(from: 0, to: subscribers, by: 10_000) {
        let batch = start..<min(start + 10_000, subscribers)
        try ledger.putProfiles(batch.map(SyntheticSubscribers.profile))
      }
    }
    Figure(
      name: "profiles stored", value: Double(subscribers) / time.cpuSeconds, unit: "per CPU s"
    ).report()
    let indexing = try Stopwatch.measure { try ledger.indexPeople() }
    Figure(
      name: "people indexed for misheard names", value: Double(subscribers) / indexing.cpuSeconds,
      unit: "per CPU s"
    ).report()
    for (what, text) in SyntheticSubscribers.misheard(subscribers * 3 / 4) {
      try report("found by \(what)", atMost: 300) { _ = try ledger.near(text, limit: 50) }
    }
  }

  /// Reports the mean time of several runs, in milliseconds of the processor.
  private func report(
    _ name: String, runs: Int = 10, atMost most: Double? = nil, _ work: () throws -> Void
  ) throws {
    let time = try Stopwatch.measure { for _ in 0..<runs { try work() } }
    Figure(
      name: name, value: time.cpuSeconds / Double(runs) * 1_000, unit: "CPU ms",
      goal: most.map { .atMost($0) }
    ).report()
  }
}
