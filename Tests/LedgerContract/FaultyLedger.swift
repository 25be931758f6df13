import EventLedger
import Foundation
import SubscriptionCore
import Synchronization

/// A ledger in memory that fails when a test wants it to: locked, full, or for some entries.
public final class FaultyLedger: Ledger {
  /// What is stored.
  public let inner: MemoryLedger
  private let room: Mutex<Int>
  private let current = Mutex<LedgerError?>(nil)
  private let failing = Mutex<Setting?>(nil)
  private let stuck = Mutex(false)
  private let locked = Mutex(false)
  private let slow = Mutex(false)
  private let admits: @Sendable ([LedgerEntry]) throws(LedgerError) -> Void
  private let appends = Mutex<[Int]>([])

  /// Creates a ledger without a fault.
  ///
  /// - Parameters:
  ///   - policy: The policy that rows are derived with.
  ///   - room: How many entries the disk has room for.
  ///   - admits: Asked before every transaction, which it may make fail or wait.
  public init(
    policy: ChurnPolicy = .standard, room: Int = .max,
    admits: @escaping @Sendable ([LedgerEntry]) throws(LedgerError) -> Void = { _ in }
  ) {
    inner = MemoryLedger(policy: policy)
    self.room = Mutex(room)
    self.admits = admits
  }

  /// What every call fails with from now on; `nil` for none.
  public var fault: LedgerError? {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  /// A setting of the whole ledger.
  public enum Setting: Hashable, Sendable {
    case outboxRetention, policy
  }

  /// The setting whose changes find the disk full from now on; `nil` for none.
  public var failingSetting: Setting? {
    get { failing.withLock { $0 } }
    set { failing.withLock { $0 = newValue } }
  }

  func fail(changing setting: Setting) throws(LedgerError) {
    try fail()
    if failingSetting == setting { throw .full(location: "/ledger") }
  }

  /// How many entries each transaction had that was stored, in order.
  public var transactions: [Int] { appends.withLock { $0 } }

  /// A Boolean value that indicates whether calls wait until nobody wants their answers any more.
  public var isStuck: Bool {
    get { stuck.withLock { $0 } }
    set { stuck.withLock { $0 = newValue } }
  }

  /// A Boolean value that indicates whether somebody else holds the turn of a writer.
  public var isLocked: Bool {
    get { locked.withLock { $0 } }
    set { locked.withLock { $0 = newValue } }
  }

  /// A Boolean value that indicates whether counting up to a cap takes too long.
  public var isSlow: Bool {
    get { slow.withLock { $0 } }
    set { slow.withLock { $0 = newValue } }
  }

  func fail() throws(LedgerError) {
    while isStuck {
      if ReadCancellation.isRequested { throw .canceled(location: "/ledger") }
      usleep(1_000)
    }
    if let fault { throw fault }
  }

  /// The policy that rows are derived with.
  public var policy: ChurnPolicy { inner.policy }
  /// The state of the ledger in memory.
  public var rebuildState: RebuildState { inner.rebuildState }
  /// The file of the ledger in memory, which has none.
  public var file: String? { inner.file }

  /// Stores entries where no fault forbids it.
  public func append(
    _ entries: [LedgerEntry], now: Timestamp
  ) throws(LedgerError) -> [AppendOutcome] {
    try fail()
    try admits(entries)
    let fits = room.withLock { room in
      guard entries.count <= room else { return false }
      room -= entries.count
      return true
    }
    guard fits else { throw .full(location: "/ledger") }
    let outcomes = try inner.append(entries, now: now)
    appends.withLock { $0.append(entries.count) }
    return outcomes
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func events(of id: SubscriptionID) throws(LedgerError) -> [LedgerEvent] {
    try fail()
    return try inner.events(of: id)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func recentEvents(_ query: EventQuery) throws(LedgerError) -> [LedgerEvent] {
    try fail()
    return try inner.recentEvents(query)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func entry(at position: LedgerPosition) throws(LedgerError) -> LedgerEntry? {
    try fail()
    return try inner.entry(at: position)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func lastPosition() throws(LedgerError) -> LedgerPosition {
    try fail()
    return try inner.lastPosition()
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func readEntries(
    after position: LedgerPosition,
    _ body: (LedgerPosition, LedgerEntry) throws(LedgerError) -> Bool
  ) throws(LedgerError) {
    try fail()
    return try inner.readEntries(after: position, body)
  }

  /// Waits while somebody else holds the turn of a writer; fails where a fault forbids writing.
  public func checkWritable() throws(LedgerError) {
    while isLocked { usleep(1_000) }
    try fail()
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func advancedTo() throws(LedgerError) -> Timestamp? {
    try fail()
    return try inner.advancedTo()
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func subscribers(_ query: SubscriberQuery) throws(LedgerError) -> SubscriberPage {
    try fail()
    return try inner.subscribers(query)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func count(_ filter: Filter?, atMost cap: Int) throws(LedgerError) -> CappedCount {
    try fail()
    if isSlow, cap < .max { return .atLeast(0) }
    return try inner.count(filter, atMost: cap)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func openRefreshRequests(limit: Int) throws(LedgerError) -> [SubscriptionID] {
    try fail()
    return try inner.openRefreshRequests(limit: limit)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func notYetAsked(limit: Int) throws(LedgerError) -> [SubscriptionID] {
    try fail()
    return try inner.notYetAsked(limit: limit)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func subscriber(_ id: SubscriptionID) throws(LedgerError) -> Subscriber? {
    try fail()
    return try inner.subscriber(id)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func subscribers(_ ids: [SubscriptionID]) throws(LedgerError) -> [Subscriber] {
    try fail()
    return try inner.subscribers(ids)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func summary(_ id: SubscriptionID) throws(LedgerError) -> SubscriberSummary? {
    try fail()
    return try inner.summary(id)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func resolve(_ text: String, limit: Int) throws(LedgerError) -> [SubscriptionID] {
    try fail()
    return try inner.resolve(text, limit: limit)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func subscriptions(of account: AccountID, limit: Int) throws(LedgerError)
    -> [SubscriptionID]
  {
    try fail()
    return try inner.subscriptions(of: account, limit: limit)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func near(_ text: String, limit: Int) throws(LedgerError) -> [SubscriptionID] {
    try fail()
    return try inner.near(text, limit: limit)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func figures(at now: Timestamp) throws(LedgerError) -> OverviewFigures {
    try fail()
    return try inner.figures(at: now)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func advance(to now: Timestamp) throws(LedgerError) -> [SubscriptionID] {
    try fail()
    return try inner.advance(to: now)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func refuse(_ entries: [RefusedEntry]) throws(LedgerError) {
    try fail()
    return try inner.refuse(entries)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func refused(after number: Int64, limit: Int) throws(LedgerError) -> [RefusedEntry] {
    try fail()
    return try inner.refused(after: number, limit: limit)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func refusedCount() throws(LedgerError) -> Int {
    try fail()
    return try inner.refusedCount()
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func dropRefused(_ number: Int64) throws(LedgerError) -> Bool {
    try fail()
    return try inner.dropRefused(number)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func putProfiles(_ profiles: [AccountProfile]) throws(LedgerError) {
    try fail()
    return try inner.putProfiles(profiles)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func profile(_ account: AccountID) throws(LedgerError) -> AccountProfile? {
    try fail()
    return try inner.profile(account)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func forEachProfile(
    _ body: (AccountProfile) throws(LedgerError) -> Void
  ) throws(LedgerError) {
    try fail()
    return try inner.forEachProfile(body)
  }
}
