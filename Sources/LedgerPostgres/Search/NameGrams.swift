#if Postgres
  import EventLedger
  import LedgerRows
  import SubscriptionCore

  /// The sequences of letters by which names are found, each as a number: those of three in the
  /// names that stores give, and of two and three in the names of people (`FuzzyMatcher`).
  ///
  /// Of a store's name every second sequence is indexed, which halves the index and what writing
  /// it costs: wherever a piece lies in the name, the indexed sequences begin either at the piece's
  /// first letter or at its second, and a search asks for both.
  enum NameGrams {
    /// The number of letters and digits at the end of a text that are looked for.
    private static let wantedLength = 8

    /// The numbers of the sequences in names, in order and each once.
    static func grams(of names: [[UInt8]]) -> [Int32] {
      var grams: [Int32] = []
      grams.reserveCapacity(names.reduce(0) { $0 + $1.count / 2 })
      for name in names {
        var start = 0
        while start < name.count {
          let third = IndexedNames.scalar(
            after: IndexedNames.scalar(after: start, in: name), in: name)
          guard third < name.count else { break }
          let end = IndexedNames.scalar(after: third, in: name)
          grams.append(Int32(truncatingIfNeeded: Hash64.of(name[start..<end])))
          start = third
        }
      }
      grams.sort()
      var last: Int32?
      grams.removeAll { gram in
        defer { last = gram }
        return gram == last
      }
      return grams
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
        grams.insert(gram(String(sequence)))
      }
      return grams
    }

    /// The numbers of the sequences in the name and the mail address of a person, in order.
    static func grams(of profile: AccountProfile) -> [Int32] {
      let sequences = [profile.name, profile.email].map(FuzzyMatcher.sequences(in:))
      return Set(sequences.joined().map(gram)).sorted()
    }

    /// The number of a sequence in the names of people.
    static func gram(_ sequence: String) -> Int32 {
      Int32(truncatingIfNeeded: Hash64.of(sequence))
    }

    /// An array of numbers as PostgreSQL reads it.
    static func text(of grams: Set<Int32>) -> String {
      "{" + grams.sorted().map(String.init).joined(separator: ",") + "}"
    }
  }
#endif
