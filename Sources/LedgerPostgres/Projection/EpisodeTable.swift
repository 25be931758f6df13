#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  /// The table `episodes`: the billing episodes of production, in the order of their failures.
  enum EpisodeTable {
    /// The columns with their types, in order.
    static let columns: [(name: String, type: String)] = [
      ("failedAt", "bigint"), ("subscription", "bigint"), ("place", "bigint"), ("class", "text"),
      ("graceEnds", "bigint"), ("holdStartedAt", "bigint"), ("retryEnds", "bigint"),
      ("endedAt", "bigint"), ("keptDate", "bigint"), ("isFirstPayment", "bigint"),
      ("plan", "text"), ("price", "bigint"), ("currency", "text"), ("prompts", "bytea"),
      ("id", "text"), ("account", "text"), ("properties", "bytea"),
    ]

    private static let target = TableInsert("episodes", columns)

    /// An episode with its key and the properties of its subscription.
    struct Row {
      let episode: BillingEpisode
      let place: Int64
      let owner: EpisodeOwner
      let key: Int64

      /// Creates the row of an episode of a subscriber.
      init(_ episode: BillingEpisode, place: Int, of row: SubscriberSummary, key: Int64) {
        (self.episode, self.place, self.key) = (episode, Int64(place), key)
        owner = EpisodeOwner(row)
      }
    }

    /// Stores the episodes of rows in place of those before them, as far as they differ.
    static func replace(_ rows: [Deriver.Row], in transaction: LedgerTransaction) {
      var doomed: [(failedAt: Int64, key: Int64, place: Int64)] = []
      var new: [Row] = []
      for row in rows {
        let before = row.old?.countedEpisodes ?? []
        let after = row.new?.countedEpisodes ?? []
        guard !before.isEmpty || !after.isEmpty else { continue }
        let kept = keptCount(row, before, after)
        for place in before.indices.dropFirst(kept) {
          doomed.append((before[place].failedAt.milliseconds, row.key, Int64(place)))
        }
        guard let summary = row.new?.summary else { continue }
        for place in after.indices.dropFirst(kept) {
          new.append(Row(after[place], place: place, of: summary, key: row.key))
        }
      }
      if !doomed.isEmpty {
        transaction.add(
          remove,
          [
            .integers(doomed.map { $0.failedAt }), .integers(doomed.map { $0.key }),
            .integers(doomed.map { $0.place }),
          ])
      }
      transaction.insert(target, values(new))
    }

    private static let remove = """
      DELETE FROM episodes e
      USING unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS d(failedAt, subscription, place)
      WHERE e.failedAt = d.failedAt AND e.subscription = d.subscription AND e.place = d.place
      """

    /// The number of episodes at the beginning that stay as they are stored.
    private static func keptCount(
      _ row: Deriver.Row, _ before: [BillingEpisode], _ after: [BillingEpisode]
    ) -> Int {
      guard let old = row.old, let new = row.new,
        EpisodeOwner(old.summary) == EpisodeOwner(new.summary)
      else { return 0 }
      let most = min(before.count, after.count)
      return (0..<most).first { before[$0] != after[$0] } ?? most
    }

    /// Returns the values of ``columns``.
    static func values(_ rows: [Row]) -> [SQLValue] {
      [
        .integers(rows.map(\.episode.failedAt.milliseconds)), .integers(rows.map(\.key)),
        .integers(rows.map(\.place)), .texts(rows.map { EpisodeClass($0.episode).name }),
        .integers(rows.map(\.episode.graceEnds?.milliseconds)),
        .integers(rows.map(\.episode.holdStartedAt?.milliseconds)),
        .integers(rows.map(\.episode.retryEnds?.milliseconds)),
        .integers(rows.map(\.episode.endedAt?.milliseconds)),
        .integers(rows.map { $0.episode.renewalDateKept.map { $0 ? 1 : 0 } }),
        .integers(rows.map { $0.episode.isFirstPayment ? 1 : 0 }),
        .texts(rows.map(\.episode.plan?.description)),
        .integers(rows.map(\.episode.price?.micros)),
        .texts(rows.map(\.episode.price?.currency)),
        .byteStrings(
          rows.map { row in
            row.episode.prompts.isEmpty ? nil : PackedPrompts.pack(row.episode.prompts)
          }),
        .texts(rows.map(\.owner.id)), .texts(rows.map(\.owner.account)),
        .byteStrings(rows.map(\.owner.properties)),
      ]
    }
  }
#endif
