#if Postgres
  import EventLedger
  import SubscriptionCore

  extension PostgresLedger {
    /// Accesses are recorded where the role may do so, and hidden where it may not, those to its
    /// past too.
    public var auditMode: AuditMode {
      if let past { return past.live.auditMode }
      return isReadOnly && roleAudit == .recorded ? .hidden : roleAudit
    }

    /// Returns the consequence of an access for the role of a connection.
    static func auditMode(_ connection: PostgresConnection) throws -> AuditMode {
      guard try connection.showsProfiles() else { return .nothingToSee }
      let mayRecord = try connection.query(
        "SELECT has_any_column_privilege('accesses', 'INSERT')", isKept: false)
      return mayRecord.integer(0, 0) == 1 ? .recorded : .hidden
    }

    /// Records accesses, in order; the server adds the role.
    public func record(_ accesses: [PersonalDataAccess]) throws(LedgerError) {
      if let past { return try past.live.record(accesses) }
      try change { connection in
        for access in accesses {
          try connection.run(
            """
            INSERT INTO accesses (at, kind, actor, command, format, count, subscription, account)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            """,
            [
              .integer(access.at.milliseconds), .text(access.kind.rawValue), .text(access.actor),
              .text(access.command), .text(access.format), .integer(access.count.map(Int64.init)),
              .text(access.subscription?.rawValue), .text(access.account?.rawValue),
            ])
        }
      }
    }

    /// The entries of a query, newest first.
    public func auditEntries(_ query: AuditQuery) throws(LedgerError) -> [AuditEntry] {
      if let past { return try past.live.auditEntries(query) }
      return try read { connection in
        let rows = try connection.query(
          """
          SELECT number, at, kind, actor, command, format, count, subscription, account, role
          FROM accesses
          WHERE number < coalesce($1, number + 1) AND at >= coalesce($2, at)
            AND actor = coalesce($3, actor)
            AND ($4::text IS NULL OR subscription = $4 OR account = $5)
          ORDER BY number DESC LIMIT $6
          """,
          [
            .integer(query.before), .integer(query.since?.milliseconds), .text(query.actor),
            .text(query.subscription?.rawValue), .text(query.account?.rawValue),
            .integer(Int64(max(0, query.limit))),
          ])
        return (0..<rows.count).map { place in
          AuditEntry(
            number: rows.integer(place, 0),
            access: PersonalDataAccess(
              Open(rawValue: rows.text(place, 2)),
              at: Timestamp(milliseconds: rows.integer(place, 1)), actor: rows.text(place, 3),
              command: rows.text(place, 4), format: rows.optionalText(place, 5),
              count: rows.optionalInteger(place, 6).map(Int.init(clamping:)),
              of: rows.optionalText(place, 7).map(SubscriptionID.init(_:)),
              account: rows.optionalText(place, 8).map(AccountID.init(_:))),
            role: rows.text(place, 9))
        }
      }
    }
  }
#endif
