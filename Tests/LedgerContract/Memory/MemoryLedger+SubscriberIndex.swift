import EventLedger
import SubscriptionCore
import Synchronization

extension MemoryLedger {
  /// The instant that the rows stand at.
  public func advancedTo() throws(LedgerError) -> Timestamp? {
    state.withLock { state in state.advancedTo }
  }

  /// One page of subscribers.
  public func subscribers(_ query: SubscriberQuery) throws(LedgerError) -> SubscriberPage {
    state.withLock { state in state.page(query) }
  }

  /// The number of subscribers that satisfy a filter, exact where other ledgers maintain it.
  public func count(_ filter: Filter?, atMost cap: Int) throws(LedgerError) -> CappedCount {
    state.withLock { state in
      let number = state.summaries(filter).count
      let counted = CountedFilter(filter?.lowered(at: state.advancedTo ?? .epoch) ?? .always)
      let isKnown = counted.map { $0.isEverybody || $0.environments != .all } ?? false
      return isKnown ? .exact(number) : CappedCount(number, atMost: cap)
    }
  }

  /// The subscriptions with an open refresh request.
  public func openRefreshRequests(limit: Int) throws(LedgerError) -> [SubscriptionID] {
    let open = state.withLock { state in
      state.rows.values.compactMap { row in
        row.summary.refreshRequestedAt.map { ($0, row.summary.id) }
      }
    }
    return open.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.prefix(max(0, limit)).map(\.1)
  }

  /// The purchases that nothing but notifications tell of.
  public func notYetAsked(limit: Int) throws(LedgerError) -> [SubscriptionID] {
    let found = state.withLock { state in
      state.rows.values.map(\.summary).filter { $0.status.flags.contains(.notYetAsked) }
    }
    return found.sorted { ($1.lastEventAt, $0.id) < ($0.lastEventAt, $1.id) }
      .prefix(max(0, limit)).map(\.id)
  }

  /// One subscriber, folded whole.
  public func subscriber(_ id: SubscriptionID) throws(LedgerError) -> Subscriber? {
    state.withLock { state in state.subscribers[id] }
  }

  /// Several subscribers, folded whole, in the order asked for.
  public func subscribers(_ ids: [SubscriptionID]) throws(LedgerError) -> [Subscriber] {
    state.withLock { state in ids.compactMap { state.subscribers[$0] } }
  }

  /// One row of the list.
  public func summary(_ id: SubscriptionID) throws(LedgerError) -> SubscriberSummary? {
    state.withLock { state in state.rows[id]?.summary }
  }

  /// Several rows of the list, in the order asked for.
  public func summaries(_ ids: [SubscriptionID]) throws(LedgerError) -> [SubscriberSummary] {
    state.withLock { state in ids.compactMap { state.rows[$0]?.summary } }
  }

  /// The subscriptions that a text names.
  public func resolve(_ text: String, limit: Int) throws(LedgerError) -> [SubscriptionID] {
    state.withLock { state in Array(state.resolve(text).prefix(max(0, limit))) }
  }

  /// The subscriptions of one account.
  public func subscriptions(
    of account: AccountID, limit: Int
  ) throws(LedgerError) -> [SubscriptionID] {
    state.withLock { state in
      let found = state.subscribers.filter { $0.value.account == account }.keys
      return Array(found.sorted { $0.rawValue.utf8Precedes($1.rawValue) }.prefix(max(0, limit)))
    }
  }

  /// The subscriptions whose names a text is near to.
  public func near(_ text: String, limit: Int) throws(LedgerError) -> [SubscriptionID] {
    guard let near = FuzzyMatcher(text) else { return [] }
    return state.withLock { state in Array(state.resolve(near).prefix(max(0, limit))) }
  }

  /// The figures of the Overview, counted row by row.
  public func figures(at now: Timestamp) throws(LedgerError) -> OverviewFigures {
    state.withLock { state in
      var figures = OverviewFigures(counting: state.rows.values, at: now)
      figures.quarantined = state.quarantine.count
      figures.unknownKinds = state.entries.values.count { $0.hasUnknown }
      figures.feeds = state.feeds
      figures.undelivered = state.outbox.list(DeliveryQuery(statuses: [.dead], limit: .max)).count
      return figures
    }
  }

  /// Brings the rows whose time has come up to date.
  @discardableResult
  public func advance(to now: Timestamp) throws(LedgerError) -> [SubscriptionID] {
    state.withLock { state in state.advance(to: now) }
  }
}

extension MemoryLedger {
  /// Checks the rules that the data structures do not ensure by themselves.
  public func verify() throws(LedgerError) -> [String] {
    state.withLock { state in
      state.rowsThatDiffer().map { "The row of \($0) differs from a fold of its events." }
    }
  }

  /// A ledger in memory takes no room on disk.
  public func sizes() throws(LedgerError) -> [LedgerSize] { [] }

  /// A ledger in memory is no file.
  public func compact(
    progress: (LedgerCompaction.Step) -> Void
  ) throws(LedgerError) -> LedgerCompaction? { nil }

  /// Folds every event anew and compares or replaces the rows.
  public func rebuild(
    check: Bool, at now: Timestamp?, progress: (Int) -> Void
  ) throws(LedgerError) -> [SubscriptionID] {
    state.withLock { state in
      if !check, let now, state.advancedTo != nil {
        state.advancedTo = now
        state.feeds.forget(after: now)
      }
      let differing = state.rowsThatDiffer()
      if check { return differing }
      let stands = state.advancedTo ?? .epoch
      let recalled = now == nil ? [] : state.outbox.recall(after: stands)
      state.refreshSilently(Set(state.events.keys), now: stands)
      var told: [SubscriptionChange] = []
      for row in Set(recalled.map(\.change.subscription.id)).compactMap({ state.rows[$0] }) {
        for var change in SubscriptionChange.between(nil, and: row, at: stands) {
          let late = recalled.first { $0.change.id == change.id }
          guard late != nil || change.kind == .promptDue else { continue }
          change.newsAt = late?.change.newsAt
          told.append(change)
        }
      }
      state.outbox.append(told.sorted(by: SubscriptionChange.precedes), at: stands)
      return differing
    }
  }

  /// Refuses: there is no file format for a ledger in memory.
  public func backUp(to path: String) throws(LedgerError) {
    throw .unavailable(location: path, detail: "a ledger in memory has no file to copy")
  }

  /// Removes everything of one account.
  public func erase(
    _ account: AccountID, actor: String, now: Timestamp
  ) throws(LedgerError) -> ErasureCounts {
    state.withLock { state in
      let removed = state.erase(account, now: now)
      let erasure = LedgerErasure(at: now, actor: actor, entryCount: removed.entries)
      state.erasures.append(erasure)
      return removed
    }
  }

  /// The erasures that took place, oldest first.
  public func erasures() throws(LedgerError) -> [LedgerErasure] { state.withLock(\.erasures) }

  /// The numbers of what an erasure of an account would remove.
  public func erasable(_ account: AccountID) throws(LedgerError) -> ErasureCounts {
    state.withLock { state in
      var copy = state
      return copy.erase(account, now: state.advancedTo ?? .epoch)
    }
  }
}
