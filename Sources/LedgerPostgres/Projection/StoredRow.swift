#if Postgres
  import EventLedger
  import SubscriptionCore

  /// A row whole as two columns of `subscribers`: without the name, the mail address and the time
  /// zone of the account's profile, and the profile, which not every role may read.
  enum StoredRow {
    /// The fields of subscribers that only a profile holds.
    static let hidden: Set<SubscriberField> = [.name, .email]

    /// Returns the values of the two columns.
    static func encode(_ row: SubscriberProjection) -> (body: [UInt8], profile: [UInt8]?) {
      guard let profile = row.summary.profile else { return (EventCodec.encode(row), nil) }
      var row = row
      row.summary.profile = AccountProfile(account: profile.account, tags: profile.tags)
      return (EventCodec.encode(row), EventCodec.encode(profile))
    }
  }

  extension PostgresConnection {
    /// The columns of a row whole, as far as the role may read them.
    func storedRow() throws -> String {
      try showsProfiles() ? "body, profile" : "body, NULL::bytea"
    }

    /// Returns a predicate without what the role may not read, which then is missing.
    func shown(_ predicate: FilterPredicate) throws -> FilterPredicate {
      try showsProfiles() ? predicate : predicate.without(StoredRow.hidden)
    }
  }

  extension QueryResult {
    /// The row whose columns of ``StoredRow`` begin at a column.
    func summary(_ row: Int, _ column: Int32) throws -> SubscriberSummary {
      var summary = try EventCodec.decode(summary: buffer(row, column))
      if !isNull(row, column + 1) {
        summary.profile = try EventCodec.decode(profile: buffer(row, column + 1))
      }
      return summary
    }

    /// The row with its history whose columns of ``StoredRow`` begin at a column.
    func projection(_ row: Int, _ column: Int32) throws -> SubscriberProjection {
      var projection = try EventCodec.decode(row: buffer(row, column))
      if !isNull(row, column + 1) {
        projection.summary.profile = try EventCodec.decode(profile: buffer(row, column + 1))
      }
      return projection
    }
  }

  extension FilterPredicate {
    /// Returns the predicate for rows in which some fields are missing.
    fileprivate func without(_ fields: Set<SubscriberField>) -> FilterPredicate {
      switch self {
      case .and(let parts): .and(parts.map { $0.without(fields) })
      case .or(let parts): .or(parts.map { $0.without(fields) })
      case .not(let inner): .not(inner.without(fields))
      case .present(let field), .equals(let field, _), .contains(let field, _),
        .matches(let field, _), .atLeast(let field, _), .below(let field, _):
        fields.contains(field) ? .or([]) : self
      case .always, .episode: self
      }
    }
  }
#endif
