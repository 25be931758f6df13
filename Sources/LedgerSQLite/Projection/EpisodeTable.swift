import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore

/// The table `episodes`: the billing episodes of production, in the order of their failures.
struct EpisodeTable {
  private let insert: RawStatement
  private let remove: RawStatement
  private let compare: RawStatement

  /// The columns, in the order of the parameters of a row's statement.
  static let columns = [
    "failedAt", "subscription", "place", "class", "graceEnds", "holdStartedAt", "retryEnds",
    "endedAt", "keptDate", "isFirstPayment", "plan", "price", "currency", "prompts", "id",
    "account", "properties",
  ]

  /// Prepares the statements, valid within one access to the database.
  init(_ database: Database) throws {
    insert = try RawStatement(database, EpisodeTable.insertSQL)
    remove = try RawStatement(
      database, "DELETE FROM episodes WHERE failedAt = ? AND subscription = ? AND place = ?")
    compare = try RawStatement(database, EpisodeTable.compareSQL)
  }

  private static let parameters = columns.indices.map { "?\($0 + 1)" }

  private static let insertSQL = """
    INSERT INTO episodes (\(columns.joined(separator: ", ")))
    VALUES (\(parameters.joined(separator: ", ")))
    """

  private static let compareSQL: String = {
    let equal = zip(columns, parameters).map { "\($0) IS \($1)" }
    return """
      SELECT 1 FROM episodes WHERE failedAt = ?1 AND subscription = ?2 AND place = ?3
      AND \(equal.dropFirst(3).joined(separator: " AND "))
      """
  }()

  /// Writes the episodes of a row in place of those of another, as far as they differ, and adds the
  /// hours of their failures to `hours`, in milliseconds since 1970.
  func replace(
    _ old: SubscriberProjection?, with new: SubscriberProjection?, key: Int64,
    hours: inout Set<Int64>
  ) throws {
    let (before, after) = (old?.countedEpisodes ?? [], new?.countedEpisodes ?? [])
    guard !before.isEmpty || !after.isEmpty else { return }
    let owner = new.map { EpisodeOwner($0.summary) }
    var kept = 0
    if let old, let owner, owner == EpisodeOwner(old.summary) {
      while kept < min(before.count, after.count), before[kept] == after[kept] { kept += 1 }
    }
    for place in before.indices.dropFirst(kept) {
      hours.insert(EpisodeBlocks.hour(of: before[place].failedAt))
      remove.bind(before[place].failedAt.milliseconds, at: 1)
      remove.bind(key, at: 2)
      remove.bind(Int64(place), at: 3)
      try remove.run()
    }
    guard let owner else { return }
    for place in after.indices.dropFirst(kept) {
      hours.insert(EpisodeBlocks.hour(of: after[place].failedAt))
      bind(after[place], place, owner, key: key, to: insert)
      try insert.run()
    }
  }

  /// A Boolean value that indicates whether every episode of a row is stored as it is.
  func repeats(_ row: SubscriberProjection, key: Int64) throws -> Bool {
    let episodes = row.countedEpisodes
    guard !episodes.isEmpty else { return true }
    let owner = EpisodeOwner(row.summary)
    for (place, episode) in episodes.enumerated() {
      bind(episode, place, owner, key: key, to: compare)
      defer { compare.reset() }
      guard try compare.step() else { return false }
    }
    return true
  }

  private func bind(
    _ episode: BillingEpisode, _ place: Int, _ owner: EpisodeOwner, key: Int64,
    to statement: RawStatement
  ) {
    statement.clear()
    statement.bind(episode.failedAt.milliseconds, at: 1)
    statement.bind(key, at: 2)
    statement.bind(Int64(place), at: 3)
    statement.bind(EpisodeClass(episode).name, at: 4)
    statement.bind(episode.graceEnds?.milliseconds, at: 5)
    statement.bind(episode.holdStartedAt?.milliseconds, at: 6)
    statement.bind(episode.retryEnds?.milliseconds, at: 7)
    statement.bind(episode.endedAt?.milliseconds, at: 8)
    statement.bind(episode.renewalDateKept.map { $0 ? 1 : 0 }, at: 9)
    statement.bind(episode.isFirstPayment ? 1 : 0, at: 10)
    statement.bind(episode.plan?.description, at: 11)
    statement.bind(episode.price?.micros, at: 12)
    statement.bind(episode.price?.currency, at: 13)
    if !episode.prompts.isEmpty { statement.bind(PackedPrompts.pack(episode.prompts), at: 14) }
    statement.bind(owner.id, at: 15)
    statement.bind(owner.account, at: 16)
    statement.bind(owner.properties, at: 17)
  }
}
