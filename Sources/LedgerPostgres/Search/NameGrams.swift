#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  /// The sequences of three letters by which names are found, each as a number.
  ///
  /// Of a name every second sequence is indexed, which halves the index and what writing it costs:
  /// wherever a piece lies in the name, the indexed sequences begin either at the piece's first
  /// letter or at its second, and a search asks for both.
  enum NameGrams {
    /// The number of letters and digits of a purchase token that are indexed, from its beginning.
    static let tokenLength = 12
    /// The number of letters and digits of any other name that are indexed.
    private static let nameLengthMax = 64
    /// The number of letters and digits at the end of a text that are looked for.
    private static let wantedLength = 8

    /// The names that an event gives its subscription and the account, as far as they are indexed.
    static func names(in event: SubscriptionEvent) -> Set<String> {
      let facts = event.facts
      var names: Set<String> = []
      func add(_ text: String?, _ length: Int = nameLengthMax) {
        guard let text, !text.isEmpty else { return }
        let scalars = LookupName.normalized(text).unicodeScalars.prefix(length)
        if scalars.count >= LookupName.normalizedLengthMin { names.insert(String(scalars)) }
      }
      add(facts.purchaseToken, tokenLength)
      add(facts.originalTransactionID)
      add(facts.transactionID)
      add(facts.webOrderLineItemID)
      add(facts.orderID)
      add(facts.paidOrderID)
      add(facts.account?.rawValue, .max)
      return names
    }

    /// The numbers of the sequences in names.
    static func grams(of names: some Sequence<String>) -> Set<Int32> {
      names.reduce(into: []) { grams, name in
        grams.formUnion(Self.grams(of: Array(name.unicodeScalars), from: 0))
      }
    }

    /// The two ways in which a piece may lie in a name, each the sequences that the name then has;
    /// a way with none may be any name.
    static func ways(of piece: some Collection<Unicode.Scalar>) -> [Set<Int32>] {
      let wanted = Array(piece.suffix(wantedLength))
      return (0...1).map { grams(of: wanted, from: $0) }
    }

    private static func grams(of scalars: [Unicode.Scalar], from first: Int) -> Set<Int32> {
      var grams: Set<Int32> = []
      for start in stride(from: first, to: scalars.count - 2, by: 2) {
        var sequence = String.UnicodeScalarView()
        sequence.append(contentsOf: scalars[start..<start + 3])
        grams.insert(Int32(truncatingIfNeeded: Hash64.of(String(sequence))))
      }
      return grams
    }

    /// An array of numbers as PostgreSQL reads it.
    static func text(of grams: Set<Int32>) -> String {
      "{" + grams.sorted().map(String.init).joined(separator: ",") + "}"
    }
  }
#endif
