import SubscriptionCore

extension Ledger {
  /// Returns the digest of a span, as of the rows, which must stand at its end; `nil` if it was not
  /// wanted to the end, as is asked from time to time.
  ///
  /// - Throws: ``LedgerError`` when the ledger cannot be read.
  /// - Complexity: O(log *n* + *k*) for *k* episodes of the last months and what happened in the
  ///   span, of *n* subscriptions; in memory for one page and the numbers of the news.
  public func digest(
    _ query: DigestQuery, isWanted: () -> Bool = { true }
  ) throws(LedgerError) -> Digest? {
    var builder = Digest.Builder(query.span, rates: query.rates)
    // What was received first may have been imported after what is newer.
    builder.knownSince = try [firstReceipt(), firstReportedFailure()].compactMap(\.self).min()
    guard try readEpisodes(query, into: &builder, isWanted) else { return nil }
    try readEnds(in: query.span.earliest..<query.span.range.upperBound, filter: query.filter) {
      builder.add(ended: $0)
    }
    guard try readEvents(query, into: &builder, isWanted), isWanted() else { return nil }
    try countDue(query, into: &builder)
    try readLosing(query, into: &builder, isWanted)
    guard isWanted() else { return nil }
    var digest = builder.digest()
    digest.cases = try cases(builder)
    digest.system = try system(query)
    return digest
  }

  /// The instant of the first failure, or that of the first report of its subscription if it is
  /// later; `nil` if no renewal has failed.
  ///
  /// A ledger that begins with statuses or receipts knows of the failures before only those that
  /// went on.
  private func firstReportedFailure() throws(LedgerError) -> Timestamp? {
    var first: EpisodeRecord?
    try readEpisodes(EpisodeQuery()) { record throws(LedgerError) in
      first = record
      return false
    }
    guard let first else { return nil }
    let heard = try events(of: first.subscription).map(\.event.recordedAt).min()
    return max(first.episode.failedAt, heard ?? first.episode.failedAt)
  }

  /// The instant at which the first entry was received; `nil` for an empty ledger.
  private func firstReceipt() throws(LedgerError) -> Timestamp? {
    var first: Timestamp?
    do throws(LedgerError) {
      try readEntries(after: 0) { _, entry in
        first = entry.receivedAt
        return false
      }
    } catch .refused {
      // A role that may read no payload learns it from the first events.
      guard let start = try position(after: .epoch) else { return nil }
      let events = try search(EventSearch(before: start + 100, limit: 100, span: 100)).events
      first = events.map(\.event.recordedAt).min()
    }
    return first
  }

  private func readEpisodes(
    _ query: DigestQuery, into builder: inout Digest.Builder, _ isWanted: () -> Bool
  ) throws(LedgerError) -> Bool {
    var (count, goesOn, isCounted) = (0, true, false)
    if query.filter == nil { isCounted = try countEpisodes(&builder, atOnce: false) }
    let failures = isCounted ? query.span.range : query.span.failures
    try readEpisodes(
      EpisodeQuery(
        from: failures.lowerBound, to: failures.upperBound, filter: query.filter,
        newsFrom: query.span.earliest)
    ) { record in
      if isCounted { builder.addCase(record) } else { builder.add(record) }
      count += 1
      goesOn = count % DigestLimits.readsBetweenChecks != 0 || isWanted()
      return goesOn
    }
    return goesOn
  }

  /// Reads the events of all spans.
  private func readEvents(
    _ query: DigestQuery, into builder: inout Digest.Builder, _ isWanted: () -> Bool
  ) throws(LedgerError) -> Bool {
    let filter = Filter.joined([.production, query.filter])
    var (count, goesOn) = (0, true)
    // What took effect in a span was received no earlier, but for clocks that differ.
    let first = query.span.earliest - DigestLimits.clockDifference
    try readNews(recordedFrom: first, filter: filter) { event in
      builder.add(event)
      count += 1
      goesOn = count % DigestLimits.readsBetweenChecks != 0 || isWanted()
      return goesOn
    }
    guard goesOn, builder.hasPrompts else { return goesOn }
    return try readUndone(since: first, into: &builder, isWanted)
  }

  /// Reads the events that take actions back, as prompts that were taken back do not count.
  private func readUndone(
    since instant: Timestamp, into builder: inout Digest.Builder, _ isWanted: () -> Bool
  ) throws(LedgerError) -> Bool {
    // An archive that was imported last may hide the position.
    let start = try position(after: instant) ?? 1
    var before: LedgerPosition?
    repeat {
      guard isWanted() else { return false }
      let page = try search(
        EventSearch(
          kinds: [.undone], before: before, limit: DigestLimits.pageLength,
          span: DigestLimits.positionsBetweenChecks))
      for found in page.events { builder.add(found.event) }
      before = page.reached
    } while before.map { $0 > start } ?? false
    return true
  }

  /// Counts the prompts that are due; without a filter the ledger knows their numbers.
  private func countDue(
    _ query: DigestQuery, into builder: inout Digest.Builder
  ) throws(LedgerError) {
    // Whatever is due is before the bound, by which the index of due prompts finds it.
    let due = try? Filter.parse("due:now due<1m")
    let became = Filter.field(.dueAt, .compare(.atLeast, .instant(query.span.since)))
    let items: [(Digest.Item, Filter?)] = [(.promptsDue, nil), (.becameDue, became)]
    for (item, condition) in items {
      let filter = Filter.joined([due, condition, .production, query.filter])
      var count = try count(filter, atMost: DigestLimits.rowsMax)
      // A list does not wait for a count that takes long; a digest does.
      if case .atLeast = count { count = .exact(try self.count(filter)) }
      builder.set(item, to: count.number)
      if count.exact == nil { builder.mark(cut: [item]) }
    }
  }

  /// Reads the rows that lose access soon, the soonest first, up to ``DigestLimits/rowsMax``.
  private func readLosing(
    _ query: DigestQuery, into builder: inout Digest.Builder, _ isWanted: () -> Bool
  ) throws(LedgerError) {
    let losing = try? Filter.parse("state:grace loses<24h")
    let filter = Filter.joined([losing, .production, query.filter])
    var list = SubscriberQuery(filter: filter, sort: .losesAccess, limit: DigestLimits.pageLength)
    var count = 0
    while isWanted() {
      let page = try subscribers(list)
      for row in page.rows { builder.add(losing: row) }
      count += page.rows.count
      guard page.hasMore, let last = page.rows.last else { return }
      guard count < DigestLimits.rowsMax else { return builder.mark(cut: [.losesAccessSoon]) }
      list.cursor = PageCursor(.after, last.id)
    }
  }

  /// The cases, as their rows are.
  private func cases(_ builder: Digest.Builder) throws(LedgerError) -> [Digest.Case] {
    let candidates = builder.candidates
    let rows = try summaries(candidates.map(\.id))
    let byID = Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return candidates.compactMap { candidate in
      byID[candidate.id].map { Digest.Case(row: $0, reason: candidate.reason, at: candidate.at) }
    }
  }
}

// MARK: The news of the system

extension Ledger {
  private func system(_ query: DigestQuery) throws(LedgerError) -> DigestSystem {
    let (now, since) = (query.span.now, query.span.since)
    let figures = try figures(at: now)
    var system = DigestSystem()
    system.feeds = figures.feeds.named.map { feed in
      DigestSystem.Feed(
        store: feed.store, app: feed.app, lastEventAt: feed.lastEventAt,
        isStale: feed.isStale(at: now, tolerance: query.silenceMax))
    }
    guard !query.isPast else { return system }
    (system.quarantined, system.undelivered) = (figures.quarantined, figures.undelivered)
    do throws(LedgerError) {
      system.refused = figures.quarantined == 0 ? 0 : try refusedCount(since: since)
      if try firstChange(before: since) != nil {
        system.late = try lateNews(since: since, now: now)
      }
    } catch .refused {
      // A role that may read neither refused payloads nor changes learns the rest.
    }
    return system
  }

  /// Returns the earliest change that the outbox keeps; `nil` for a ledger that was filled only
  /// after an instant, as by a copy or a first import, where everything earlier was recorded at
  /// once and is no news.
  ///
  /// Changes are kept for a while only, so that the earliest may be later than the instant.
  ///
  /// - Throws: ``LedgerError`` when the ledger cannot be read, and where its role may not read
  ///   changes.
  public func firstChange(before instant: Timestamp) throws(LedgerError) -> RecordedChange? {
    guard let first = try outbox(after: 0, limit: 1).first,
      first.number > 1 || first.recordedAt <= instant
    else { return nil }
    return first
  }

  /// Returns the late news among the changes that were recorded in a span, those that took effect
  /// before it, by the day on which they did.
  ///
  /// A change that came with time alone, as the end of a grace period, is no news, however late a
  /// ledger that was not open records it.
  ///
  /// - Throws: ``LedgerError`` when the ledger cannot be read, and where its role may not read
  ///   changes.
  /// - Complexity: O(log *n* + *k*) for *k* late changes of *n* and the events of their
  ///   subscriptions, up to ``DigestLimits/lateMax``.
  public func lateNews(
    since: Timestamp, now: Timestamp
  ) throws(LedgerError) -> DigestSystem.LateNews {
    var late = DigestSystem.LateNews()
    var (number, looked) = (try outboxNumber(before: since), 0)
    while true {
      let page = try lateChanges(after: number, before: since, limit: DigestLimits.pageLength)
      for change in page where change.recordedAt <= now {
        guard change.change.subscription.environment == .production, try isHeard(change) else {
          continue
        }
        late.count(change.change.at, recordedAt: change.recordedAt, since: since)
      }
      guard page.count >= DigestLimits.pageLength, let last = page.last else { return late }
      (number, looked) = (last.number, looked + page.count)
      if looked >= DigestLimits.lateMax {
        late.isAtLeast = true
        return late
      }
    }
  }

  /// Returns a Boolean value that indicates whether an event of a subscription arrived from the
  /// instant of a change on until the change was recorded.
  private func isHeard(_ change: RecordedChange) throws(LedgerError) -> Bool {
    guard change.recordedAt >= change.change.at else { return true }
    let heard = change.change.at...change.recordedAt
    return try events(of: change.change.subscription.id).contains {
      heard.contains($0.event.recordedAt)
    }
  }

  /// The number of payloads in quarantine that were received from an instant on.
  ///
  /// Their numbers are taken to lie in the order in which they were received.
  private func refusedCount(since: Timestamp) throws(LedgerError) -> Int {
    func isFresh(after number: Int64) throws(LedgerError) -> Bool {
      try refused(after: number, limit: 1).first.map { $0.receivedAt >= since } ?? true
    }
    var (low, high) = (Int64(0), Int64(1))
    guard try !isFresh(after: 0) else { return try refusedCount(after: 0) }
    while try !isFresh(after: high) { (low, high) = (high, high * 2) }
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if try isFresh(after: middle) { high = middle } else { low = middle }
    }
    return try refusedCount(after: high)
  }

  private func refusedCount(after number: Int64) throws(LedgerError) -> Int {
    var (number, count) = (number, 0)
    while count < DigestLimits.newsMax {
      // A refused payload may be large, so that few are read at once.
      let page = try refused(after: number, limit: 20)
      count += page.count
      guard let last = page.last else { break }
      number = last.number
    }
    return count
  }
}

extension Filter {
  /// The subscriptions of production.
  fileprivate static let production = (try? Filter.parse("env:production")) ?? .all
}
