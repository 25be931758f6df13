import EventLedger
import Intake
import ProgramConventions
import StorePayloads
import StoreSimulator
import SubscriptionCore
import Synchronization

/// A feed of a simulated world's payloads into a ledger, through the same intake as everything
/// else.
///
/// It imports the history as fast as possible, and then whatever the running clock makes due.
struct DemoFeed {
  private var world: SimulatedWorld
  private let intake: Intake
  private let ledger: any Ledger

  /// Returns the end of the next transaction.
  ///
  /// Transactions cover one day in the month whose course the Overview draws, and half a month
  /// before that, since every transaction updates each subscriber that it concerns.
  private func stepEnd(before instant: Timestamp) -> Timestamp {
    let isLongAgo = world.now < world.start - .days(47)
    return min(instant, world.now + (isLongAgo ? .days(15) : .days(1)))
  }

  /// Creates a feed of a world into a ledger.
  init(world: SimulatedWorld, ledger: any Ledger) throws(CommandError) {
    (self.world, self.ledger) = (world, ledger)
    do throws(PayloadError) {
      let root = try TrustedRoot(file: world.rootCertificate)
      intake = Intake(ledger: ledger, trust: TrustPolicy(roots: [root]))
    } catch {
      throw .failed("The simulated App Store has no certificate: \(error)")
    }
  }

  /// The end of the history.
  var start: Timestamp { world.start }

  /// The time that the world has reached.
  var reached: Timestamp { world.now }

  /// Imports everything that arrives up to an instant.
  ///
  /// Before each transaction, `goesOn` gets the instant reached and decides whether to continue.
  mutating func run(to instant: Timestamp, goesOn: (Timestamp) -> Bool = { _ in true }) throws {
    while world.now < instant, goesOn(world.now) {
      let next = stepEnd(before: instant)
      let documents = try world.advance(to: next).map { delivery in
        IncomingDocument(bytes: delivery.bytes[...], receivedAt: delivery.arrivesAt)
      }
      if !documents.isEmpty {
        _ = try intake.take(documents, origin: "demo", now: next)
      }
    }
    try putAccounts()
  }

  /// Stores the profiles of the users who have joined so far.
  private mutating func putAccounts() throws(LedgerError) {
    let accounts = world.accounts
    guard accounts.count != known else { return }
    try ledger.putProfiles(Array(accounts.dropFirst(known)))
    known = accounts.count
  }

  private var known = 0
}

/// A feed that may be advanced from any thread.
final class SharedFeed: Sendable {
  private let feed: Mutex<DemoFeed>

  /// Wraps a feed.
  init(_ feed: DemoFeed) { self.feed = Mutex(feed) }

  /// Advances the world; a failure is reported.
  func run(to instant: Timestamp) {
    feed.withLock { feed in
      do {
        try feed.run(to: instant)
      } catch {
        diagnostics.say("The demo has stopped: \(error)")
      }
    }
  }
}

/// The exchange rates of the simulated world: round, invented numbers of the day of its start.
enum DemoRates {
  /// The table, to the euro.
  static let table: ExchangeRates = {
    var table = ExchangeRates(
      currency: "EUR", date: CivilDate(year: 2026, month: 11, day: 20),
      rates: [
        "JPY": 160 * ExchangeRates.scale, "USD": 11 * ExchangeRates.scale / 10,
        "KRW": 1_500 * ExchangeRates.scale, "CNY": 8 * ExchangeRates.scale,
        "BRL": 6 * ExchangeRates.scale,
      ])
    table.isInvented = true
    return table
  }()
}
