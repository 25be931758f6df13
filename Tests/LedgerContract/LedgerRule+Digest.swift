import EventLedger
import SeededNumbers
import SubscriptionCore

extension LedgerRule {
  static let digestRules = [
    LedgerRule(81, "The ends in a range are those of the rows") { make in
      let ledger = try make()
      let world = SampleWorld(seed: 81, subscriptions: 120)
      try ledger.append(world.entries, now: SampleWorld.middle + .days(60))
      try ledger.putProfiles(world.profiles)
      let rows = try allRows(of: ledger).filter { $0.environment == .production }
      let ends = rows.compactMap { $0.status.end?.at }.sorted()
      try require(ends.count > 20, "ends")
      let (first, last) = (ends[ends.count / 4], ends[ends.count * 3 / 4])
      for text in [nil, "store:play", "cause:involuntary", "okafor | pro", "-state:expired"] {
        let filter = try text.map { try Filter.parse($0) }
        let now = try ledger.advancedTo() ?? .epoch
        for range in [first..<last, first..<first, .distantPast..<first, last..<(.distantFuture)] {
          var found: [SubscriberSummary] = []
          try ledger.readEnds(in: range, filter: filter) { found.append($0.summary) }
          let expected = rows.filter { row in
            row.status.end.map { range.contains($0.at) } ?? false
              && filter?.matches(row, at: now) ?? true
          }
          try require(Set(found), equals: Set(expected), text ?? "all")
          try require(found.count, equals: expected.count)
        }
      }
    },
    LedgerRule(82, "A digest equals a count of the folded events, now and as of any time") { make in
      var failed = 0
      for seed in UInt64(82)..<85 {
        let ledger = try make()
        let world = SampleWorld(seed: seed, subscriptions: 90)
        let now = SampleWorld.middle + .days(Int(seed) - 60)
        try ledger.append(world.entries, now: now)
        try ledger.putProfiles(world.profiles)
        let past = try ledger.asOf(now - .days(40))
        for (ledger, now, isPast) in [(ledger, now, false), (past, now - .days(40), true)] {
          let lengths = [Duration.hours(15), .hours(24), .days(4), .days(7), .days(45)]
          let due = try allRows(of: ledger).lazy.compactMap(\.dueSince).first { $0 < now }
          let edges = due.map { [$0, $0 + .milliseconds(1)] } ?? []
          for since in lengths.map({ now - $0 }) + edges {
            for text in [nil, "store:play"] {
              let span = DigestSpan(since: since, now: now, in: .sampleBerlin)
              failed += try requireDigest(
                DigestQuery(
                  span, filter: try text.map { try Filter.parse($0) },
                  isPast: isPast),
                of: ledger)
            }
          }
        }
      }
      try require(failed > 50, "failures: \(failed)")
    },
    LedgerRule(83, "A digest has nothing of an account that was erased") { make in
      let (ledger, without) = (try make(), try make())
      let world = SampleWorld(seed: 85, subscriptions: 150)
      let now = SampleWorld.middle + .days(2)
      try ledger.append(world.entries, now: now)
      let query = DigestQuery(DigestSpan(since: now - .days(7), now: now, in: .utc))
      let before = try ledger.digest(query)
      guard let account = before?.cases.lazy.compactMap(\.row.account).first else {
        throw BrokenRule(description: "no case has an account")
      }
      let gone = Set(try allRows(of: ledger).filter { $0.account == account }.map(\.id))
      _ = try ledger.erase(account, actor: "Mei", now: now)
      try without.append(
        world.entries.filter { entry in !entry.events.contains { gone.contains($0.subscription) } },
        now: now)
      let (after, expected) = try (ledger.digest(query), without.digest(query))
      try require(after?.cases, equals: expected?.cases, "cases")
      try require(
        after?.figures.map { [$0.count] }, equals: expected?.figures.map { [$0.count] }, "counts")
      try require(after?.figures.map(\.mrr), equals: expected?.figures.map(\.mrr), "money")
    },
    LedgerRule(84, "A digest that nobody wants any more is given up") { make in
      let ledger = try make()
      let now = SampleWorld.middle
      try ledger.append(SampleWorld(seed: 86, subscriptions: 30).entries, now: now)
      let query = DigestQuery(DigestSpan(since: now - .days(7), now: now, in: .utc))
      try require(try ledger.digest(query, isWanted: { false }), equals: nil)
      try require(try ledger.digest(query) != nil, "the digest")
    },
    LedgerRule(85, "News are the events that a digest counts, by their recording, each once") {
      make in
      let ledger = try make()
      let world = SampleWorld(seed: 87, subscriptions: 150)
      let now = SampleWorld.middle + .days(10)
      try ledger.append(world.entries, now: now)
      try ledger.putProfiles(world.profiles)
      for ledger in [ledger, try ledger.asOf(now - .days(40))] { try requireNews(of: ledger) }
    },
    LedgerRule(91, "A prompt that was taken back is in no digest") { make in
      let ledger = try make()
      let now = SampleWorld.middle
      try ledger.append(SampleWorld(seed: 91, subscriptions: 30).entries, now: now)
      let rows = try allRows(of: ledger).filter { $0.environment == .production }
      guard let id = rows.first?.id else { throw BrokenRule(description: "no subscription") }
      func record(_ kind: EventKind, _ name: String, hours: Int, undoes: EventID? = nil) throws {
        let instant = now - .hours(hours)
        let event = SubscriptionEvent(
          id: EventID(name), kind: kind, subscription: id, effectiveAt: instant,
          statedAt: instant, recordedAt: instant, source: .operatorAction, verification: .unsigned,
          action: SubscriptionEvent.Action(
            actor: "Mei", step: kind == .promptShown ? 3 : nil, undoes: undoes))
        let entry = LedgerEntry(
          identity: name, format: "action", raw: Array(name.utf8), receivedAt: instant,
          verification: .unsigned, events: [event])
        try ledger.append([entry], now: now)
      }
      func shown() throws -> Int? {
        let span = DigestSpan(since: now - .hours(15), now: now, in: .utc)
        return try ledger.digest(DigestQuery(span))?[.promptsShown].parts
          .first { $0.key == "step3" }?.count
      }
      try require(try shown(), equals: nil)
      try record(.promptShown, "shown", hours: 5)
      try record(.promptShown, "shown again", hours: 4)
      try require(try shown(), equals: 2)
      try record(.undone, "undone", hours: 3, undoes: "shown")
      try require(try shown(), equals: 1)
      try record(.undone, "redone", hours: 2, undoes: "undone")
      try require(try shown(), equals: 2)
    },
    LedgerRule(109, "What had been failing when a ledger began says nothing of a usual day") {
      make in
      let ledger = try make()
      let now = SampleWorld.middle
      let heard = now - .days(2)
      var facts = StoreFacts()
      facts.product = "gold"
      facts.transactionID = "t1"
      (facts.status, facts.inBillingRetry, facts.autoRenew) = (.hold, true, true)
      (facts.purchasedAt, facts.expiresAt) = (now - .days(70), now - .days(40))
      let event = SubscriptionEvent(
        id: "status", kind: .snapshot, subscription: "as_1", effectiveAt: heard, statedAt: heard,
        recordedAt: heard, source: .appStoreServerAPI, verification: .verified, facts: facts)
      let entry = LedgerEntry(
        identity: "status", format: "status", raw: Array("status".utf8), receivedAt: heard,
        verification: .verified, events: [event])
      try ledger.append([entry], now: now)
      try require(try ledger.firstFailure().map { $0 < heard }, equals: true, "a failure before")
      let span = DigestSpan(since: now - .hours(15), now: now, in: .utc)
      try require(try ledger.digest(DigestQuery(span))?[.failed].usual, equals: nil, "usual")
    },
  ]
}

/// Throws unless a digest is what a fold of all events gives; returns the number of failures.
private func requireDigest(_ query: DigestQuery, of ledger: any Ledger) throws -> Int {
  guard let digest = try ledger.digest(query) else {
    throw BrokenRule(description: "no digest")
  }
  let fold = try DigestFold(query, of: ledger)
  let span = query.span
  for item in Digest.Item.allCases {
    let figure = digest[item]
    let name = "\(item) from \(span.since) to \(span.now)"
    try require(figure.count, equals: fold.count(item, in: span.range) ?? fold.present(item), name)
    try require(figure.isAtLeast, equals: false, name)
    let earlier = span.earlier.filter { $0.lowerBound >= fold.first }
      .compactMap { fold.count(item, in: $0) }
    try require(figure.usual?.earlier, equals: earlier.count < 3 ? nil : earlier, name)
    if let mrr = figure.mrr { try require(mrr, equals: fold.mrr(item), name) }
  }
  let parts = digest[.failed].parts.map(\.count).reduce(0, +)
  try require(parts, equals: 2 * digest[.failed].count, "grace and no grace, and by store")
  try require(digest.cases.count <= Digest.casesMax, "cases")
  let open = fold.losing.union(fold.atRisk.map(\.subscription))
  try require(Set(digest.cases.map(\.row.id)).isSubset(of: open), "cases")
  try require(digest.cases.count, equals: min(Digest.casesMax, open.count), "cases")
  try require(digest.system.refused, equals: query.isPast ? nil : 0)
  return digest[.failed].count
}

extension SubscriberSummary {
  /// The instant since which a prompt is due; `nil` where none is.
  fileprivate var dueSince: Timestamp? {
    if case .due(let since) = status.prompt.verdict { since } else { nil }
  }
}

/// Throws unless the news of a ledger are the events of its subscribers.
private func requireNews(of ledger: any Ledger) throws {
  let now = try ledger.advancedTo() ?? .epoch
  let told = try allRows(of: ledger).map { row in
    let events = try ledger.events(of: row.id).map(\.event)
    return (row, events.filter { Digest.Builder.eventKinds.contains($0.kind) })
  }
  let recordings = told.flatMap { $0.1.map(\.recordedAt) }.sorted()
  try require(recordings.count > 100, "news")
  let instants = [
    .distantPast, recordings[recordings.count / 3], recordings[recordings.count - 1],
    recordings[recordings.count - 1] + .milliseconds(1),
  ]
  for text in ["env:production", "store:play", "okafor | pro", "-state:expired name:*"] {
    let filter = try Filter.parse(text)
    let wanted = told.filter { filter.matches($0.0, at: now) }.flatMap(\.1)
    for instant in instants {
      var found: [SubscriptionEvent] = []
      try ledger.readNews(recordedFrom: instant, filter: filter) {
        found.append($0)
        return true
      }
      let expected = wanted.filter { $0.recordedAt >= instant }
      try require(found.count, equals: expected.count, text)
      try require(Set(found), equals: Set(expected), text)
    }
  }
  var count = 0
  try ledger.readNews(recordedFrom: .distantPast, filter: .all) { _ in
    count += 1
    return count < 3
  }
  try require(count, equals: 3, "news that nobody wants any more")
}

/// The subscribers of a ledger, folded one by one, and what a digest counts of them.
private struct DigestFold {
  var episodes: [EpisodeRecord] = []
  var ends: [SubscriberProjection] = []
  var events: [SubscriptionEvent] = []
  var rows: [SubscriberSummary] = []
  var first = Timestamp.distantFuture
  let span: DigestSpan

  init(_ query: DigestQuery, of ledger: any Ledger) throws {
    span = query.span
    try ledger.readEntries(after: 0) { _, entry in
      first = entry.receivedAt
      return false
    }
    for row in try allRows(of: ledger) where row.environment == .production {
      guard query.filter?.matches(row, at: span.now) ?? true,
        let subscriber = try ledger.subscriber(row.id)
      else { continue }
      rows.append(row)
      if row.status.end != nil {
        ends.append(
          SubscriberProjection(
            of: subscriber, at: span.now, policy: ledger.policy, profile: row.profile))
      }
      if !subscriber.isFamilyShared {
        episodes += subscriber.episodes(at: span.now, policy: ledger.policy)
          .map { EpisodeRecord(row, $0) }
      }
      let told = try ledger.events(of: row.id).map(\.event)
      let undone = UndoResolution(in: told)
      events += told.filter { !undone.contains($0.id) }
    }
    var failed: EpisodeRecord?
    try ledger.readEpisodes(EpisodeQuery()) { record throws(LedgerError) in
      failed = record
      return false
    }
    if let failed {
      // What failed before anything was heard of it is no beginning.
      let heard = try ledger.events(of: failed.subscription).map(\.event.recordedAt).min()
      first = min(first, max(failed.episode.failedAt, heard ?? .distantPast))
    }
  }

  var losing: Set<SubscriptionID> {
    Set(
      rows.filter { row in
        row.status.state == .grace
          && row.status.losesAccessAt.map { $0 < span.now + .hours(24) } ?? false
      }.map(\.id))
  }

  var atRisk: [EpisodeRecord] {
    episodes.filter { span.range.contains($0.episode.failedAt) && $0.episode.outcome == .open }
  }

  /// The records of an item of episodes in a range; `nil` for another item.
  func records(_ item: Digest.Item, in range: Range<Timestamp>) -> [EpisodeRecord]? {
    func isIn(_ instant: Timestamp?) -> Bool { instant.map { range.contains($0) } ?? false }
    return switch item {
    case .failed: episodes.filter { isIn($0.episode.failedAt) }
    case .lostAccess: episodes.filter { isIn($0.episode.holdStartedAt) }
    case .recoveredInGrace:
      episodes.filter { isIn($0.episode.endedAt) && $0.episode.outcome == .recoveredInGrace }
    case .recoveredInHold:
      episodes.filter { isIn($0.episode.endedAt) && $0.episode.outcome == .recoveredInHold }
    case _: nil
    }
  }

  private static let reasons: [Digest.Item: [EndReason]] = [
    .lost: [.billing, .priceIncrease], .canceled: [.voluntary, .developer, .familySharing],
    .refunded: [.refund], .endedOther: [.productUnavailable, .other],
  ]
  private static let kinds: [Digest.Item: EventKind] = [
    .renewalOff: .autoRenewDisabled, .purchased: .purchased, .promptsShown: .promptShown,
  ]

  private func ended(_ item: Digest.Item, in range: Range<Timestamp>) -> [SubscriberProjection]? {
    Self.reasons[item].map { reasons in
      ends.filter { row in
        row.summary.status.end.map { range.contains($0.at) && reasons.contains($0.reason) }
          ?? false
      }
    }
  }

  /// The price per month of what has ended: of the failure that it ended with, or of the last day.
  private func worth(_ row: SubscriberProjection) -> Money? {
    let failed = episodes.last {
      $0.subscription == row.summary.id && $0.episode.endedAt == row.summary.status.end?.at
    }
    if let failed { return failed.mrr }
    return row.days.standings.last { !$0.state.isOver }?.mrr
      ?? row.summary.price.flatMap { price in row.summary.plan?.monthly(price) }
  }

  func count(_ item: Digest.Item, in range: Range<Timestamp>) -> Int? {
    if let records = records(item, in: range) { return records.count }
    if let ended = ended(item, in: range) { return ended.count }
    guard let kind = Self.kinds[item] else { return nil }
    let found = events.filter { event in
      // Who pays nothing and who changes the plan has not bought.
      let isBought = event.facts.familyShared != true && event.facts.replaces == nil
      return event.kind == kind && range.contains(event.effectiveAt)
        && (item != .purchased || isBought)
        && (item != .renewalOff || [nil, .voluntary].contains(event.facts.endReason))
    }
    return item == .promptsShown ? found.count : Set(found.map(\.subscription)).count
  }

  func present(_ item: Digest.Item) -> Int {
    switch item {
    case .atRisk: atRisk.count
    case .promptsDue: rows.count { $0.dueSince != nil }
    case .becameDue: rows.count { $0.dueSince.map { $0 >= span.since } ?? false }
    case .losesAccessSoon: losing.count
    case _: -1
    }
  }

  func mrr(_ item: Digest.Item) -> MoneySums {
    var sums = MoneySums()
    let amounts: [Money?] =
      switch item {
      case .atRisk: atRisk.map(\.mrr)
      case .losesAccessSoon: rows.filter { losing.contains($0.id) }.map(\.mrr)
      case _:
        records(item, in: span.range)?.map(\.mrr)
          ?? ended(item, in: span.range)?.map(worth) ?? []
      }
    for amount in amounts { sums.add(amount) }
    return sums
  }
}

extension DisplayZone {
  /// Central European time with its changes of autumn 2025.
  fileprivate static let sampleBerlin = DisplayZone(
    name: "Europe/Berlin", offset: .hours(2),
    changes: [Change(at: Timestamp(seconds: 1_761_440_400), to: .hours(1))])
}
