#if Postgres
  import EventLedger
  import LedgerRows

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
      let mayRecord = try connection.isTrue(
        "SELECT has_any_column_privilege('accesses', 'INSERT')")
      return mayRecord ? .recorded : .hidden
    }

    /// Records accesses, in order; the server adds the role.
    public func record(_ accesses: [PersonalDataAccess]) throws(LedgerError) {
      if let past { return try past.live.record(accesses) }
      try change { connection in try connection.record(accesses) }
    }

    /// The entries of a query, newest first.
    public func auditEntries(_ query: AuditQuery) throws(LedgerError) -> [AuditEntry] {
      if let past { return try past.live.auditEntries(query) }
      return try read { connection in try connection.auditEntries(query) }
    }
  }
#endif
