#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  /// Stores entries with their events within a transaction, and tells which subscriptions follow.
  struct EntryStore {
    private let transaction: LedgerTransaction
    private let location: String
    private var feeds: StoreFeeds
    private var new: [NewEntry] = []

    /// Begins with what the ledger knows.
    init(_ transaction: LedgerTransaction, location: String) {
      (self.transaction, self.location) = (transaction, location)
      feeds = StoreFeeds(text: transaction.head.feeds)
    }

    /// Stores entries.
    ///
    /// - Returns: One outcome an entry, in order, and the subscriptions with new events.
    mutating func store(
      _ entries: [LedgerEntry]
    ) throws -> (outcomes: [AppendOutcome], told: [Int64: ChangedSubscription]) {
      for entry in entries where entry.events.count > EventNumber.perEntryMax {
        throw LedgerError.failed(
          location: location,
          detail: "one entry has more than \(EventNumber.perEntryMax) events")
      }
      let outcomes = try place(entries)
      if !new.isEmpty { transaction.insert(NewEntry.target, NewEntry.columns(new)) }
      new = []
      transaction.send()
      var events = try EventStore(transaction, for: entries, outcomes, location: location)
      for (entry, outcome) in zip(entries, outcomes) {
        for event in entry.events { feeds.add(event) }
        switch outcome {
        case .stored(let position): try events.tell(entry, at: position)
        case .duplicate(let position): events.hear(entry, at: position)
        }
      }
      if feeds.lastEventAt != nil { transaction.head.feeds = feeds.text }
      events.finish()
      transaction.send()
      settleBackfill(entries)
      return (outcomes, events.told)
    }

    // MARK: Identities

    /// An entry that is stored already, or is about to be.
    private struct Known {
      var identity: String
      var position: LedgerPosition
      var receivedAt: Timestamp
    }

    /// Gives positions to the entries whose identities are new, and lowers the times of the others.
    private mutating func place(_ entries: [LedgerEntry]) throws -> [AppendOutcome] {
      var known = try known(entries.map { Hash64.of($0.identity) })
      var earlier: [LedgerPosition: Timestamp] = [:]
      let outcomes = try entries.map { entry throws -> AppendOutcome in
        let mark = Hash64.of(entry.identity)
        let namesakes = known[mark] ?? []
        if let other = namesakes.first(where: {
          $0.identity.utf8.elementsEqual(entry.identity.utf8)
        }) {
          if entry.receivedAt < earlier[other.position] ?? other.receivedAt {
            earlier[other.position] = entry.receivedAt
          }
          return .duplicate(other.position)
        }
        let position = try LedgerHead.grow(&transaction.head.lastPosition)
        known[mark, default: []].append(
          Known(identity: entry.identity, position: position, receivedAt: entry.receivedAt))
        new.append(
          NewEntry(entry: entry, position: position, mark: mark, turn: Int64(namesakes.count)))
        return .stored(position)
      }
      for (place, entry) in new.enumerated() {
        // The time of an entry that is not stored yet is taken over.
        if let instant = earlier.removeValue(forKey: entry.position) {
          new[place].entry.receivedAt = instant
        }
      }
      lower(earlier)
      return outcomes
    }

    private func known(_ marks: [Int64]) throws -> [Int64: [Known]] {
      let rows = try transaction.reading.query(
        """
        SELECT mark, identity, position, receivedAt FROM entries WHERE mark = ANY($1)
        ORDER BY mark, turn
        """, [.integers(marks)])
      var known: [Int64: [Known]] = [:]
      for place in 0..<rows.count {
        known[rows.integer(place, 0), default: []].append(
          Known(
            identity: rows.text(place, 1), position: rows.integer(place, 2),
            receivedAt: Timestamp(milliseconds: rows.integer(place, 3))))
      }
      return known
    }

    private func lower(_ earlier: [LedgerPosition: Timestamp]) {
      guard !earlier.isEmpty else { return }
      let positions = earlier.keys.sorted()
      transaction.add(
        """
        UPDATE entries e SET receivedAt = d.receivedAt
        FROM unnest($1::bigint[], $2::bigint[]) AS d(position, receivedAt)
        WHERE e.position = d.position AND e.receivedAt > d.receivedAt
        """,
        [.integers(positions), .integers(positions.map { earlier[$0]?.milliseconds })])
    }

    /// Notes that the items are answered that entries name.
    private func settleBackfill(_ entries: [LedgerEntry]) {
      let answered = entries.compactMap(\.backfill)
      guard !answered.isEmpty else { return }
      transaction.add(PostgresDialect.settleBackfill, [.integers(answered)])
    }
  }

  /// A new entry with its place.
  private struct NewEntry {
    var entry: LedgerEntry
    let position: LedgerPosition
    let mark: Int64
    let turn: Int64

    static let target = TableInsert(
      "entries",
      [
        ("position", "bigint"), ("identity", "text"), ("mark", "bigint"), ("turn", "bigint"),
        ("format", "text"), ("raw", "bytea"), ("receivedAt", "bigint"), ("verification", "text"),
        ("hasUnknown", "bigint"),
      ])

    /// Returns entries column by column, as one statement stores them.
    static func columns(_ new: [NewEntry]) -> [SQLValue] {
      [
        .integers(new.map(\.position)), .texts(new.map(\.entry.identity)),
        .integers(new.map(\.mark)), .integers(new.map(\.turn)), .texts(new.map(\.entry.format)),
        .byteStrings(new.map(\.entry.raw)),
        .integers(new.map(\.entry.receivedAt.milliseconds)),
        .texts(new.map(\.entry.verification.rawValue)),
        .integers(new.map { $0.entry.hasUnknown ? 1 : 0 }),
      ]
    }
  }
#endif
