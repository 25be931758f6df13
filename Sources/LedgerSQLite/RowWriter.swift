import EventLedger
import GRDB
import SubscriptionCore

/// Writes derived rows into `subscribers` and `episodes`, and keeps the tallies in step.
struct RowWriter {
  private let upsert: RawStatement
  private let select: RawStatement
  private let remove: RawStatement
  private let addEpisode: RawStatement
  private let removeEpisodes: RawStatement
  /// What the rows written so far add to the counters.
  private(set) var tallies = TallyBook()

  /// Prepares the statements, valid within one access to the database.
  init(_ database: Database) throws {
    upsert = try RawStatement(database, RowWriter.upsertSQL)
    select = try RawStatement(database, "SELECT row FROM subscribers WHERE key = ?")
    remove = try RawStatement(database, "DELETE FROM subscribers WHERE key = ?")
    addEpisode = try RawStatement(
      database, "INSERT OR REPLACE INTO episodes (subscription, failedAt, class) VALUES (?, ?, ?)")
    removeEpisodes = try RawStatement(database, "DELETE FROM episodes WHERE subscription = ?")
  }

  private static let upsertSQL: String = {
    let names = RowColumn.allCases.map(\.name)
    let marks = Array(repeating: "?", count: names.count + 1).joined(separator: ", ")
    let updates = names.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    return """
      INSERT INTO subscribers (key, \(names.joined(separator: ", "))) VALUES (\(marks))
      ON CONFLICT (key) DO UPDATE SET \(updates)
      """
  }()

  /// The stored row of a subscription.
  func row(_ key: Int64) throws -> DerivedRow? {
    select.bind(key, at: 1)
    defer { select.reset() }
    guard try select.step() else { return nil }
    return try select.withBytes(0) { bytes in try EventCodec.decode(row: bytes) }
  }

  /// Writes a row in place of the stored one, or removes it where there is none any more.
  mutating func replace(_ old: DerivedRow?, with new: DerivedRow?, key: Int64) throws {
    if old == new { return }
    if let old { tallies.add(old, times: -1) }
    if let new { tallies.add(new, times: 1) }
    if let new {
      try write(new, key: key)
    } else {
      remove.bind(key, at: 1)
      try remove.run()
    }
    try replaceEpisodes(old?.countedEpisodes ?? [], with: new?.countedEpisodes ?? [], key: key)
  }

  /// Forgets what the rows written so far add to the counters, once it is stored.
  mutating func flush(_ database: Database) throws {
    try tallies.flush(database)
    tallies = TallyBook()
  }

  private func replaceEpisodes(
    _ old: [BillingEpisode], with new: [BillingEpisode], key: Int64
  ) throws {
    guard old != new else { return }
    if !old.isEmpty {
      removeEpisodes.bind(key, at: 1)
      try removeEpisodes.run()
    }
    for episode in new {
      addEpisode.bind(key, at: 1)
      addEpisode.bind(episode.failedAt.milliseconds, at: 2)
      addEpisode.bind(EpisodeClass(episode).name, at: 3)
      try addEpisode.run()
    }
  }

  private func write(_ row: DerivedRow, key: Int64) throws {
    let summary = row.summary
    upsert.clear()
    upsert.bind(key, at: 1)
    bindTexts(summary)
    bindChoices(summary)
    bindNumbers(summary)
    upsert.bind(EventCodec.encode(row), at: RowColumn.row.rawValue)
    try upsert.run()
  }

  // MARK: Columns

  private func bindTexts(_ summary: SubscriberSummary) {
    plain(summary.id.rawValue, at: .id, folded: .idFolded)
    plain(summary.product.rawValue, at: .product, folded: .productFolded)
    if let account = summary.account?.rawValue, !account.isEmpty {
      plain(account, at: .account, folded: .accountFolded)
    }
    upsert.bind(summary.mrr?.currency, at: RowColumn.mrrCurrency.rawValue)
    folded(summary.profile?.name, at: .name)
    folded(summary.profile?.email, at: .email)
    folded(summary.app?.rawValue, at: .app)
    folded(summary.standing.pendingProduct?.rawValue, at: .nextProduct)
    folded(summary.country, at: .country)
    folded(summary.price?.currency, at: .currency)
    folded(summary.standing.prompt.rule, at: .rule)
    folded(summary.claimedBy, at: .claimed)
    list(summary.value(of: .tags), at: .tags)
    list(summary.value(of: .plan), at: .plan)
  }

  private func plain(_ text: String, at column: RowColumn, folded: RowColumn) {
    upsert.bind(text, at: column.rawValue)
    let other = Filter.foldCase(text)
    if !other.utf8.elementsEqual(text.utf8) { upsert.bind(other, at: folded.rawValue) }
  }

  private func folded(_ text: String?, at column: RowColumn) {
    guard let text, !text.isEmpty else { return }
    upsert.bind(Filter.foldCase(text), at: column.rawValue)
  }

  private func list(_ value: FilterColumn.Value, at column: RowColumn) {
    guard case .texts(let texts) = value else { return }
    let kept = texts.filter { !$0.isEmpty }.map(Filter.foldCase)
    if !kept.isEmpty { upsert.bind(PackedTexts.pack(kept), at: column.rawValue) }
  }

  private func bindChoices(_ summary: SubscriberSummary) {
    let standing = summary.standing
    choice(standing.state.code, at: .state)
    choice(summary.store == .appStore ? 0 : 1, at: .store)
    choice(summary.environment.code, at: .environment)
    choice(standing.access.granted ? 1 : 0, at: .access)
    choice(standing.autoRenew.map { $0 ? 1 : 0 }, at: .autoRenew)
    choice(standing.end?.cause.map { $0 == .voluntary ? 0 : 1 }, at: .cause)
    choice(standing.end.flatMap { Choices.reasonCodes[$0.reason] }, at: .reason)
    choice(standing.prompt.step.map { Int64($0.rawValue) - 1 }, at: .step)
    switch standing.prompt.verdict {
    case .withheld(let reason):
      choice(0, at: .verdict)
      choice(Choices.withheldCodes[reason], at: .withheld)
    case .due: choice(1, at: .verdict)
    case .scheduled: choice(2, at: .verdict)
    }
    let bits = standing.flags.reduce(Int64(0)) { $0 | 1 << Choices.flagCodes[$1, default: 0] }
    choice(bits, at: .flags)
  }

  private func choice(_ code: Int64?, at column: RowColumn) {
    upsert.bind(code, at: column.rawValue)
  }

  private func bindNumbers(_ summary: SubscriberSummary) {
    let standing = summary.standing
    choice(summary.price?.micros, at: .price)
    choice(summary.mrr?.micros, at: .mrr)
    choice(Int64(summary.anomalyCount), at: .anomalies)
    choice(Int64(standing.prompt.shownInEpisode), at: .shown)
    instant(standing.losesAccessAt, at: .losesAt)
    instant(standing.stateSince, at: .stateSince)
    instant(standing.retryEnds, at: .retryEnds)
    instant(standing.graceEnds, at: .graceEnds)
    instant(standing.renewsAt, at: .renewsAt)
    instant(standing.paidThrough, at: .paidThrough)
    instant(standing.resumesAt, at: .resumesAt)
    instant(standing.end?.at, at: .endedAt)
    instant(summary.snoozedUntil, at: .snoozedUntil)
    instant(summary.lastEventAt, at: .lastEventAt)
    instant(standing.nextChangeAt, at: .nextChangeAt)
    if case .integer(let due) = summary.value(of: .dueAt) { choice(due, at: .dueAt) }
  }

  private func instant(_ instant: Timestamp?, at column: RowColumn) {
    upsert.bind(instant?.milliseconds, at: column.rawValue)
  }
}

extension DerivedRow {
  /// The episodes that figures count: those of production.
  var countedEpisodes: [BillingEpisode] { summary.environment == .production ? episodes : [] }
}

extension StoreEnvironment {
  /// The number that stands for the environment in a file.
  var code: Int64 { Int64(Choices.environments.firstIndex(of: rawValue) ?? 0) }
}
