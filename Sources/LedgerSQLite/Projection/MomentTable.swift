import GRDB
import LedgerRows
import SubscriptionCore

/// The table `moments`: the ends and the refunds of production, by kind and instant.
struct MomentTable {
  private let insert: RawStatement
  private let remove: RawStatement
  private let find: RawStatement

  /// Prepares the statements, valid within one access to the database.
  init(_ database: Database) throws {
    insert = try RawStatement(
      database, "INSERT INTO moments (kind, at, subscription, place) VALUES (?, ?, ?, ?)")
    let isSame = "kind = ? AND at = ? AND subscription = ? AND place = ?"
    remove = try RawStatement(database, "DELETE FROM moments WHERE \(isSame)")
    find = try RawStatement(database, "SELECT 1 FROM moments WHERE \(isSame)")
  }

  /// Writes the moments of a row in place of those of another, as far as they differ.
  func replace(
    _ old: SubscriberProjection?, with new: SubscriberProjection?, key: Int64
  ) throws {
    let changes = Moment.changes(from: old, to: new)
    for moment in changes.gone {
      bind(moment, key, to: remove)
      try remove.run()
    }
    for moment in changes.new {
      bind(moment, key, to: insert)
      try insert.run()
    }
  }

  /// A Boolean value that indicates whether every moment of a row is stored.
  func repeats(_ row: SubscriberProjection, key: Int64) throws -> Bool {
    for moment in Moment.all(of: row) {
      bind(moment, key, to: find)
      defer { find.reset() }
      guard try find.step() else { return false }
    }
    return true
  }

  private func bind(_ moment: Moment, _ key: Int64, to statement: RawStatement) {
    statement.bind(moment.kind.rawValue, at: 1)
    statement.bind(moment.at.milliseconds, at: 2)
    statement.bind(key, at: 3)
    statement.bind(Int64(moment.place), at: 4)
  }
}
