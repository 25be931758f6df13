import EventLedger
import GRDB
import SubscriptionCore

/// The rows that time changes.
extension Projector {
  /// Brings up to date the rows whose time has come, and returns the subscriptions.
  @discardableResult
  mutating func advance(to now: Timestamp) throws -> [SubscriptionID] {
    if let nextChange, now < nextChange { return [] }
    let ids = try rederive(try dueKeys(at: now).sorted(), at: now)
    if nextChange != nil { nextChange = try LoadedRows.nextChange(database) }
    return ids
  }

  /// An instant before which no row changes by itself, in a load that has put off the index which
  /// tells; `nil` otherwise.
  var nextChange: Timestamp? {
    get { writer.nextChange }
    set { writer.nextChange = newValue }
  }

  /// The rows whose time has come.
  private func dueKeys(at now: Timestamp) throws -> [Int64] {
    let index = DeferredIndexes.byNextChange
    func select(_ hint: String) throws -> [Int64] {
      try database.raw.fetch(
        "SELECT key FROM subscribers \(hint) WHERE nextChangeAt <= $1", [.time(now)]
      ) { $0.integer(0) }
    }
    // Another process that writes beside a load has made the index.
    if nextChange != nil { return try select("") }
    do { return try select("INDEXED BY \(index.name)") } catch let error as DatabaseError
      where error.resultCode == .SQLITE_ERROR
    {
      // A load that was cut off, or that goes on in another process, has left the index out.
      try DeferredIndexes.make(index.statement, database)
      return try select("INDEXED BY \(index.name)")
    }
  }

  /// A Boolean value that indicates whether the time of any row has come.
  static func isAnyDue(_ database: Database, at now: Timestamp) throws -> Bool {
    try database.raw.integer(
      "SELECT 1 FROM subscribers WHERE nextChangeAt <= $1 LIMIT 1", [.time(now)]) != nil
  }
}
