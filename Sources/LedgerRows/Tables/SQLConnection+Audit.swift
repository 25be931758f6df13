import EventLedger
import SubscriptionCore

/// The table of the accesses to personal data.
extension SQLConnection {
  /// Records accesses, in order.
  public func record(_ accesses: [PersonalDataAccess]) throws {
    for access in accesses {
      try execute(
        """
        INSERT INTO accesses (at, kind, actor, command, format, count, subscription, account)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        """,
        [
          .time(access.at), .text(access.kind.rawValue), .text(access.actor),
          .text(access.command), .text(access.format), .integer(access.count.map(Int64.init)),
          .text(access.subscription?.rawValue), .text(access.account?.rawValue),
        ])
    }
  }

  /// Returns the entries of a query, newest first.
  public func auditEntries(_ query: AuditQuery) throws -> [AuditEntry] {
    try fetch(
      """
      SELECT number, at, kind, actor, command, format, count, subscription, account,
        \(Dialect.accessRole)
      FROM accesses
      WHERE number < coalesce($1, number + 1) AND at >= coalesce($2, at)
        AND actor = coalesce($3, actor)
        AND ($4 IS NULL OR subscription = $4 OR account = $5)
      ORDER BY number DESC LIMIT $6
      """,
      [
        .integer(query.before), .time(query.since), .text(query.actor),
        .text(query.subscription?.rawValue), .text(query.account?.rawValue), .limit(query.limit),
      ]
    ) { row in
      let access = PersonalDataAccess(
        Open(rawValue: row.text(2)), at: row.time(1), actor: row.text(3), command: row.text(4),
        format: row.optionalText(5), count: row.optionalInteger(6).map(Int.init(clamping:)),
        of: row.optionalText(7).map(SubscriptionID.init(_:)),
        account: row.optionalText(8).map(AccountID.init(_:)))
      return AuditEntry(number: row.integer(0), access: access, role: row.optionalText(9))
    }
  }
}
