#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore
  import Synchronization

  /// Folds subscriptions out of their events, many at a time: what they need is read by one
  /// statement for all of them.
  struct Deriver {
    let connection: PostgresConnection
    let policy: ChurnPolicy

    /// A derived row beside the stored one, both of which are too large to be copied about.
    final class Row: Sendable {
      /// The number of the subscription.
      let key: Int64
      /// The stored row, where there is one.
      let old: SubscriberProjection?
      /// The row that follows from the events; `nil` where none are left.
      let new: SubscriberProjection?
      /// A Boolean value that indicates whether the subscription is new in the ledger, so that
      /// nothing is stored of it.
      let isNew: Bool
      /// The way in which the row is to be stored.
      let change: Change

      /// The ways in which a row is stored.
      enum Change { case none, insertion, replacement, removal }

      init(
        key: Int64, old: SubscriberProjection?, new: SubscriberProjection?, isNew: Bool
      ) {
        (self.key, self.old, self.new, self.isNew) = (key, old, new, isNew)
        change =
          switch (old, new) {
          case (nil, nil): .none
          case (nil, _?): .insertion
          case (_?, nil): .removal
          case (let old?, let new?): old == new ? .none : .replacement
          }
      }
    }

    /// Derives rows, in the order of their keys.
    func rows(of keys: some Sequence<Int64>, at now: Timestamp) throws -> [Row] {
      var all: [Row] = []
      try eachPart(of: keys, changed: [:], at: now) { all += $0 }
      return all
    }

    /// The number of rows of a part.
    private static let partLength = 250

    /// Derives the rows of some subscriptions, of those with new events and of the purchases
    /// related to these, and calls a closure with some at a time, in the order of their keys, once
    /// everything is read.
    func eachPart(
      of keys: some Sequence<Int64>, changed: [Int64: ChangedSubscription], at now: Timestamp,
      _ body: ([Row]) -> Void
    ) throws {
      var book = Book(changed: changed, policy: policy)
      var wanted = Set(keys).union(changed.keys)
      try load(wanted, into: &book)
      let families = try families(of: wanted, in: book)
      for key in changed.keys {
        for family in book.families(of: key) {
          wanted.formUnion(Deriver.affected(families[family] ?? [], by: changed))
        }
      }
      try load(wanted, into: &book)
      var beside: Set<Int64> = []
      for key in wanted {
        if let family = book.family(of: key), let members = families[family], Deriver.count(members)
        {
          beside.formUnion(members)
        }
      }
      try loadEvents(beside, into: &book)
      let profiles = try profiles(of: wanted, in: book)
      let sorted = wanted.sorted()
      for start in stride(from: 0, to: sorted.count, by: Deriver.partLength) {
        let part = sorted[start..<min(start + Deriver.partLength, sorted.count)]
        body(
          part.map { key in
            let new = book.subscriber(key, families).map { subscriber in
              SubscriberProjection(
                of: subscriber, at: now, policy: policy,
                profile: subscriber.account.flatMap { profiles[Hash64.of($0.rawValue)] })
            }
            return Row(
              key: key, old: book.rows[key], new: new, isNew: changed[key]?.isNew ?? false)
          })
      }
    }

    /// Folds subscriptions whole, with the purchases beside them.
    ///
    /// - Returns: The subscribers by their keys.
    func subscribers(_ keys: some Sequence<Int64>) throws -> [Int64: Subscriber] {
      var book = Book(changed: [:], policy: policy)
      let wanted = Set(keys)
      try loadEvents(wanted, into: &book)
      let families = try families(of: wanted, in: book)
      try loadEvents(Set(families.values.filter(Deriver.count).flatMap { $0 }), into: &book)
      return wanted.reduce(into: [:]) { $0[$1] = book.subscriber($1, families) }
    }

    /// Returns a Boolean value that indicates whether the members of a family count as one
    /// customer's purchases.
    private static func count(_ members: Set<Int64>) -> Bool {
      members.count <= CustomerPurchases.countMax
    }

    /// Returns the members of a family whose rows may follow from changes of some: all, or of more
    /// than count as one customer's, those that may have counted before.
    private static func affected(
      _ members: Set<Int64>, by changed: [Int64: ChangedSubscription]
    ) -> Set<Int64> {
      let others = members.filter { changed[$0] == nil }
      return count(members) ? members : count(others) ? others : []
    }

    // MARK: Reading

    /// The purchases of one account in one app of one store, whose names are the same byte for
    /// byte.
    private struct Family: Hashable {
      let mark: Int64
      let store: Store
      let app: [UInt8]

      init(_ purchases: CustomerPurchases) {
        mark = Hash64.of(purchases.account.rawValue)
        (store, app) = (purchases.store, Array(purchases.app.utf8))
      }
    }

    /// A subscription that was folded without the purchases beside it.
    private final class Alone: Sendable {
      let subscriber: Subscriber?
      /// The family that its events name.
      let family: Family?

      init(_ events: [SubscriptionEvent]) {
        subscriber = Subscriber.fold(events, related: [])
        family = subscriber.flatMap(CustomerPurchases.init(of:)).map(Family.init)
      }
    }

    /// The subscriptions as far as they were read.
    private struct Book {
      let changed: [Int64: ChangedSubscription]
      let policy: ChurnPolicy
      var events: [Int64: [SubscriptionEvent]] = [:]
      var rows: [Int64: SubscriberProjection] = [:]
      var rowsRead: Set<Int64> = []
      private var alone: [Int64: Alone] = [:]

      init(changed: [Int64: ChangedSubscription], policy: ChurnPolicy) {
        (self.changed, self.policy) = (changed, policy)
        for (key, subscription) in changed {
          events[key] = subscription.events
          if subscription.isNew { rowsRead.insert(key) }
        }
      }

      /// The family that the events of a subscription name.
      func family(of key: Int64) -> Family? { alone[key]?.family }

      /// The families of a subscription before and after the transaction.
      func families(of key: Int64) -> Set<Family> {
        var families: Set<Family> = []
        if let before = rows[key]?.summary.family { families.insert(Family(before)) }
        if let family = family(of: key) { families.insert(family) }
        return families
      }

      /// Takes the events of a subscription, which are folded alone.
      mutating func fold(_ key: Int64) {
        alone[key] = Alone(events[key] ?? [])
      }

      func isFolded(_ key: Int64) -> Bool { alone[key] != nil }

      /// A subscriber with the purchases beside it.
      func subscriber(
        _ key: Int64, _ families: [Family: Set<Int64>]
      ) -> Subscriber? {
        guard let single = alone[key]?.subscriber else { return nil }
        guard let family = family(of: key), let members = families[family], members.count > 1,
          Deriver.count(members)
        else { return single }
        let beside = members.sorted().filter { $0 != key }.compactMap { other in
          alone[other]?.subscriber.map { RelatedPurchase(of: $0, policy: policy) }
        }
        return beside.isEmpty ? single : Subscriber.fold(events[key] ?? [], related: beside)
      }
    }

    private func load(_ keys: Set<Int64>, into book: inout Book) throws {
      try loadEvents(keys, into: &book)
      let missing = keys.subtracting(book.rowsRead)
      guard !missing.isEmpty else { return }
      book.rowsRead.formUnion(missing)
      try connection.eachRow(of: missing) { key, row in book.rows[key] = row }
    }

    private func loadEvents(_ keys: Set<Int64>, into book: inout Book) throws {
      let missing = keys.filter { book.events[$0] == nil }
      if !missing.isEmpty {
        for key in missing { book.events[key] = [] }
        try connection.eachEvent(of: missing) { key, _, event in
          book.events[key]?.append(event)
        }
      }
      for key in keys where !book.isFolded(key) { book.fold(key) }
    }

    /// The members of the families of subscriptions, after the transaction: all, or of a family
    /// with more than count as one customer's, some of them, and more than that.
    private func families(
      of keys: Set<Int64>, in book: Book
    ) throws -> [Family: Set<Int64>] {
      let wanted = keys.reduce(into: Set<Family>()) { wanted, key in
        wanted.formUnion(book.families(of: key))
      }
      guard !wanted.isEmpty else { return [:] }
      var members: [Family: Set<Int64>] = [:]
      let families = wanted.sorted { $0.mark < $1.mark }
      // Those with new events, whose rows tell of what was before, are added to as many others.
      // The range, which says nothing new, makes few rows of an account to be expected: of more
      // the server would first read the whole table, or all that the index has of the account.
      let most = CustomerPurchases.countMax + 1 + book.changed.count
      let rows = try connection.query(
        """
        SELECT found.key, wanted.place
        FROM unnest($1::bigint[], $2::bigint[], $3::text[])
          WITH ORDINALITY AS wanted(mark, store, app, place)
        CROSS JOIN LATERAL (
          SELECT key FROM subscribers
          WHERE accountMark IS NOT NULL AND accountMark = wanted.mark
            AND accountMark BETWEEN wanted.mark AND wanted.mark
            AND store = wanted.store AND coalesce(app, '') = wanted.app
          LIMIT $4
        ) AS found
        """,
        [
          .integers(families.map(\.mark)),
          .integers(families.map { Int64($0.store.code) }),
          .texts(families.map { String(decoding: $0.app, as: UTF8.self) }),
          .integer(Int64(most)),
        ])
      for row in 0..<rows.count where book.changed[rows.integer(row, 0)] == nil {
        members[families[Int(rows.integer(row, 1)) - 1], default: []].insert(rows.integer(row, 0))
      }
      for key in book.changed.keys {
        if let family = book.family(of: key) { members[family, default: []].insert(key) }
      }
      return members
    }

    /// The profiles of the accounts of subscriptions, by the accounts' marks.
    private func profiles(
      of keys: Set<Int64>, in book: Book
    ) throws -> [Int64: AccountProfile] {
      let marks = Set(keys.compactMap { book.family(of: $0)?.mark })
      return marks.isEmpty ? [:] : try connection.profiles(ofMarks: marks)
    }
  }

  extension PostgresConnection {
    /// Calls a closure with the events of subscriptions that count, with their numbers.
    func eachEvent(
      of keys: some Sequence<Int64>, _ body: (Int64, Int64, SubscriptionEvent) -> Void
    ) throws {
      let rows = try query(
        """
        SELECT subscription, number, body FROM events
        WHERE subscription = ANY($1) AND isRepeat = 0
        """, [.integers(keys.sorted())])
      for place in 0..<rows.count {
        body(
          rows.integer(place, 0), rows.integer(place, 1),
          try EventCodec.decode(rows.buffer(place, 2)))
      }
    }

    /// Calls a closure with the stored rows of subscriptions.
    ///
    /// A row that cannot be read counts as none, and is rewritten.
    func eachRow(
      of keys: some Sequence<Int64>, _ body: (Int64, SubscriberProjection) -> Void
    ) throws {
      let rows = try query(
        "SELECT key, \(try storedRow()) FROM subscribers WHERE key = ANY($1)",
        [.integers(keys.sorted())])
      for place in 0..<rows.count {
        if let row = try? rows.row(place).projection(1) {
          body(rows.integer(place, 0), row)
        }
      }
    }

    /// The profiles of accounts that have one, with what the role may read of them.
    ///
    /// They are by marks: names that are canonically equivalent are the same to a dictionary.
    func profiles(ofMarks marks: Set<Int64>) throws -> [Int64: AccountProfile] {
      var profiles: [Int64: AccountProfile] = [:]
      guard try showsProfiles() else {
        // Each row of an account in the present has the tags, which every role may read.
        let rows = try query(
          """
          SELECT mark, found.body FROM unnest($1::bigint[]) AS wanted(mark)
          CROSS JOIN LATERAL (
            SELECT body FROM \(presentRows.withLock(\.self))
            WHERE accountMark IS NOT NULL AND accountMark = wanted.mark LIMIT 1
          ) AS found
          """, [.integers(marks.sorted())])
        for place in 0..<rows.count {
          guard let profile = try EventCodec.decode(summary: rows.buffer(place, 1)).profile
          else { continue }
          profiles[rows.integer(place, 0)] = profile
        }
        return profiles
      }
      let rows = try query(
        "SELECT mark, profile FROM accounts WHERE mark = ANY($1)", [.integers(marks.sorted())])
      for place in 0..<rows.count {
        profiles[rows.integer(place, 0)] = try EventCodec.decode(profile: rows.buffer(place, 1))
      }
      return profiles
    }
  }
#endif
