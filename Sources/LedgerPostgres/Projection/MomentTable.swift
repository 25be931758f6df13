#if Postgres
  import LedgerRows
  import SubscriptionCore

  /// The table `moments`: the ends and the refunds of production, by kind and instant.
  enum MomentTable {
    private static let names = ["kind", "at", "subscription", "place"]

    private static let target = TableInsert("moments", names.map { (name: $0, type: "bigint") })

    /// Stores the moments of rows in place of those before them, as far as they differ.
    static func replace(_ rows: [Deriver.Row], in transaction: LedgerTransaction) {
      var (gone, new) = ([(key: Int64, moment: Moment)](), [(key: Int64, moment: Moment)]())
      for row in rows {
        let changes = Moment.changes(from: row.old, to: row.new)
        gone += changes.gone.map { (key: row.key, moment: $0) }
        new += changes.new.map { (key: row.key, moment: $0) }
      }
      if !gone.isEmpty { transaction.add(remove, columns(gone)) }
      transaction.insert(target, columns(new))
    }

    /// Returns moments of subscriptions column by column.
    static func columns(_ moments: [(key: Int64, moment: Moment)]) -> [SQLValue] {
      [
        .integers(moments.map { $0.moment.kind.rawValue }),
        .integers(moments.map { $0.moment.at.milliseconds }), .integers(moments.map { $0.key }),
        .integers(moments.map { Int64($0.moment.place) }),
      ]
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
#endif
