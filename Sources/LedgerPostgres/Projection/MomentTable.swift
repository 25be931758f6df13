#if Postgres
  import LedgerRows
  import SubscriptionCore

  /// The table `moments`: the ends and the refunds of production, by kind and instant.
  enum MomentTable {
    private static let names = ["kind", "at", "subscription", "place"]

    private static let target = TableInsert("moments", names.map { (name: $0, type: "bigint") })

    /// Stores the moments of rows in place of those before them, as far as they differ.
    static func replace(_ rows: [Deriver.Row], in transaction: LedgerTransaction) {
      var (gone, new) = (MomentCells(), MomentCells())
      for row in rows {
        let changes = Moment.changes(from: row.old, to: row.new)
        for moment in changes.gone { gone.append(moment, key: row.key) }
        for moment in changes.new { new.append(moment, key: row.key) }
      }
      if gone.count > 0 { transaction.add(remove, gone.values) }
      if new.count > 0 { transaction.insert(target, new.values) }
    }

    private static let told = """
      unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[])
        AS d(\(names.joined(separator: ", ")))
      """

    private static let isSame = names.map { "m.\($0) = d.\($0)" }.joined(separator: " AND ")

    private static let remove = "DELETE FROM moments m USING \(told) WHERE \(isSame)"

    /// The query for the subscriptions of moments that are not stored.
    static let missing = """
      SELECT DISTINCT d.subscription FROM \(told)
      WHERE NOT EXISTS (SELECT FROM moments m WHERE \(isSame))
      """
  }

  /// Moments that one statement is about.
  struct MomentCells {
    private var kinds: [Int64?] = []
    private var instants: [Int64?] = []
    private var keys: [Int64?] = []
    private var places: [Int64?] = []

    /// The number of moments.
    var count: Int { keys.count }

    /// Adds a moment of a subscription.
    mutating func append(_ moment: Moment, key: Int64) {
      kinds.append(moment.kind.rawValue)
      instants.append(moment.at.milliseconds)
      keys.append(key)
      places.append(Int64(moment.place))
    }

    /// The columns.
    var values: [SQLValue] {
      [.integers(kinds), .integers(instants), .integers(keys), .integers(places)]
    }
  }
#endif
