import EventLedger
import LedgerSQLite
import OwnThreads
import ProgramConventions
import SubscriptionCore
import Testing

/// `show` with the number of an order from Apple's invoice mail.
@Suite(.ownThread) struct ShowOrderTests {
  private func ledger(_ sandbox: Sandbox) throws -> SQLiteLedger {
    try SQLiteLedger(path: sandbox.file("ledger.sqlite"), policy: .standard)
  }

  private func order() throws -> AppStoreOrderID { try #require(AppStoreOrderID("MK5TTTVWJH")) }

  @Test func `the App Store is asked once, and whether anybody asks it is said`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let first = try sandbox.run("show", "MK5TTTVWJH")
    #expect(first.status == 4 && first.output.isEmpty, "\(first)")
    #expect(first.diagnostics.contains("is asked who has order MK5TTTVWJH"))
    #expect(first.diagnostics.contains("No churntopd is seen"))
    let ledger = try ledger(sandbox)
    let asked = try #require(try ledger.openOrderLookups(limit: 9).first)
    #expect(asked.actor == "mira" && asked.order.rawValue == "MK5TTTVWJH")
    let sign = try #require(FeedSign(ledger: sandbox.file("ledger.sqlite")))
    defer { sign.end() }
    let second = try sandbox.run("explain", " MK5TTTVWJH ")
    #expect(second.status == 4 && second.diagnostics.contains("again in a moment"), "\(second)")
    #expect(try ledger.openOrderLookups(limit: 9) == [asked])
  }

  @Test(arguments: [
    (OrderLookup.Outcome.unknown, "", "The App Store knows no order MK5TTTVWJH"),
    (.noSubscription, "", "no subscription is in it"),
    (.failed, "the key is old", "could not be asked for order MK5TTTVWJH"),
    (.waiting, "too many questions", "No answer yet: too many questions."),
  ])
  func `what became of it is said`(
    outcome: OrderLookup.Outcome, detail: String, words: String
  ) throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    _ = try sandbox.run("show", "MK5TTTVWJH")
    let ledger = try ledger(sandbox)
    var lookup = try #require(try ledger.orderLookup(order()))
    (lookup.outcome, lookup.detail) = (outcome, detail)
    lookup.toldAt = lookup.requestedAt
    try ledger.putOrderLookup(lookup)
    let told = try sandbox.run("show", "MK5TTTVWJH", "--timezone", "Asia/Tokyo")
    #expect(told.status == 4 && told.diagnostics.contains(words), "\(told)")
    #expect(told.diagnostics.contains(detail))
    #expect(outcome == .waiting || told.diagnostics.contains("+09"), "\(told)")
    #expect(try ledger.orderLookup(order()) == lookup)
  }

  @Test func `nothing is asked where nothing may be written, and the past is not asked`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let reading = try sandbox.run("show", "MK5TTTVWJH", "--readonly")
    #expect(reading.status == 4, "\(reading)")
    #expect(
      reading.diagnostics.contains("queried, since the ledger is read-only: set by --readonly"),
      "\(reading)")
    let past = try sandbox.run("show", "MK5TTTVWJH", "--as-of", "2026-11-02")
    #expect(past.status == 4 && past.diagnostics.contains("leave out --as-of"), "\(past)")
    #expect(try ledger(sandbox).openOrderLookups(limit: 9) == [])
  }

  @Test func `what is no order is no question`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let meant = try sandbox.run("show", "mk5t-ttvw-jh")
    #expect(meant.status == 4 && meant.diagnostics.contains("would be written MK5TTTVWJH."))
    for other in ["MARGARETTA", "MK5TTTVWJH2222", "XK5TTTVWJH", "MK5"] {
      let outcome = try sandbox.run("show", other)
      #expect(outcome.status == 4 && !outcome.diagnostics.contains("App Store is"), "\(outcome)")
    }
    #expect(try ledger(sandbox).openOrderLookups(limit: 9) == [])
  }
}
