import EventLedger
import SubscriptionCore

/// What other ledgers answer by indexes and counters, by the shortest way from the rules.
extension MemoryLedger {
  /// One step of a search, event by event.
  public func search(_ search: EventSearch) throws(LedgerError) -> EventSearchPage {
    let positions = search.positions(upTo: try lastPosition())
    var query = EventQuery(before: positions.upperBound, limit: 256)
    var rows: [SubscriptionID: SubscriberSummary?] = [:]
    var found = EventSearchPage(
      events: [], reached: positions.lowerBound, reachedAt: nil, looked: 0)
    let readsRows = search.predicate?.fields.contains { !$0.isOfEvent } ?? false
    pages: while true {
      let page = try recentEvents(query)
      for stored in page where stored.position >= positions.lowerBound {
        let id = stored.event.subscription
        guard search.subscription ?? id == id else { continue }
        let isNext = found.events.last.map { $0.position != stored.position } ?? true
        if found.events.count >= search.limit, isNext {
          found.reached = found.events.last?.position ?? positions.upperBound
          break pages
        }
        found.looked += 1
        guard search.kinds.isEmpty || search.kinds.contains(stored.event.kind) else { continue }
        if readsRows, rows[id] == nil { rows[id] = .some(try summary(id)) }
        let subject = EventSubject(stored.event, of: rows[id] ?? nil)
        if search.predicate?.matches(subject) ?? true { found.events.append(stored) }
      }
      guard page.count >= query.limit, let last = page.last,
        last.position > positions.lowerBound
      else { break }
      query.before = last.position
    }
    found.reachedAt = try entry(at: found.reached)?.receivedAt
    return found
  }

  /// The prompts that are due, row by row from the one that is due longest.
  public func dueFigures(at now: Timestamp) throws(LedgerError) -> DueFigures {
    var figures = DueFigures()
    let due = Filter.and([
      .field(.dueAt, .any([.choice("now")])), .field(.environment, .any([.choice("production")])),
    ])
    var query = SubscriberQuery(filter: due, sort: .promptDue, limit: 500)
    while true {
      let page = try subscribers(query)
      for row in page.rows {
        guard case .due(let since) = row.status.prompt.verdict else { continue }
        let rule = row.status.prompt.rule ?? ""
        guard figures.count(rule: rule, store: row.store, since: since, now: now) else {
          return figures
        }
      }
      guard page.hasMore, let last = page.rows.last else { return figures }
      query.cursor = PageCursor(.after, last.id)
    }
  }

  /// The ledger as it was at an instant, in memory.
  public func asOf(
    _ instant: Timestamp, goesOn: (LedgerPosition) -> Bool
  ) throws(LedgerError) -> (any Ledger)? {
    try copy(asOf: instant, goesOn: goesOn)
  }

  /// The whole ledger as it was at an instant.
  public func asOf(
    _ instant: Timestamp, of id: SubscriptionID
  ) throws(LedgerError) -> any Ledger {
    try asOf(instant)
  }
}

extension Ledger {
  /// The ledger as it was at an instant, in memory: the reference for every other way.
  ///
  /// - Parameters:
  ///   - instant: The instant.
  ///   - goesOn: Asked with the position reached, every thousand entries; `false` ends the reading.
  /// - Returns: The ledger; `nil` when the reading was ended.
  /// - Complexity: O(*n*) in time and memory for *n* entries.
  /// - Throws: ``LedgerError`` when this ledger cannot be read.
  public func copy(
    asOf instant: Timestamp, goesOn: (LedgerPosition) -> Bool
  ) throws(LedgerError) -> MemoryLedger? {
    let past = MemoryLedger(policy: policy, archive: self)
    var batch: [(LedgerPosition, LedgerEntry)] = []
    var (count, isStopped) = (0, false)
    try readEntries(after: 0) { position, entry throws(LedgerError) in
      count += 1
      if count % 1000 == 0, !goesOn(position) {
        isStopped = true
        return false
      }
      guard entry.receivedAt <= instant else { return true }
      var entry = entry
      entry.raw = []
      entry.events.removeAll { $0.recordedAt > instant }
      batch.append((position, entry))
      return true
    }
    if isStopped { return nil }
    past.copy(batch, now: instant)
    var profiles: [AccountProfile] = []
    try forEachProfile { profile in profiles.append(profile) }
    try past.putProfiles(profiles)
    return past
  }
}

extension EventLog {
  /// Stores batches of entries as they come, each in a transaction of its own.
  public func append(
    now: Timestamp, batches next: () -> [LedgerEntry]?
  ) throws(LedgerError) -> [[AppendOutcome]] {
    var outcomes: [[AppendOutcome]] = []
    while let entries = next() { outcomes.append(try append(entries, now: now)) }
    return outcomes
  }

  /// The first position of an entry heard after an instant, entry by entry.
  public func position(after instant: Timestamp) throws(LedgerError) -> LedgerPosition? {
    let last = try lastPosition()
    var (low, high) = (LedgerPosition(1), last + 1)
    while low < high {
      let middle = low + (high - low) / 2
      // An erased entry leaves a gap; the next one that is there speaks for it.
      var place = middle
      var heardAt: Timestamp?
      while heardAt == nil, place < high {
        heardAt = try entry(at: place)?.receivedAt
        place += 1
      }
      if let heardAt, heardAt <= instant { low = place } else { high = middle }
    }
    return low > last ? nil : low
  }
}
