#if Postgres
  import LedgerRows
  import SubscriptionCore

  /// The table `pieces`: which sequences of three letters the names of an event have.
  ///
  /// It holds no text: an answer is a candidate whose events tell whether it is one.
  enum PieceTable {
    /// The most candidates that are listed: a piece that so many share identifies no one.
    static let candidatesMax = 20_000

    /// Indexes the names that subscriptions were given, but for those that earlier events gave.
    static func add(_ told: [Int64: ChangedSubscription], in transaction: LedgerTransaction) {
      var (numbers, lists) = ([Int64?](), [[Int32]]())
      for (_, subscription) in told.sorted(by: { $0.key < $1.key }) {
        let new = subscription.newEvents
        var known: Set<[UInt8]> = []
        if !subscription.isNew {
          let wanted = Set(new.map(\.number))
          for (number, event) in subscription.counting.values where !wanted.contains(number) {
            known.formUnion(IndexedNames.names(in: event))
          }
        }
        for (number, event) in new {
          let names = IndexedNames.names(in: event).filter { !known.contains($0) }
          if new.count > 1 { known.formUnion(names) }
          let grams = NameGrams.grams(of: names)
          guard !grams.isEmpty else { continue }
          numbers.append(number)
          lists.append(grams)
        }
      }
      transaction.insert(target, [.integers(numbers), .numberLists(lists)])
    }

    /// The number of subscriptions that events give names, of which none is indexed.
    static func missingCount(_ connection: PostgresConnection) throws -> Int {
      let keys = try connection.query(
        """
        SELECT key FROM subscriptions
        EXCEPT SELECT e.subscription FROM pieces p JOIN events e ON e.number = p.number
        """
      ).compactMap { $0.integer(0) }
      var named: Set<Int64> = []
      for start in stride(from: 0, to: keys.count, by: Projector.batch) {
        try connection.eachEvent(of: keys[start...].prefix(Projector.batch)) { key, _, event in
          let names = IndexedNames.names(in: event)
          if !NameGrams.grams(of: names).isEmpty { named.insert(key) }
        }
      }
      return named.count
    }

    private static let target = TableInsert(
      "pieces", [("number", "bigint"), ("grams", "integer[]")])
  }
#endif
