import EventLedger
import SubscriptionCore
import Synchronization

/// A ledger in memory, the reference for every other.
///
/// Each answer comes by the shortest way from the rules: lists and figures look at every row.
public final class MemoryLedger: Ledger {
  /// The policy that the rows are derived with.
  public var policy: ChurnPolicy { state.withLock { state in state.policy } }
  /// The rows of memory always follow the policy.
  public var rebuildState: RebuildState { .current }
  /// Nothing but the ledger itself tells of what changes.
  public var file: String? { nil }
  let state: Mutex<MemoryState>
  /// Where the bytes of the entries lie, for a ledger that keeps none itself.
  private let archive: (any EventLog)?

  /// Creates an empty ledger.
  public convenience init(policy: ChurnPolicy) { self.init(policy: policy, archive: nil) }

  /// Creates an empty ledger whose entries are copies of another's, without their bytes.
  init(policy: ChurnPolicy, archive: (any EventLog)?) {
    self.archive = archive
    state = Mutex(MemoryState(policy: policy, recordsChanges: archive == nil))
  }

  // MARK: Events

  /// Stores entries and brings the rows up to date.
  @discardableResult
  public func append(
    _ entries: [LedgerEntry], now: Timestamp
  ) throws(LedgerError) -> [AppendOutcome] {
    state.withLock { state in state.append(entries, now: now) }
  }

  /// Stores entries at positions of another ledger, which must grow.
  func copy(_ entries: [(LedgerPosition, LedgerEntry)], now: Timestamp) {
    state.withLock { state in
      var changed: Set<SubscriptionID> = []
      for (position, entry) in entries { state.store(entry, at: position, changed: &changed) }
      state.refresh(changed, now: now)
    }
  }

  /// The events of one subscription in fold order.
  public func events(of id: SubscriptionID) throws(LedgerError) -> [LedgerEvent] {
    state.withLock { state in
      state.events[id, default: []].sorted { SubscriptionEvent.precedes($0.event, $1.event) }
    }
  }

  /// Events of all subscriptions, newest position first.
  public func recentEvents(_ query: EventQuery) throws(LedgerError) -> [LedgerEvent] {
    state.withLock { state in state.recentEvents(query) }
  }

  /// The entry at a position.
  public func entry(at position: LedgerPosition) throws(LedgerError) -> LedgerEntry? {
    guard var entry = state.withLock({ state in state.entries[position] }) else { return nil }
    if let archive { entry.raw = try archive.entry(at: position)?.raw ?? [] }
    return entry
  }

  /// The position of the latest entry.
  public func lastPosition() throws(LedgerError) -> LedgerPosition {
    state.withLock { state in state.lastPosition }
  }

  /// Calls a closure for entries in order of position.
  public func readEntries(
    after position: LedgerPosition,
    _ body: (LedgerPosition, LedgerEntry) throws(LedgerError) -> Bool
  ) throws(LedgerError) {
    for position in state.withLock({ state in state.positions(after: position) }) {
      guard let entry = try entry(at: position) else { continue }
      guard try body(position, entry) else { return }
    }
  }

  /// Does nothing: memory can always be written.
  public func checkWritable() throws(LedgerError) {}

  /// Goes on with another policy.
  public func adopt(_ policy: ChurnPolicy) throws(LedgerError) -> Int? {
    state.withLock { state in state.adopt(policy) }
  }

  /// Does nothing: memory is not closed.
  public func close() throws(LedgerError) {}

  /// The lease as it is kept.
  public func lease() throws(LedgerError) -> LedgerLease? {
    state.withLock { state in state.lease }
  }

  /// Replaces the lease.
  public func exchangeLease(
    _ decide: (LedgerLease?) -> LedgerLease?
  ) throws(LedgerError) -> LedgerLease? {
    state.withLock { state in
      state.lease = decide(state.lease)
      return state.lease
    }
  }

  // MARK: Quarantine

  /// Keeps refused payloads.
  public func refuse(_ entries: [RefusedEntry]) throws(LedgerError) {
    state.withLock { state in state.refuse(entries) }
  }

  /// Refused payloads by number.
  public func refused(after number: Int64, limit: Int) throws(LedgerError) -> [RefusedEntry] {
    state.withLock { state in
      Array(state.quarantine.lazy.filter { $0.number > number }.prefix(max(0, limit)))
    }
  }

  /// The number of refused payloads.
  public func refusedCount() throws(LedgerError) -> Int {
    state.withLock { state in state.quarantine.count }
  }

  /// Removes one from the quarantine.
  public func dropRefused(_ number: Int64) throws(LedgerError) -> Bool {
    state.withLock { state in
      let before = state.quarantine.count
      state.quarantine.removeAll { $0.number == number }
      return state.quarantine.count < before
    }
  }

  // MARK: Orders

  /// The request about an order.
  public func orderLookup(_ order: AppStoreOrderID) throws(LedgerError) -> OrderLookup? {
    state.withLock { state in state.orderLookups[order] }
  }

  /// The requests that wait for an answer.
  public func openOrderLookups(limit: Int) throws(LedgerError) -> [OrderLookup] {
    let open = state.withLock { state in
      state.orderLookups.values.filter { $0.outcome == .waiting }
    }
    let sorted = open.sorted {
      ($0.requestedAt, $0.order.rawValue) < ($1.requestedAt, $1.order.rawValue)
    }
    return Array(sorted.prefix(max(0, limit)))
  }

  /// Keeps a request in the place of an earlier one.
  public func putOrderLookup(_ lookup: OrderLookup) throws(LedgerError) {
    state.withLock { state in state.orderLookups[lookup.order] = lookup }
  }

  /// Drops the request about an order.
  public func dropOrderLookup(_ order: AppStoreOrderID) throws(LedgerError) {
    state.withLock { state in state.orderLookups[order] = nil }
  }

  // MARK: Accounts

  /// Stores profiles and refreshes their rows.
  public func putProfiles(_ profiles: [AccountProfile]) throws(LedgerError) {
    state.withLock { state in state.put(profiles) }
  }

  /// One profile.
  public func profile(_ account: AccountID) throws(LedgerError) -> AccountProfile? {
    state.withLock { state in state.profiles[account] }
  }

  /// Calls a closure for every profile, ordered by account.
  public func forEachProfile(
    _ body: (AccountProfile) throws(LedgerError) -> Void
  ) throws(LedgerError) {
    let profiles = state.withLock { state in Array(state.profiles.values) }
    for profile in profiles.sorted(by: { $0.account < $1.account }) { try body(profile) }
  }

  // MARK: Products

  /// The stored catalogue.
  public func products() throws(LedgerError) -> ProductCatalogue {
    state.withLock { state in state.products }
  }

  /// Changes the stored catalogue and derives anew the rows that follow.
  @discardableResult
  public func updateProducts(
    _ change: (inout ProductCatalogue) -> Void
  ) throws(LedgerError) -> ProductUpdate {
    state.withLock { state in state.updateProducts(change) }
  }
}
