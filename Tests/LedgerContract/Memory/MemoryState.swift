import EventLedger
import SubscriptionCore

/// What a ``MemoryLedger`` holds, behind its lock.
struct MemoryState {
  /// The policy as configured.
  private(set) var configured: ChurnPolicy
  /// The policy with the stored products beneath the configured ones.
  private(set) var policy: ChurnPolicy
  private(set) var products = ProductCatalogue.empty
  var entries: [LedgerPosition: LedgerEntry] = [:]
  var positionsByIdentity: [String: LedgerPosition] = [:]
  var lastPosition: LedgerPosition = 0
  /// How fresh the events of each store are.
  var feeds = StoreFeeds()
  /// The events of each subscription.
  var events: [SubscriptionID: MemoryEvents] = [:]
  var subscribers: [SubscriptionID: Subscriber] = [:]
  var rows: [SubscriptionID: SubscriberProjection] = [:]
  var families: [CustomerPurchases: Set<SubscriptionID>] = [:]
  var profiles: [AccountID: AccountProfile] = [:]
  var erasures: [LedgerErasure] = []
  var quarantine: [RefusedEntry] = []
  var orderLookups: [AppStoreOrderID: OrderLookup] = [:]
  var backfill = MemoryBackfill()
  var lease: LedgerLease?
  /// The audit log, oldest first.
  var audit: [AuditEntry] = []
  var lastRefused: Int64 = 0
  /// What other systems wait for.
  var outbox = MemoryOutbox()
  /// A Boolean value that indicates whether changes are recorded: not in a ledger of the past, nor
  /// of rows that are rebuilt.
  private var recordsChanges: Bool
  /// The prompts recorded as shown since the changes were recorded last.
  private var shown: [SubscriptionID: [SubscriptionEvent]] = [:]
  var advancedTo: Timestamp?
  /// The earliest instant at which the clock changes a row.
  var nextChangeAt = Timestamp.distantPast

  init(policy: ChurnPolicy, recordsChanges: Bool) {
    (configured, self.policy, self.recordsChanges) = (policy, policy, recordsChanges)
  }

  // MARK: Storing

  mutating func append(_ new: [LedgerEntry], now: Timestamp) -> [AppendOutcome] {
    var changed: Set<SubscriptionID> = []
    let outcomes = new.map { entry -> AppendOutcome in
      if let position = positionsByIdentity[entry.identity] {
        for event in entry.events { feeds.add(event) }
        hear(entry, at: position, changed: &changed)
        return .duplicate(position)
      }
      store(entry, at: lastPosition + 1, changed: &changed)
      return .stored(lastPosition)
    }
    for number in new.compactMap(\.backfill) { backfill.answer(number) }
    refresh(changed, now: now)
    return outcomes
  }

  mutating func store(
    _ entry: LedgerEntry, at position: LedgerPosition, changed: inout Set<SubscriptionID>
  ) {
    lastPosition = position
    positionsByIdentity[entry.identity] = position
    entries[position] = entry
    for event in entry.events {
      feeds.add(event)
      take(event, at: position, changed: &changed)
    }
  }

  /// Takes a copy of an event, which counts where it is the first or was recorded first.
  private mutating func take(
    _ event: SubscriptionEvent, at position: LedgerPosition, changed: inout Set<SubscriptionID>
  ) {
    let copy = LedgerEvent(position: position, event: event)
    guard events[event.subscription, default: []].take(copy) else { return }
    if event.kind == .promptShown { shown[event.subscription, default: []].append(event) }
    changed.insert(event.subscription)
  }

  /// Takes the times of an entry that is stored already, where they are earlier.
  private mutating func hear(
    _ again: LedgerEntry, at position: LedgerPosition, changed: inout Set<SubscriptionID>
  ) {
    guard var entry = entries[position] else { return }
    entry.receivedAt = min(entry.receivedAt, again.receivedAt)
    for place in entry.events.indices {
      guard let event = again.events.first(where: { $0.isCopy(of: entry.events[place]) }),
        event.recordedAt < entry.events[place].recordedAt
      else { continue }
      entry.events[place] = event
      take(event, at: position, changed: &changed)
    }
    entries[position] = entry
  }

  /// Derives the rows of subscriptions and of the purchases beside them, and of every row whose
  /// time has come.
  mutating func refresh(_ changed: Set<SubscriptionID>, now: Timestamp) {
    let now = max(now, advancedTo ?? now)
    var affected = changed
    for id in changed { affected.formUnion(regroup(id)) }
    advancedTo = now
    derive(affected.union(due(at: now)), at: now)
  }

  /// Derives rows anew that tell of no change.
  mutating func refreshSilently(_ changed: Set<SubscriptionID>, now: Timestamp) {
    let records = recordsChanges
    recordsChanges = false
    refresh(changed, now: now)
    recordsChanges = records
  }

  /// Brings up to date the rows whose time has come.
  mutating func advance(to now: Timestamp) -> [SubscriptionID] {
    let now = max(now, advancedTo ?? now)
    let ids = due(at: now)
    advancedTo = now
    derive(Set(ids), at: now)
    return ids.sorted { $0.rawValue.utf8Precedes($1.rawValue) }
  }

  private mutating func due(at now: Timestamp) -> [SubscriptionID] {
    guard nextChangeAt <= now else { return [] }
    var ids: [SubscriptionID] = []
    nextChangeAt = .distantFuture
    for (id, row) in rows {
      guard let instant = row.summary.status.nextChangeAt else { continue }
      if instant <= now { ids.append(id) } else { nextChangeAt = min(nextChangeAt, instant) }
    }
    return ids
  }

  // MARK: Deriving

  /// Puts a subscription into the family its events name.
  ///
  /// - Returns: The purchases beside it, before and after.
  private mutating func regroup(_ id: SubscriptionID) -> Set<SubscriptionID> {
    let before = subscribers[id].flatMap(CustomerPurchases.init(of:))
    subscribers[id] = fold(id, beside: [])
    let after = subscribers[id].flatMap(CustomerPurchases.init(of:))
    var beside: Set<SubscriptionID> = []
    if let before, before != after {
      families[before]?.remove(id)
      beside.formUnion(families[before] ?? [])
    }
    if let after {
      families[after, default: []].insert(id)
      beside.formUnion(families[after] ?? [])
    }
    return beside
  }

  private func fold(_ id: SubscriptionID, beside related: [RelatedPurchase]) -> Subscriber? {
    Subscriber.fold(events[id, default: []].map(\.event), related: related)
  }

  private func related(of id: SubscriptionID) -> [RelatedPurchase] {
    guard let family = subscribers[id].flatMap(CustomerPurchases.init(of:)) else { return [] }
    let members = families[family, default: []]
    guard members.count <= CustomerPurchases.countMax else { return [] }
    return members.subtracting([id])
      .compactMap { fold($0, beside: []).map { RelatedPurchase(of: $0, policy: policy) } }
  }

  private func derived(_ id: SubscriptionID, at now: Timestamp) -> (
    Subscriber, SubscriberProjection
  )? {
    guard let subscriber = fold(id, beside: related(of: id)) else { return nil }
    let profile = subscriber.account.flatMap { profiles[$0] }
    return (
      subscriber, SubscriberProjection(of: subscriber, at: now, policy: policy, profile: profile)
    )
  }

  /// Derives rows, and records the changes that they tell.
  private mutating func derive(_ ids: Set<SubscriptionID>, at now: Timestamp) {
    var changes: [SubscriptionChange] = []
    for id in ids {
      let old = rows[id]
      derive(id, at: now)
      guard recordsChanges, let new = rows[id] else { continue }
      changes += SubscriptionChange.between(old, and: new, shown: shown[id] ?? [], at: now)
    }
    shown = [:]
    outbox.append(changes.sorted(by: SubscriptionChange.precedes), at: now)
  }

  private mutating func derive(_ id: SubscriptionID, at now: Timestamp) {
    guard let (subscriber, row) = derived(id, at: now) else {
      (subscribers[id], rows[id]) = (nil, nil)
      return
    }
    (subscribers[id], rows[id]) = (subscriber, row)
    if let instant = row.summary.status.nextChangeAt { nextChangeAt = min(nextChangeAt, instant) }
  }

  /// The subscriptions whose rows are not what a fold of their events gives.
  func rowsThatDiffer() -> [SubscriptionID] {
    guard let now = advancedTo else { return [] }
    return Set(events.keys).union(rows.keys).filter { id in
      !SubscriberProjection.agree(rows[id], derived(id, at: now)?.1, at: now)
    }.sorted { $0.rawValue.utf8Precedes($1.rawValue) }
  }

  // MARK: Profiles, quarantine, erasure

  mutating func put(_ new: [AccountProfile]) {
    for profile in new { profiles[profile.account] = profile }
    guard let now = advancedTo else { return }
    let accounts = Set(new.map(\.account))
    let concerned = subscribers.filter { $0.value.account.map(accounts.contains) ?? false }
    derive(Set(concerned.keys), at: now)
  }

  mutating func updateProducts(_ change: (inout ProductCatalogue) -> Void) -> ProductUpdate {
    var new = products
    change(&new)
    let difference = new.difference(from: products)
    guard difference.count > 0 else { return ProductUpdate() }
    products = new
    policy.products = new.overlaid(by: configured.products)
    guard let now = advancedTo else { return ProductUpdate(products: difference.count) }
    let concerned = rows.filter { _, row in
      ([row.summary.product] + row.summary.otherProducts).contains(where: difference.concerns)
    }
    derive(Set(concerned.keys), at: now)
    return ProductUpdate(products: difference.count, subscribers: concerned.count)
  }

  /// Goes on with another policy.
  ///
  /// - Returns: The number of rows that came out different; `nil` for the policy in force.
  mutating func adopt(_ wanted: ChurnPolicy) -> Int? {
    guard wanted != configured else { return nil }
    configured = wanted
    policy = wanted
    policy.products = products.overlaid(by: wanted.products)
    let differing = rowsThatDiffer()
    refreshSilently(Set(events.keys), now: advancedTo ?? .epoch)
    return differing.count
  }

  mutating func refuse(_ new: [RefusedEntry]) {
    for entry in new where !quarantine.contains(where: { $0.identity == entry.identity }) {
      lastRefused += 1
      var kept = entry
      kept.number = lastRefused
      kept.raw = Array(entry.raw.prefix(RefusedEntry.rawBytesMax))
      quarantine.append(kept)
    }
  }

  mutating func erase(_ account: AccountID, now: Timestamp) -> ErasureCounts {
    let ids = Set(subscribers.filter { $0.value.account == account }.keys)
    let doomed = entries.filter { _, entry in
      entry.events.contains { ids.contains($0.subscription) || $0.facts.account == account }
    }
    let touched = Set(doomed.values.flatMap(\.events).map(\.subscription))
    let search = AccountSearch(
      account,
      purchases: doomed.values.flatMap(\.events).filter { ids.contains($0.subscription) })
    for position in doomed.keys { entries[position] = nil }
    profiles[account] = nil
    backfill.erase(account, purchases: Set(search.purchaseNames))
    for place in audit.indices {
      let access = audit[place].access
      guard access.account == account || access.subscription.map(ids.contains) ?? false else {
        continue
      }
      (audit[place].access.subscription, audit[place].access.account) = (nil, nil)
    }
    let refusedCount = quarantine.count
    quarantine.removeAll { search.finds(in: $0.raw) }
    orderLookups = orderLookups.filter { $0.value.outcome == .waiting }
    let remaining = positions(after: 0)
    (events, positionsByIdentity) = ([:], [:])
    let last = lastPosition
    var stored: Set<SubscriptionID> = []
    for position in remaining {
      if let entry = entries[position] { store(entry, at: position, changed: &stored) }
    }
    lastPosition = last
    refreshSilently(touched, now: now)
    outbox.erase(account, ids)
    return ErasureCounts(entries: doomed.count, refused: refusedCount - quarantine.count)
  }
}
