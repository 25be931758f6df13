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

    /// Returns a predicate for what the role may read.
    ///
    /// - Throws: `PostgresError` where it tests a field that the role may not read; a bare word is
    ///   looked for in the others.
    func shown(_ predicate: FilterPredicate) throws -> FilterPredicate {
      guard try !showsProfiles() else { return predicate }
      guard let shown = predicate.without(StoredRow.hidden) else { throw PostgresError.hidden }
      return shown
    }
  }

  extension PostgresError {
    /// The error of a role that asks for rows by what it may not read.
    static let hidden = PostgresError(
      state: "42501", "it sees no names and mail addresses, so no list can go by them")
  }

  extension ResultRow {
    /// The row whose columns of ``StoredRow`` begin at a column.
    func summary(_ column: Int32) throws -> SubscriberSummary {
      var summary = try EventCodec.decode(summary: buffer(column))
      if let profile = try profile(column + 1) { summary.profile = profile }
      return summary
    }

    /// The row with its history whose columns of ``StoredRow`` begin at a column.
    func projection(_ column: Int32) throws -> SubscriberProjection {
      var projection = try EventCodec.decode(row: buffer(column))
      if let profile = try profile(column + 1) { projection.summary.profile = profile }
      return projection
    }

    private func profile(_ column: Int32) throws -> AccountProfile? {
      isNull(column) ? nil : try EventCodec.decode(profile: buffer(column))
    }
  }

  extension FilterPredicate {
    /// Returns the predicate without some fields, which bare words then are not looked for in;
    /// `nil` where it tests one of them by itself.
    fileprivate func without(_ fields: Set<SubscriberField>) -> FilterPredicate? {
      switch self {
      case .and(let parts): parts.without(fields).map { .and($0) }
      case .or(let parts) where parts.map(\.tested) == SubscriberField.searched:
        .or(parts.filter { $0.fields.isDisjoint(with: fields) })
      case .or(let parts): parts.without(fields).map { .or($0) }
      case .not(let inner): inner.without(fields).map { .not($0) }
      case _: self.fields.isDisjoint(with: fields) ? self : nil
      }
    }

    /// The one field that a search for a text or a pattern tests.
    private var tested: SubscriberField? {
      switch self {
      case .contains(let field, _), .matches(let field, _): field
      case _: nil
      }
    }
  }

  extension [FilterPredicate] {
    fileprivate func without(_ fields: Set<SubscriberField>) -> [FilterPredicate]? {
      let shown = compactMap { $0.without(fields) }
      return shown.count == count ? shown : nil
    }
  }
#endif
