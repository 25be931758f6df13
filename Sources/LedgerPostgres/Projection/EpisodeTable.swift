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

    /// Stores the episodes of rows in place of those before them, as far as they differ.
    static func replace(_ rows: [Deriver.Row], in transaction: LedgerTransaction) {
      var doomed = Places()
      var cells = EpisodeCells()
      for row in rows {
        let before = row.old?.countedEpisodes ?? []
        let after = row.new?.countedEpisodes ?? []
        guard !before.isEmpty || !after.isEmpty else { continue }
        let kept = keptCount(row, before, after)
        for place in before.indices.dropFirst(kept) {
          doomed.append(before[place].failedAt.milliseconds, row.key, place)
        }
        guard let new = row.new else { continue }
        for place in after.indices.dropFirst(kept) {
          cells.append(after[place], place: place, of: new.summary, key: row.key)
        }
      }
      if !doomed.keys.isEmpty { transaction.add(remove, doomed.values) }
      transaction.insert(target, cells.values)
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

    /// Keys of episodes, column by column.
    private struct Places {
      private var failures: [Int64?] = []
      private(set) var keys: [Int64?] = []
      private var places: [Int64?] = []

      mutating func append(_ failedAt: Int64, _ key: Int64, _ place: Int) {
        failures.append(failedAt)
        keys.append(key)
        places.append(Int64(place))
      }

      var values: [SQLValue] { [.integers(failures), .integers(keys), .integers(places)] }
    }
  }

  /// Episodes column by column, as one statement stores them.
  struct EpisodeCells {
    private var numbers: [[Int64?]] = Array(repeating: [], count: 10)
    private var texts: [[String?]] = Array(repeating: [], count: 5)
    private var prompts: [[UInt8]?] = []
    private var properties: [[UInt8]?] = []

    /// The number of episodes.
    var count: Int { properties.count }

    /// Adds an episode.
    mutating func append(
      _ episode: BillingEpisode, place: Int, of row: SubscriberSummary, key: Int64
    ) {
      let owner = EpisodeOwner(row)
      let values: [Int64?] = [
        episode.failedAt.milliseconds, key, Int64(place), episode.graceEnds?.milliseconds,
        episode.holdStartedAt?.milliseconds, episode.retryEnds?.milliseconds,
        episode.endedAt?.milliseconds, episode.renewalDateKept.map { $0 ? 1 : 0 },
        episode.isFirstPayment ? 1 : 0, episode.price?.micros,
      ]
      for (column, value) in values.enumerated() { numbers[column].append(value) }
      let words = [
        EpisodeClass(episode).name, episode.plan?.description, episode.price?.currency, owner.id,
        owner.account,
      ]
      for (column, word) in words.enumerated() { texts[column].append(word) }
      prompts.append(episode.prompts.isEmpty ? nil : PackedPrompts.pack(episode.prompts))
      properties.append(owner.properties)
    }

    /// The columns in the order of ``EpisodeTable/columns``.
    var values: [SQLValue] {
      let numbers = numbers.map(SQLValue.integers)
      let texts = texts.map(SQLValue.texts)
      return Array(numbers[0..<3]) + [texts[0]] + Array(numbers[3..<9])
        + [texts[1], numbers[9], texts[2], .byteStrings(prompts), texts[3], texts[4]]
        + [.byteStrings(properties)]
    }
  }
#endif
