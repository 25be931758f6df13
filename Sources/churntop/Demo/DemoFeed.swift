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

  /// The origin of its messages.
  static let origin = "demo"

  /// The part of the history that a ledger has.
  struct Progress: Hashable {
    /// The time that the ledger has reached.
    var reached: Timestamp
    /// The share of the history that is stored, in hundredths.
    var share: Int
  }

  /// Imports everything that arrives up to an instant.
  ///
  /// Before each transaction, `goesOn` gets the progress and decides whether to continue.
  mutating func run(
    to instant: Timestamp, goesOn: (Progress) -> Bool = { _ in true }
  ) throws {
    let (first, length) = (world.now, max(1, (instant - world.now).wholeMilliseconds))
    func share(_ reached: Timestamp) -> Int {
      Int((reached - first).wholeMilliseconds * 100 / length)
    }
    let end = instant - Self.recentPast
    if isLarge, world.now == world.beginning, world.now < end {
      let isTold = try tellPast(to: end) { [population = world.population] told in
        goesOn(Progress(reached: end, share: share(end) * told / population))
      }
      guard isTold else { return }
    }
    while world.now < instant {
      guard goesOn(Progress(reached: world.now, share: share(world.now))) else { break }
      let next = stepEnd(before: instant)
      let documents = try world.advance(to: next).map { IncomingDocument($0) }
      if !documents.isEmpty { _ = try intake.take(documents, origin: Self.origin, now: next) }
    }
    try putAccounts()
  }

  /// Imports the past of a large world up to an instant, one part of the population after the
  /// other: rows are derived once, and stand at the present from the first part on.
  ///
  /// `goesOn` gets the number of members whose past is stored.
  ///
  /// - Returns: A Boolean value that indicates whether all of it is stored.
  private mutating func tellPast(to end: Timestamp, goesOn: (Int) -> Bool) throws -> Bool {
    var parts = PastParts(of: world, to: end, for: intake)
    var length = PastParts.length
    while known < world.population {
      let stored = known
      guard goesOn(stored) else { return false }
      let last = min(stored + length, world.population)
      try ledger.putProfiles(world.profiles(of: stored..<last))
      var failure: (any Error)?
      try intake.store(now: end) {
        guard known < last, goesOn(stored) else { return nil }
        do {
          let part = try parts.next()
          world.join(part.lives)
          known = part.members.upperBound
          return part.messages
        } catch {
          failure = error
          return nil
        }
      }
      if let failure { throw failure }
      length = min(2 * length, Self.transactionMembers)
    }
    return true
  }

  /// A Boolean value that indicates whether there are more subscribers than in the usual demo.
  private var isLarge: Bool { world.population > SimulatedWorld.defaultSubscribers }

  /// The end of a large world's past that is imported in order of arrival, as screens read it.
  private static let recentPast = Duration.days(2)
  /// The most members whose past is one transaction.
  private static let transactionMembers = 32 * PastParts.length
  /// The number of subscribers of whom the messages of a day are one transaction.
  private static let subscribersPerDay = 25_000

  /// Returns the end of the next transaction.
  ///
  /// Transactions cover one day in the month whose course the Overview draws, and half a month
  /// before that, since every transaction updates each subscriber that it concerns; in a large
  /// world less, since memory holds the messages of one.
  private func stepEnd(before instant: Timestamp) -> Timestamp {
    let isLongAgo = world.now < world.start - .days(47)
    let usual = isLongAgo ? Duration.days(15) : .days(1)
    let most = Duration.days(1) * Self.subscribersPerDay / world.population
    return min(instant, world.now + (isLarge ? min(usual, most) : usual))
  }

  /// Stores the profiles of the users who have joined so far.
  private mutating func putAccounts() throws(LedgerError) {
    guard world.accountCount != known else { return }
    try ledger.putProfiles(world.profiles(of: known..<world.accountCount))
    known = world.accountCount
  }

  /// The number of accounts whose profiles are stored.
  private var known = 0
}

extension IncomingDocument {
  /// Creates the document of a message.
  init(_ delivery: StoreDelivery) {
    self.init(bytes: delivery.bytes[...], receivedAt: delivery.arrivesAt)
  }
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
