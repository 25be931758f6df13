import EventLedger
import GRDB
import SubscriptionCore

/// Writes derived rows into `subscribers` and `episodes`, and keeps the tallies in step.
struct RowWriter {
  private let upsert: RawStatement
  private let select: RawStatement
  private let compare: RawStatement
  private let remove: RawStatement
  private let addEpisode: RawStatement
  private let removeEpisodes: RawStatement
  /// What the rows written so far add to the counters.
  private(set) var tallies = TallyBook()

  /// Prepares the statements, valid within one access to the database.
  init(_ database: Database) throws {
    upsert = try RawStatement(database, RowWriter.upsertSQL)
    select = try RawStatement(database, "SELECT row FROM subscribers WHERE key = ?")
    compare = try RawStatement(database, RowWriter.compareSQL)
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

  private static let compareSQL: String = {
    let columns = RowColumn.allCases.filter { $0 != .row }
    let equal = columns.map { "\($0.name) IS ?\($0.rawValue)" }.joined(separator: " AND ")
    return "SELECT 1 FROM subscribers WHERE key = ?1 AND \(equal)"
  }()

  /// Whether the stored columns of a subscription repeat what its stored row says.
  func repeats(_ row: DerivedRow, key: Int64) throws -> Bool {
    RowBinding(compare).bind(row.summary, key: key)
    defer { compare.reset() }
    return try compare.step()
  }

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
    RowBinding(upsert).bind(row.summary, key: key)
    upsert.bind(EventCodec.encode(row), at: RowColumn.row.rawValue)
    try upsert.run()
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
