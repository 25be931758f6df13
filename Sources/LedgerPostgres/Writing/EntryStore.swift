#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  /// Stores entries with their events within a transaction, and tells which subscriptions follow.
  struct EntryStore {
    private let transaction: LedgerTransaction
    private let location: String
    private var feeds: StoreFeeds
    private var new = EntryCells()

    /// Begins with what the ledger knows.
    init(_ transaction: LedgerTransaction, location: String) {
      (self.transaction, self.location) = (transaction, location)
      feeds = StoreFeeds(text: transaction.head.feeds)
    }

    /// Stores entries.
    ///
    /// - Returns: One outcome an entry, in order, and the subscriptions that something is told of.
    mutating func store(
      _ entries: [LedgerEntry]
    ) throws -> (outcomes: [AppendOutcome], told: [Int64: ChangedSubscription]) {
      for entry in entries where entry.events.count > EventNumber.perEntryMax {
        throw LedgerError.failed(
          location: location,
          detail: "one entry has more than \(EventNumber.perEntryMax) events")
      }
      let outcomes = try place(entries)
      new.add(to: transaction)
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
        new.append(entry, at: position, mark: mark, turn: namesakes.count)
        return .stored(position)
      }
      new.lower(&earlier)
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
      transaction.add(
        """
        UPDATE backfill SET outcome = 'answered', name = NULL, account = NULL
        WHERE number = ANY($1)
        """, [.integers(answered)])
    }
  }

  /// New entries column by column, as one statement stores them.
  private struct EntryCells {
    private var positions: [Int64?] = []
    private var identities: [String?] = []
    private var marks: [Int64?] = []
    private var turns: [Int64?] = []
    private var formats: [String?] = []
    private var payloads: [[UInt8]?] = []
    private var instants: [Int64?] = []
    private var verifications: [String?] = []
    private var unknowns: [Int64?] = []

    mutating func append(
      _ entry: LedgerEntry, at position: LedgerPosition, mark: Int64, turn: Int
    ) {
      positions.append(position)
      identities.append(entry.identity)
      marks.append(mark)
      turns.append(Int64(turn))
      formats.append(entry.format)
      payloads.append(entry.raw)
      instants.append(entry.receivedAt.milliseconds)
      verifications.append(entry.verification.rawValue)
      unknowns.append(entry.hasUnknown ? 1 : 0)
    }

    /// Takes over the earlier times of entries that are not stored yet.
    mutating func lower(_ earlier: inout [LedgerPosition: Timestamp]) {
      guard let first = positions.first ?? nil else { return }
      for (position, instant) in earlier where position >= first {
        instants[Int(position - first)] = instant.milliseconds
        earlier[position] = nil
      }
    }

    private static let target = TableInsert(
      "entries",
      [
        ("position", "bigint"), ("identity", "text"), ("mark", "bigint"), ("turn", "bigint"),
        ("format", "text"), ("raw", "bytea"), ("receivedAt", "bigint"), ("verification", "text"),
        ("hasUnknown", "bigint"),
      ])

    mutating func add(to transaction: LedgerTransaction) {
      guard !positions.isEmpty else { return }
      transaction.insert(
        EntryCells.target,
        [
          .integers(positions), .texts(identities), .integers(marks), .integers(turns),
          .texts(formats), .byteStrings(payloads), .integers(instants), .texts(verifications),
          .integers(unknowns),
        ])
      self = EntryCells()
    }
  }
#endif
