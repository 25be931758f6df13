#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  /// Stores events, and keeps of several copies of one that count which was recorded first.
  ///
  /// Everything that is stored of the subscriptions is read at the beginning, and everything that
  /// changes is stored at the end, each by one statement.
  struct EventStore {
    /// A copy of an event, stored or about to be; it is too large to be copied about.
    private final class Copy {
      var event: SubscriptionEvent
      let key: Int64
      var isRepeat: Bool
      let isNew: Bool
      /// A Boolean value that indicates whether this build can read all of it.
      let isWhole: Bool

      init(
        event: SubscriptionEvent, key: Int64, isRepeat: Bool, isNew: Bool, isWhole: Bool = true
      ) {
        (self.event, self.key, self.isRepeat) = (event, key, isRepeat)
        (self.isNew, self.isWhole) = (isNew, isWhole)
      }
    }

    private let transaction: LedgerTransaction
    private let location: String
    private var keys: [SubscriptionID: Int64] = [:]
    private var newKeys: Set<Int64> = []
    private var subscriptions: [Int64: ChangedSubscription] = [:]
    /// The copies of this transaction's entries, by number.
    private var copies: [Int64: Copy] = [:]
    /// The stored copies that come to count or cease to, and whether they do.
    private var marks: [Int64: Bool] = [:]
    /// The numbers of stored copies that arrived again with an earlier time.
    private var replaced: Set<Int64> = []

    /// Reads what is stored of the subscriptions that entries tell of.
    init(
      _ transaction: LedgerTransaction, for entries: [LedgerEntry], _ outcomes: [AppendOutcome],
      location: String
    ) throws {
      (self.transaction, self.location) = (transaction, location)
      var (told, again, heard) = (Set<SubscriptionID>(), Set<SubscriptionID>(), [LedgerPosition]())
      for (entry, outcome) in zip(entries, outcomes) {
        switch outcome {
        case .stored: told.formUnion(entry.events.map(\.subscription))
        case .duplicate(let position):
          again.formUnion(entry.events.map(\.subscription))
          if !entry.events.isEmpty { heard.append(position) }
        }
      }
      try number(told, known: told.union(again))
      try readCounting(Set(keys.values).subtracting(newKeys))
      try readCopies(heard)
    }

    /// The subscriptions of which something counts that did not before.
    var told: [Int64: ChangedSubscription] { subscriptions.filter { !$0.value.new.isEmpty } }

    // MARK: Reading

    /// Finds the numbers of subscriptions, and gives numbers to new ones in the order of their ids.
    private mutating func number(
      _ told: Set<SubscriptionID>, known: Set<SubscriptionID>
    ) throws {
      guard !known.isEmpty else { return }
      keys = try transaction.reading.keys(of: known)
      let new = told.filter { keys[$0] == nil }
        .sorted { $0.rawValue.utf8Precedes($1.rawValue) }
      guard !new.isEmpty else { return }
      for id in new {
        guard id.rawValue.utf8.count <= LedgerSchema.idBytesMax else {
          throw LedgerError.failed(
            location: location,
            detail: "a subscription's id has more than \(LedgerSchema.idBytesMax) bytes")
        }
        let key = try LedgerHead.grow(&transaction.head.lastKey)
        keys[id] = key
        newKeys.insert(key)
        subscriptions[key] = ChangedSubscription(isNew: true)
      }
      transaction.insert(
        EventStore.subscriptions,
        [.integers(new.map { keys[$0] }), .texts(new.map(\.rawValue))])
    }

    private static let subscriptions = TableInsert(
      "subscriptions", [("key", "bigint"), ("id", "text")])

    private mutating func readCounting(_ keys: Set<Int64>) throws {
      guard !keys.isEmpty else { return }
      var stored: [Int64: [(number: Int64, event: SubscriptionEvent)]] = [:]
      try transaction.reading.eachEvent(of: keys) { key, number, event in
        stored[key, default: []].append((number, event))
      }
      for key in keys {
        subscriptions[key] = ChangedSubscription(isNew: false, stored: stored[key] ?? [])
      }
    }

    /// Reads the events of entries that are stored already.
    private mutating func readCopies(_ positions: [LedgerPosition]) throws {
      guard !positions.isEmpty else { return }
      let rows = try transaction.reading.query(
        """
        SELECT e.number, e.subscription, e.isRepeat, e.body
        FROM unnest($1::bigint[], $2::bigint[]) AS d(first, after)
        JOIN events e ON e.number >= d.first AND e.number < d.after
        """, SQLValue.bounds(ofEventsAt: positions))
      for place in 0..<rows.count {
        let bytes = rows.buffer(place, 3)
        let event = try EventCodec.decode(bytes)
        copies[rows.integer(place, 0)] = Copy(
          event: event, key: rows.integer(place, 1), isRepeat: rows.integer(place, 2) == 1,
          isNew: false, isWhole: EventCodec.encode(event).elementsEqual(bytes))
      }
    }

    // MARK: Telling

    /// Takes the events of a new entry.
    mutating func tell(_ entry: LedgerEntry, at position: LedgerPosition) throws {
      let first = EventNumber.first(at: position)
      for (place, event) in entry.events.enumerated() {
        let number = first + Int64(place)
        guard let key = keys[event.subscription] else {
          throw LedgerError.failed(location: location, detail: "a subscription has no number")
        }
        let other = subscriptions[key]?.counting[event.id]
        let counts = other.map { event.recordedAt < $0.event.recordedAt } ?? true
        copies[number] = Copy(event: event, key: key, isRepeat: !counts, isNew: true)
        guard counts else { continue }
        if let other { mark(other.number, isRepeat: true) }
        subscriptions[key]?.count(event, number: number)
      }
    }

    /// Takes the times of an entry that is stored already, where they are earlier.
    ///
    /// An event that a newer build stored with more than this one can read stays as it is.
    mutating func hear(_ again: LedgerEntry, at position: LedgerPosition) {
      let first = EventNumber.first(at: position)
      for event in again.events {
        guard let key = keys[event.subscription],
          let number = self.number(ofCopyOf: event, of: key, from: first),
          let stored = copies[number], event.recordedAt < stored.event.recordedAt, stored.isWhole
        else { continue }
        copies[number]?.event = event
        if !stored.isNew { replaced.insert(number) }
        if stored.isRepeat {
          guard let other = subscriptions[key]?.counting[event.id],
            event.recordedAt < other.event.recordedAt
          else { continue }
          mark(other.number, isRepeat: true)
          mark(number, isRepeat: false)
        }
        subscriptions[key]?.count(event, number: number)
      }
    }

    /// The number of the copy of an event in the entry whose events begin at a number.
    private func number(
      ofCopyOf event: SubscriptionEvent, of key: Int64, from first: Int64
    ) -> Int64? {
      var number = first
      while let copy = copies[number] {
        if copy.key == key, copy.event.isCopy(of: event) { return number }
        number += 1
      }
      return nil
    }

    private mutating func mark(_ number: Int64, isRepeat: Bool) {
      copies[number]?.isRepeat = isRepeat
      if copies[number]?.isNew != true { marks[number] = isRepeat }
    }

    // MARK: Storing

    /// Stores the events: first those that cease to count, since only one copy of an event may.
    mutating func finish() {
      mark(marks.filter(\.value).keys.sorted(), isRepeat: 1)
      replace()
      insert()
      mark(marks.filter { !$0.value }.keys.sorted(), isRepeat: 0)
      PieceTable.add(told, in: transaction)
    }

    private func mark(_ numbers: [Int64], isRepeat: Int64) {
      guard !numbers.isEmpty else { return }
      transaction.add(
        "UPDATE events SET isRepeat = $1 WHERE number = ANY($2) AND isRepeat <> $1",
        [.integer(isRepeat), .integers(numbers)])
    }

    private func replace() {
      let numbers = replaced.sorted()
      guard !numbers.isEmpty else { return }
      let events = numbers.map { copies[$0]?.event }
      transaction.add(
        """
        UPDATE events e SET recordedAt = d.recordedAt, body = d.body
        FROM unnest($1::bigint[], $2::bigint[], $3::bytea[]) AS d(number, recordedAt, body)
        WHERE e.number = d.number
        """,
        [
          .integers(numbers), .integers(events.map { $0?.recordedAt.milliseconds }),
          .byteStrings(events.map { $0.map(EventCodec.encode) }),
        ])
    }

    private static let events = TableInsert(
      "events",
      [
        ("number", "bigint"), ("id", "text"), ("mark", "bigint"), ("subscription", "bigint"),
        ("kind", "text"), ("isRepeat", "bigint"), ("recordedAt", "bigint"), ("body", "bytea"),
      ])

    private func insert() {
      let numbers = copies.filter(\.value.isNew).keys.sorted()
      let new = numbers.compactMap { copies[$0] }
      transaction.insert(
        EventStore.events,
        [
          .integers(numbers), .texts(new.map(\.event.id.rawValue)),
          .integers(new.map { Hash64.of($0.event.id.rawValue) }), .integers(new.map(\.key)),
          .texts(new.map(\.event.kind.rawValue)), .integers(new.map { $0.isRepeat ? 1 : 0 }),
          .integers(new.map(\.event.recordedAt.milliseconds)),
          .byteStrings(new.map { EventCodec.encode($0.event) }),
        ])
    }
  }

  extension SQLValue {
    /// The numbers from which on and before which the events of entries lie, column by column.
    static func bounds(ofEventsAt positions: [LedgerPosition]) -> [SQLValue] {
      [
        .integers(positions.map(EventNumber.first(at:))),
        .integers(positions.map { EventNumber.first(at: $0 + 1) }),
      ]
    }
  }
#endif
