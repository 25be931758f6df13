#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  /// Compares the stored rows with a fold of their events.
  struct RowCheck {
    private let connection: PostgresConnection
    private let policy: ChurnPolicy
    private let now: Timestamp

    /// The outcome of a check.
    struct Outcome {
      /// The subscriptions whose rows differ, ordered by id.
      var ids: [SubscriptionID] = []
      /// The counters that follow from the stored rows, by their stored keys.
      var counters: [CounterKey: CounterValue] = [:]
      /// The number of episodes that the stored rows have.
      var episodes = 0
      /// The number of ends and refunds that the stored rows have.
      var moments = 0
    }

    /// Prepares to check rows that stand at an instant.
    init(_ connection: PostgresConnection, policy: ChurnPolicy, at now: Timestamp) {
      (self.connection, self.policy, self.now) = (connection, policy, now)
    }

    /// Looks at every subscription.
    func differing(_ progress: (Int) -> Void) throws -> Outcome {
      let deriver = Deriver(connection: connection, policy: policy)
      var outcome = Outcome()
      var deltas = CounterDeltas()
      try connection.eachKeyBatch { keys, share in
        let rows = try deriver.rows(of: keys, at: now)
        for row in rows {
          guard let old = row.old else { continue }
          deltas.add(old)
          outcome.episodes += old.countedEpisodes.count
          outcome.moments += Moment.all(of: old).count
        }
        let unlike = try columnsDiffer(rows).union(episodesDiffer(rows)).union(momentsDiffer(rows))
        let differing = rows.filter { row in
          !SubscriberProjection.agree(row.old, row.new, at: now) || unlike.contains(row.key)
        }
        outcome.ids += try ids(differing.map(\.key))
        progress(share)
      }
      for (key, value) in deltas.changes where !value.isZero {
        outcome.counters[CounterTable.stored(key)] = value
      }
      outcome.ids.sort { $0.rawValue.utf8Precedes($1.rawValue) }
      return outcome
    }

    private func ids(_ keys: [Int64]) throws -> [SubscriptionID] {
      guard !keys.isEmpty else { return [] }
      return try connection.query(
        "SELECT id FROM subscriptions WHERE key = ANY($1)", [.integers(keys)]
      ).compactMap { SubscriptionID($0.text(0)) }
    }

    /// The stored rows whose columns do not repeat what the row says.
    private func columnsDiffer(_ rows: [Deriver.Row]) throws -> Set<Int64> {
      var (keys, cells) = ([Int64?](), RowCells())
      for row in rows {
        guard let old = row.old else { continue }
        keys.append(row.key)
        cells.append(old.summary)
      }
      guard !keys.isEmpty else { return [] }
      return try self.keys(RowCheck.compareColumns, [.integers(keys)] + cells.values)
    }

    /// The subscriptions whose episodes are not stored as their rows say.
    private func episodesDiffer(_ rows: [Deriver.Row]) throws -> Set<Int64> {
      var episodes: [EpisodeTable.Row] = []
      for row in rows {
        guard let old = row.old else { continue }
        for (place, episode) in old.countedEpisodes.enumerated() {
          episodes.append(.init(episode, place: place, of: old.summary, key: row.key))
        }
      }
      return episodes.isEmpty
        ? [] : try keys(RowCheck.compareEpisodes, EpisodeTable.values(episodes))
    }

    /// The subscriptions of which an end or a refund is not stored.
    private func momentsDiffer(_ rows: [Deriver.Row]) throws -> Set<Int64> {
      let moments = rows.flatMap { row in
        Moment.all(of: row.old).map { (key: row.key, moment: $0) }
      }
      return moments.isEmpty ? [] : try keys(MomentTable.missing, MomentTable.columns(moments))
    }

    private func keys(_ sql: String, _ values: [SQLValue]) throws -> Set<Int64> {
      Set(try connection.query(sql, values).compactMap { $0.integer(0) })
    }

    private static let compareColumns: String = {
      let names = RowColumns.all.map(\.name)
      let types = ["bigint"] + RowColumns.all.map(\.type)
      let arrays = types.enumerated().map { "$\($0 + 1)::\($1)[]" }.joined(separator: ", ")
      let (stored, told) = (names.map { "s.\($0)" }, names.map { "d.\($0)" })
      return """
        SELECT d.key FROM unnest(\(arrays)) AS d(key, \(names.joined(separator: ", ")))
        JOIN subscribers s ON s.key = d.key
        WHERE (\(stored.joined(separator: ", "))) IS DISTINCT FROM (\(told.joined(separator: ", ")))
        """
    }()

    private static let compareEpisodes: String = {
      let names = EpisodeTable.columns.map(\.name)
      let arrays = EpisodeTable.columns.enumerated().map { "$\($0 + 1)::\($1.type)[]" }
      let (stored, told) = (names.map { "e.\($0)" }, names.map { "d.\($0)" })
      return """
        SELECT DISTINCT d.subscription
        FROM unnest(\(arrays.joined(separator: ", "))) AS d(\(names.joined(separator: ", ")))
        LEFT JOIN episodes e
          ON e.failedAt = d.failedAt AND e.subscription = d.subscription AND e.place = d.place
        WHERE (\(stored.joined(separator: ", "))) IS DISTINCT FROM (\(told.joined(separator: ", ")))
        """
    }()
  }
#endif
