import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore
import Synchronization

extension SQLiteLedger {
  /// Goes on with another policy, with which every row is derived again in one transaction.
  public func adopt(_ policy: ChurnPolicy) throws(LedgerError) -> Int? {
    let former = effective.withLock(\.self)
    guard former.configured != policy else { return nil }
    effective.withLock { $0 = EffectivePolicy(policy) }
    do throws(LedgerError) {
      return try replaceRows { _ in }.count
    } catch {
      effective.withLock { $0 = former }
      throw error
    }
  }

  /// Changes the stored catalogue and derives the rows that depend on it again, a batch at a
  /// time, so that others may write in between.
  ///
  /// Until the last batch the file says that its rows must be derived again, which whoever opens
  /// it does where this is interrupted.
  @discardableResult
  public func updateProducts(
    _ change: (inout ProductCatalogue) -> Void
  ) throws(LedgerError) -> ProductUpdate {
    let (count, keys, version) = try write { database -> (Int, [Int64], Int64) in
      let old = try database.raw.products()
      var new = old
      change(&new)
      let difference = new.difference(from: old)
      guard difference.count > 0 else { return (0, [], 0) }
      for (sql, values) in try Self.statements(storing: new, difference) {
        try database.raw.execute(sql, values)
      }
      let version = try Meta.grow(database, .productsVersion)
      try takeProducts(of: database)
      let keys = try SQLiteLedger.concerned(by: difference, in: database)
      try Meta.stamp(
        database,
        keys.isEmpty ? Meta.derivation(of: policy) : Meta.pendingProducts(of: policy),
        ifRowsBy: policy)
      return (difference.count, keys, version)
    }
    for start in stride(from: 0, to: keys.count, by: SQLiteLedger.productBatch) {
      let batch = Array(keys[start..<min(keys.count, start + SQLiteLedger.productBatch)])
      try write { database in
        guard let now = try Meta.advancedTo(database) else { return }
        var projector = try Projector(database, policy: policy, recordsChanges: true)
        try projector.rederive(batch, at: now)
        try projector.flush()
      }
    }
    if !keys.isEmpty {
      try write { database in
        // A later change answers for its own rows.
        guard try Meta.integer(database, .productsVersion) == version else { return }
        try Meta.stamp(database, Meta.derivation(of: policy), ifRowsBy: policy)
      }
    }
    return ProductUpdate(products: count, subscribers: keys.count)
  }

  /// The numbers of the subscriptions whose rows may follow from a difference, in order.
  ///
  /// - Complexity: O(*n*) for *n* subscribers.
  private static func concerned(
    by difference: CatalogueDifference, in database: Database
  ) throws -> [Int64] {
    try database.raw.fetch(
      "SELECT key, product, otherProducts FROM subscribers ORDER BY key"
    ) { row in
      let others = row.isNull(2) ? [] : PackedTexts.unpack(row.buffer(2))
      return ([row.text(1)] + others).contains { difference.concerns(ProductID($0)) }
        ? row.integer(0) : nil
    }
  }

  /// Takes the products of the file over where another process, or this one, has changed them.
  func takeProducts(of database: Database) throws {
    let version = try Meta.integer(database, .productsVersion) ?? 0
    guard version != effective.withLock({ $0.productsVersion }) else { return }
    let products = version == 0 ? .empty : try database.raw.products()
    effective.withLock { $0.take(products, version: version) }
  }

  /// The number of rows that are derived again in one transaction.
  private static let productBatch = 2_000
}
