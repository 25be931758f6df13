import SubscriptionCore

/// A store of what the stores reported, with the present state of every subscriber.
///
/// The rules every implementation keeps, tested by one contract:
/// 1. An entry is stored whole, with its events and the rows derived from them, or not at all.
/// 2. Appending the same identity again answers ``AppendOutcome/duplicate(_:)`` and changes nothing
///    but the time of receipt, where it was received earlier than is known. A unique index decides,
///    not a look beforehand.
/// 3. Positions grow, and a reader that has seen *n* never misses one below it.
/// 4. Nothing else is updated or deleted, except by the recorded erasure of one account's data and
///    the recorded pruning of old payloads.
/// 5. ``EventLog/readEntries(after:_:)`` sees what other processes wrote.
/// 6. Of several copies of an event the one recorded first counts, so that the order in which
///    payloads arrive changes nothing.
/// 7. Derived rows always equal a fold of the events; ``LedgerUpkeep/rebuild(check:)`` proves it.
///
/// All calls block; none may be made on the thread that draws the screen.
public protocol Ledger:
  LedgerConnection, EventLog, SubscriberIndex, QuarantineStore, OrderLookupStore, BackfillStore,
  ProfileStore, ProductStore, ChangeOutbox, LeaseKeeping, LedgerUpkeep, PayloadKeeping,
  LedgerHistory, MetricsStore, AuditLog
{}

/// The append-only part of a ledger.
public protocol EventLog: Sendable {
  /// Stores entries in one transaction, brings the derived rows up to the present, and returns one
  /// outcome an entry, in order.
  ///
  /// - Throws: ``LedgerError``, with nothing stored.
  @discardableResult
  func append(_ entries: [LedgerEntry], now: Timestamp) throws(LedgerError) -> [AppendOutcome]

  /// Stores batches of entries as they come, all of them in one transaction, and returns one
  /// outcome an entry for each batch: for more than is to be held in memory at once.
  ///
  /// `nil` ends the transaction. What gives the next batch must not use the ledger, and others who
  /// write wait as long as it takes.
  ///
  /// - Throws: ``LedgerError``, with nothing stored by a ledger that several may write.
  func append(
    now: Timestamp, batches next: () -> [LedgerEntry]?
  ) throws(LedgerError) -> [[AppendOutcome]]

  /// Runs a closure that appends much.
  ///
  /// A ledger without entries may put off meanwhile what makes reading fast, and does it at the
  /// end, also where the closure throws.
  ///
  /// - Parameters:
  ///   - making: Gets the share of what was put off that is done, in hundredths.
  ///   - body: The closure.
  /// - Throws: ``LedgerError`` of the closure, or where the end of it fails: what was appended
  ///   stays, and the ledger mends itself when it is opened next.
  func bulkLoad(
    making: (Int) -> Void, _ body: () throws(LedgerError) -> Void
  ) throws(LedgerError)

  /// The events of one subscription in fold order.
  func events(of id: SubscriptionID) throws(LedgerError) -> [LedgerEvent]

  /// Events of all subscriptions, newest position first.
  func recentEvents(_ query: EventQuery) throws(LedgerError) -> [LedgerEvent]

  /// One step of a search through the events of all subscriptions, from the newest back.
  ///
  /// - Complexity: O(``EventSearch/span``), however many match.
  func search(_ search: EventSearch) throws(LedgerError) -> EventSearchPage

  /// The entry at a position; `nil` when there is none.
  func entry(at position: LedgerPosition) throws(LedgerError) -> LedgerEntry?

  /// The position of the latest entry; 0 for an empty ledger. Cheap enough to ask every second.
  func lastPosition() throws(LedgerError) -> LedgerPosition

  /// The first position of an entry received after an instant; `nil` if there is none.
  ///
  /// Entries are taken to lie in the order in which they were received, as they do but for archives
  /// that were imported later.
  ///
  /// - Complexity: O(log *n*) entries are looked at.
  /// - Throws: ``LedgerError`` when the ledger cannot be read.
  func position(after instant: Timestamp) throws(LedgerError) -> LedgerPosition?

  /// Calls a closure for entries in order of position, without holding them all in memory, until
  /// it answers `false` or there are no more.
  func readEntries(
    after position: LedgerPosition,
    _ body: (LedgerPosition, LedgerEntry) throws(LedgerError) -> Bool
  ) throws(LedgerError)
}

extension EventLog {
  /// Runs a closure that appends much, and puts nothing off.
  public func bulkLoad(
    making: (Int) -> Void, _ body: () throws(LedgerError) -> Void
  ) throws(LedgerError) {
    try body()
  }

  /// Runs a closure that appends much.
  public func bulkLoad(_ body: () throws(LedgerError) -> Void) throws(LedgerError) {
    try bulkLoad(making: { _ in }, body)
  }

  /// Calls a closure for every entry in order of position, without holding them all in memory.
  public func forEachEntry(
    after position: LedgerPosition,
    _ body: (LedgerPosition, LedgerEntry) throws(LedgerError) -> Void
  ) throws(LedgerError) {
    try readEntries(after: position) { position, entry throws(LedgerError) in
      try body(position, entry)
      return true
    }
  }
}

/// The derived part of a ledger.
public protocol SubscriberIndex: Sendable {
  /// The instant that the rows stand at: the latest that an append or ``advance(to:)`` was given;
  /// `nil` for an empty ledger.
  func advancedTo() throws(LedgerError) -> Timestamp?

  /// One page of subscribers, as of the last ``advance(to:)``.
  func subscribers(_ query: SubscriberQuery) throws(LedgerError) -> SubscriberPage

  /// The number of subscribers that satisfy a filter, counted no further than a cap.
  ///
  /// It is exact up to the cap, and beyond it for a ``CountedFilter`` of one environment or of
  /// everybody; a ledger on a server may stop counting rows to a cap for the time it takes.
  ///
  /// - Complexity: O(1) in the number of subscribers where counters know it; else rows are looked
  ///   at until `cap` match and one more.
  func count(_ filter: Filter?, atMost cap: Int) throws(LedgerError) -> CappedCount

  /// The subscriptions about which the store was to be asked again and has not answered since,
  /// the longest wait first, at most that many; never a scan of the subscribers.
  func openRefreshRequests(limit: Int) throws(LedgerError) -> [SubscriptionID]

  /// The purchases that nothing but notifications tell of
  /// (`SubscriptionFlag.notYetAsked`), the latest word first, at most that many;
  /// never a scan of the subscribers.
  func notYetAsked(limit: Int) throws(LedgerError) -> [SubscriptionID]

  /// One subscriber, folded whole; `nil` when the ledger has none of that name.
  func subscriber(_ id: SubscriptionID) throws(LedgerError) -> Subscriber?

  /// Several subscribers, folded whole, in the order asked for; unknown ones are left out.
  func subscribers(_ ids: [SubscriptionID]) throws(LedgerError) -> [Subscriber]

  /// One row of the list; `nil` when the ledger has none of that id.
  func summary(_ id: SubscriptionID) throws(LedgerError) -> SubscriberSummary?

  /// Several rows of the list, in the order asked for; unknown ones are left out.
  func summaries(_ ids: [SubscriptionID]) throws(LedgerError) -> [SubscriberSummary]

  /// The subscriptions that a text names: churntop's id, any transaction, order or web order line
  /// item id, a purchase token or a prefix of at least 8 characters of one, an account identifier
  /// or a mail address.
  ///
  /// Where none is named so, those are found that the text is a piece of, as somebody reads it out
  /// on the phone: at least four letters or digits in a row of a transaction, order, web order
  /// line item or account identifier, whatever signs stand between them, or the beginning of
  /// churntop's id; and where that finds nothing either, by the end of churntop's id, of six
  /// letters and digits or more, also as lists shorten it: `gp_…7663676768`. Ordered by id; at most
  /// `limit`, which may be any of more.
  func resolve(_ text: String, limit: Int) throws(LedgerError) -> [SubscriptionID]

  /// The subscriptions of one account, ordered by id, by its exact identifier and nothing else.
  ///
  /// At most `limit`; ``resolve(_:limit:)`` guesses what a text may mean, this does not.
  func subscriptions(
    of account: AccountID, limit: Int
  ) throws(LedgerError) -> [SubscriptionID]

  /// The subscriptions whose names a text is near to, as ``FuzzyMatcher`` tells: the name and the
  /// mail address of the person, the account, and transaction, order and web order line item
  /// identifiers. Fewest errors first, then by id; at most `limit`.
  ///
  /// - Complexity: O(*n*) for *n* people with a name, but for a ledger on a server.
  func near(_ text: String, limit: Int) throws(LedgerError) -> [SubscriptionID]

  /// The maintained figures of the Overview; never a scan of the subscribers.
  func figures(at now: Timestamp) throws(LedgerError) -> OverviewFigures

  /// The prompts that are due, as of the last ``advance(to:)``.
  ///
  /// - Complexity: O(*k*) for *k* due prompts, at most ``DueFigures/countMax``.
  func dueFigures(at now: Timestamp) throws(LedgerError) -> DueFigures

  /// Updates the rows whose `SubscriptionStatus.nextChangeAt` has come.
  ///
  /// - Returns: The subscriptions whose rows changed.
  /// - Complexity: O(*c* log *n*) for *c* changed rows of *n*.
  @discardableResult
  func advance(to now: Timestamp) throws(LedgerError) -> [SubscriptionID]
}

extension SubscriberIndex {
  /// The number of subscribers that satisfy a filter, however many there are.
  public func count(_ filter: Filter?) throws(LedgerError) -> Int {
    try count(filter, atMost: .max).number
  }

  /// Returns the subscriptions whose names a text is near to or, where it is near to none, those of
  /// people whose names have all of its words: `jose nunez` for `José Ángel Núñez`.
  ///
  /// - Complexity: That of ``near(_:limit:)``.
  public func similar(to text: String, limit: Int) throws(LedgerError) -> [SubscriptionID] {
    let found = try near(text, limit: limit)
    let words = text.split { !$0.isLetter && !$0.isNumber }.map { LookupName.plain(String($0)) }
    guard found.isEmpty, words.count > 1,
      let longest = words.max(by: { $0.utf8.count < $1.utf8.count })
    else { return found }
    let namesakes = try summaries(try near(longest, limit: 500))
    let people = namesakes.filter { row in
      let name = LookupName.plain(row.profile?.name ?? "")
      return words.allSatisfy { name.contains($0) }
    }
    return people.prefix(limit).map(\.id)
  }
}

/// The refused payloads of a ledger.
public protocol QuarantineStore: Sendable {
  /// Keeps refused payloads; the same identity is kept once.
  func refuse(_ entries: [RefusedEntry]) throws(LedgerError)

  /// Refused payloads by number, from after one, at most that many.
  func refused(after number: Int64, limit: Int) throws(LedgerError) -> [RefusedEntry]

  /// The number of refused payloads.
  func refusedCount() throws(LedgerError) -> Int

  /// Removes one from the quarantine; `false` when there is none of that number.
  func dropRefused(_ number: Int64) throws(LedgerError) -> Bool
}

/// The profiles that the app supplied for its accounts.
public protocol ProfileStore: Sendable {
  /// Stores profiles, replacing earlier ones of the same account, and refreshes their rows.
  func putProfiles(_ profiles: [AccountProfile]) throws(LedgerError)

  /// One profile; `nil` if the app supplied none.
  func profile(_ account: AccountID) throws(LedgerError) -> AccountProfile?

  /// Calls a closure for every profile, ordered by account.
  func forEachProfile(
    _ body: (AccountProfile) throws(LedgerError) -> Void
  ) throws(LedgerError)
}

/// The product catalogue, as files and the stores' own settings give it.
public protocol ProductStore: Sendable {
  /// The stored catalogue, without the products of the configuration.
  func products() throws(LedgerError) -> ProductCatalogue

  /// Changes the stored catalogue by a closure, which must not use the ledger, derives the rows
  /// that depend on it again, and returns how much changed.
  ///
  /// - Throws: ``LedgerError``; the rows may then follow later, when the ledger is opened.
  @discardableResult
  func updateProducts(
    _ change: (inout ProductCatalogue) -> Void
  ) throws(LedgerError) -> ProductUpdate
}

/// The reach of a change of the product catalogue.
public struct ProductUpdate: Hashable, Sendable {
  /// The number of products and apps that changed.
  public var products: Int
  /// The number of subscribers that were derived again.
  public var subscribers: Int

  /// Creates figures.
  public init(products: Int = 0, subscribers: Int = 0) {
    (self.products, self.subscribers) = (products, subscribers)
  }
}

/// Keeping a ledger sound.
public protocol LedgerUpkeep: Sendable {
  /// Checks the ledger's own structure and every rule that can be checked without a rebuild.
  ///
  /// - Returns: One sentence a problem; empty when there is none.
  func verify() throws(LedgerError) -> [String]

  /// The room that each table and index takes on disk, largest first.
  ///
  /// - Complexity: O(*n*) for *n* pages in a file; O(1) on a server.
  /// - Throws: ``LedgerError`` when the ledger cannot be read or cannot tell.
  func sizes() throws(LedgerError) -> [LedgerSize]

  /// Brings what earlier versions stored in a file to the form that takes the least room, and gives
  /// free room back to the disk.
  ///
  /// Nothing that anybody reads changes. What was interrupted is taken up again by the next call.
  ///
  /// - Parameter progress: Told what is being done, whenever that has changed.
  /// - Returns: What became of the file; `nil` for a ledger that is no file.
  /// - Complexity: O(*n*) for *n* bytes of the file, and as much free room on its disk.
  /// - Throws: ``LedgerError`` when the ledger cannot be read or written; nothing is lost then.
  func compact(
    progress: (LedgerCompaction.Step) -> Void
  ) throws(LedgerError) -> LedgerCompaction?

  /// Folds every event again and compares (`check`) or replaces the derived rows.
  ///
  /// - Parameters:
  ///   - check: Whether nothing is changed.
  ///   - now: Where the rows stand afterwards, also at an earlier instant than before, as after a
  ///     clock that was ahead; `nil` for where they stand. A check looks at them where they stand.
  ///   - progress: Told how much is done, in hundredths, whenever that has changed.
  /// - Returns: The subscriptions whose stored rows differed.
  /// - Throws: ``LedgerError`` when the ledger cannot be read or written.
  func rebuild(
    check: Bool, at now: Timestamp?, progress: (Int) -> Void
  ) throws(LedgerError) -> [SubscriptionID]

  /// Writes a consistent copy to a path while others write on.
  func backUp(to path: String) throws(LedgerError)

  /// Removes everything of one account, recording that an erasure took place.
  ///
  /// The entries are those about the account's subscriptions, and those that name the account, as
  /// the former one of another's subscription; of refused payloads those in which ``AccountSearch``
  /// finds it; of lists the purchases that are the account's.
  func erase(
    _ account: AccountID, actor: String, now: Timestamp
  ) throws(LedgerError) -> ErasureCounts

  /// Finishes erasures that were cut off when everything was removed, but not yet overwritten, and
  /// returns whether there was one.
  func finishErasures() throws(LedgerError) -> Bool

  /// Returns the numbers of what an erasure of an account would remove.
  ///
  /// - Complexity: O(*n*) for *n* events and refused payloads, like the erasure.
  func erasable(_ account: AccountID) throws(LedgerError) -> ErasureCounts

  /// The erasures that took place, oldest first.
  func erasures() throws(LedgerError) -> [LedgerErasure]

  /// The number of erasures that took place. Cheap enough to ask every second.
  func erasureCount() throws(LedgerError) -> Int
}

extension LedgerUpkeep {
  /// The number of erasures that took place.
  public func erasureCount() throws(LedgerError) -> Int { try erasures().count }

  /// A ledger that is no file leaves no erasure unfinished.
  public func finishErasures() throws(LedgerError) -> Bool { false }

  /// Folds every event again and compares (`check`) or replaces the derived rows.
  ///
  /// - Returns: The subscriptions whose stored rows differed.
  public func rebuild(check: Bool) throws(LedgerError) -> [SubscriptionID] {
    try rebuild(check: check, at: nil) { _ in }
  }
}
