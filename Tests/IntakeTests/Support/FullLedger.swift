import EventLedger
import SubscriptionCore
import Synchronization

/// A ledger whose disk is full after some entries, and which is otherwise one in memory.
final class FullLedger: Ledger {
  let inner: MemoryLedger
  private let room: Mutex<Int>

  init(room: Int) {
    inner = MemoryLedger(policy: .standard)
    self.room = Mutex(room)
  }

  var policy: ChurnPolicy { inner.policy }

  func append(_ entries: [LedgerEntry], now: Timestamp) throws(LedgerError) -> [AppendOutcome] {
    let fits = room.withLock { room in
      guard entries.count <= room else { return false }
      room -= entries.count
      return true
    }
    guard fits else { throw .full(location: "/ledger") }
    return try inner.append(entries, now: now)
  }

  func events(of id: SubscriptionID) throws(LedgerError) -> [LedgerEvent] {
    try inner.events(of: id)
  }
  func recentEvents(_ query: EventQuery) throws(LedgerError) -> [LedgerEvent] {
    try inner.recentEvents(query)
  }
  func entry(at position: LedgerPosition) throws(LedgerError) -> LedgerEntry? {
    try inner.entry(at: position)
  }
  func changes(after position: LedgerPosition, limit: Int) throws(LedgerError) -> LedgerChanges {
    try inner.changes(after: position, limit: limit)
  }
  func lastPosition() throws(LedgerError) -> LedgerPosition { try inner.lastPosition() }
  func forEachEntry(
    after position: LedgerPosition,
    _ body: (LedgerPosition, LedgerEntry) throws(LedgerError) -> Void
  ) throws(LedgerError) {
    try inner.forEachEntry(after: position, body)
  }
  func advancedTo() throws(LedgerError) -> Timestamp? { try inner.advancedTo() }
  func subscribers(_ query: SubscriberQuery) throws(LedgerError) -> SubscriberPage {
    try inner.subscribers(query)
  }
  func count(_ filter: Filter?) throws(LedgerError) -> Int { try inner.count(filter) }
  func openRefreshRequests(limit: Int) throws(LedgerError) -> [SubscriptionID] {
    try inner.openRefreshRequests(limit: limit)
  }
  func subscriber(_ id: SubscriptionID) throws(LedgerError) -> Subscriber? {
    try inner.subscriber(id)
  }
  func subscribers(_ ids: [SubscriptionID]) throws(LedgerError) -> [Subscriber] {
    try inner.subscribers(ids)
  }
  func summary(_ id: SubscriptionID) throws(LedgerError) -> SubscriberSummary? {
    try inner.summary(id)
  }
  func resolve(_ text: String, limit: Int) throws(LedgerError) -> [SubscriptionID] {
    try inner.resolve(text, limit: limit)
  }
  func subscriptions(of account: AccountID, limit: Int) throws(LedgerError) -> [SubscriptionID] {
    try inner.subscriptions(of: account, limit: limit)
  }
  func near(_ text: String, limit: Int) throws(LedgerError) -> [SubscriptionID] {
    try inner.near(text, limit: limit)
  }
  func figures(at now: Timestamp) throws(LedgerError) -> OverviewFigures {
    try inner.figures(at: now)
  }
  func advance(to now: Timestamp) throws(LedgerError) -> [SubscriptionID] {
    try inner.advance(to: now)
  }
  func refuse(_ entries: [RefusedEntry]) throws(LedgerError) { try inner.refuse(entries) }
  func refused(after number: Int64, limit: Int) throws(LedgerError) -> [RefusedEntry] {
    try inner.refused(after: number, limit: limit)
  }
  func refusedCount() throws(LedgerError) -> Int { try inner.refusedCount() }
  func dropRefused(_ number: Int64) throws(LedgerError) -> Bool { try inner.dropRefused(number) }
  func putProfiles(_ profiles: [AccountProfile]) throws(LedgerError) {
    try inner.putProfiles(profiles)
  }
  func profile(_ account: AccountID) throws(LedgerError) -> AccountProfile? {
    try inner.profile(account)
  }
  func forEachProfile(
    _ body: (AccountProfile) throws(LedgerError) -> Void
  ) throws(LedgerError) {
    try inner.forEachProfile(body)
  }
  func verify() throws(LedgerError) -> [String] { try inner.verify() }
  func rebuild(check: Bool) throws(LedgerError) -> [SubscriptionID] {
    try inner.rebuild(check: check)
  }
  func backUp(to path: String) throws(LedgerError) { try inner.backUp(to: path) }
  func erase(_ account: AccountID, actor: String, now: Timestamp) throws(LedgerError) -> Int {
    try inner.erase(account, actor: actor, now: now)
  }
}
