#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  /// The table `pieces`: which sequences of three letters the names of an event have.
  ///
  /// It holds no text: an answer is a candidate whose events tell whether it is one.
  enum PieceTable {
    /// The most candidates that are told: what so many have in common tells nobody apart.
    static let candidatesMax = 20_000

    /// Indexes the names that subscriptions were given, but for those that earlier events gave.
    static func add(_ told: [Int64: ChangedSubscription], in transaction: LedgerTransaction) {
      var (numbers, texts) = ([Int64?](), [String?]())
      for (_, subscription) in told.sorted(by: { $0.key < $1.key }) {
        let new = subscription.newEvents
        var known: Set<String> = []
        if !subscription.isNew {
          let wanted = Set(new.map(\.number))
          for (number, event) in subscription.counting.values where !wanted.contains(number) {
            known.formUnion(NameGrams.names(in: event))
          }
        }
        for (number, event) in new {
          let names = NameGrams.names(in: event).subtracting(known)
          let grams = NameGrams.grams(of: names)
          known.formUnion(names)
          guard !grams.isEmpty else { continue }
          numbers.append(number)
          texts.append(NameGrams.text(of: grams))
        }
      }
      guard !numbers.isEmpty else { return }
      transaction.add(
        """
        INSERT INTO pieces (number, grams)
        SELECT number, grams::integer[] FROM unnest($1::bigint[], $2::text[]) AS d(number, grams)
        """, [.integers(numbers), .texts(texts)])
    }

    /// Forgets everything.
    static func removeAll(in transaction: LedgerTransaction) {
      transaction.add("DELETE FROM pieces")
    }
  }
#endif
