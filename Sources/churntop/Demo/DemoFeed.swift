import EventLedger
import Intake
import ProgramConventions
import StorePayloads
import StoreSimulator
import SubscriptionCore

/// Brings what a simulated world sends into a ledger, through the same door as everything else.
///
/// First the history, as fast as it goes; then whatever the running clock makes due.
struct DemoFeed {
  private var world: SimulatedWorld
  private let intake: Intake
  private let ledger: any Ledger

  /// Where the next transaction ends.
  ///
  /// Day by day for the month whose course the Overview draws, in half months before that, since
  /// every transaction works out anew each subscriber that it concerns.
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

  /// The instant at which the history is over.
  var start: Timestamp { world.start }

  /// How far the world has come.
  var reached: Timestamp { world.now }

  /// Brings everything in that arrives up to an instant.
  ///
  /// Before each transaction it is asked with the instant reached whether to go on.
  mutating func run(
    to instant: Timestamp, goesOn: (Timestamp) -> Bool = { _ in true }
  ) throws {
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

  /// Tells the ledger who its users are, as far as they have joined.
  private mutating func putAccounts() throws(LedgerError) {
    let accounts = world.accounts
    guard accounts.count != known else { return }
    try ledger.putProfiles(Array(accounts.dropFirst(known)))
    known = accounts.count
  }

  private var known = 0
}
