import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore

/// Finds the events whose names may contain a text, by the sequences of three letters in both.
///
/// Of a name every second sequence is indexed, which halves the index and what writing it costs:
/// wherever a piece lies in the name, the indexed sequences begin either at the piece's first
/// letter or at its second, and a search asks for both. The index holds no text: what it finds are
/// candidates, and their events tell.
struct TrigramIndex {
  private let database: Database

  /// The number of letters and digits at the end of a text that are looked for: enough to leave few
  /// candidates, and each costs a list of its own.
  private static let wantedLength = 8

  /// The most candidates that are listed: a piece that so many share identifies no one.
  private static let candidatesMax = 20_000

  /// Prepares the index, valid within one access to the database.
  init(_ database: Database) { self.database = database }

  /// The texts under which events are indexed: the sequences in the names they give, but for those
  /// names that earlier events of the subscription gave.
  static func texts(
    of told: NumberedEvents, after earlier: [SubscriptionEvent] = []
  ) -> [(number: Int64, text: [UInt8])] {
    var known: Set<[UInt8]> = []
    for event in earlier { known.formUnion(IndexedNames.names(in: event)) }
    var texts: [(number: Int64, text: [UInt8])] = []
    for place in told.events.indices {
      let new = IndexedNames.names(in: told.events[place]).filter {
        known.isEmpty || !known.contains($0)
      }
      if new.isEmpty { continue }
      if place + 1 < told.events.count { known.formUnion(new) }
      texts.append((told.numbers[place], sequences(in: new)))
    }
    return texts
  }

  /// The sequences of three letters that begin at every second one of names, or at every letter,
  /// the last as short as two letters, with a space behind each.
  static func sequences(in names: [[UInt8]], everyLetter: Bool = false) -> [UInt8] {
    var words: [UInt8] = []
    words.reserveCapacity(names.reduce(0) { $0 + (everyLetter ? 4 : 2) * $1.count + 4 })
    for name in names {
      var start = 0
      while true {
        let second = IndexedNames.scalar(after: start, in: name)
        guard second < name.count else { break }
        let third = IndexedNames.scalar(after: second, in: name)
        let end = third < name.count ? IndexedNames.scalar(after: third, in: name) : third
        for place in start..<end { words.append(name[place]) }
        words.append(UInt8(ascii: " "))
        start = everyLetter ? second : third
      }
    }
    return words
  }

  /// The sequences of three letters that begin at every second one, and of two at the end.
  private static func sequences(in scalars: [Unicode.Scalar], from first: Int) -> [String] {
    stride(from: first, to: scalars.count - 1, by: 2).map { start in
      var sequence = String.UnicodeScalarView()
      sequence.append(contentsOf: scalars[start..<min(start + 3, scalars.count)])
      return String(sequence)
    }
  }

  /// Adds texts under the numbers of events, which costs least in growing order.
  func add(_ texts: [(number: Int64, text: [UInt8])]) throws {
    let insert = try RawStatement(database, "INSERT INTO pieces (rowid, names) VALUES (?, ?)")
    for (number, text) in texts.sorted(by: { $0.number < $1.number }) {
      insert.bind(number, at: 1)
      insert.bind(text: text, at: 2)
      try insert.run()
    }
  }

  /// Forgets everything.
  func removeAll() throws {
    try database.execute(sql: "INSERT INTO pieces (pieces) VALUES ('delete-all')")
  }

  /// The numbers of events whose names may contain a text, in the form of
  /// `LookupName.normalized(_:)`.
  func candidates(for normalized: String) throws -> [Int64] {
    guard LookupName.isLongEnough(normalized) else { return [] }
    return try matches(of: Array(normalized.unicodeScalars)[...])
  }

  /// The same, where the index can name all of them; `nil` where it cannot.
  func everyCandidate(for normalized: String) throws -> [Int64]? {
    guard LookupName.isLongEnough(normalized) else { return nil }
    let numbers = try candidates(for: normalized)
    return numbers.count < Self.candidatesMax ? numbers : nil
  }

  /// The numbers of events whose purchase token may begin with a text, where ``candidates(for:)``
  /// cannot tell because so much of a token is not indexed.
  func candidates(forToken normalized: String) throws -> [Int64] {
    let scalars = Array(normalized.unicodeScalars)
    guard scalars.count > IndexedNames.tokenLength else { return [] }
    return try matches(of: scalars.prefix(IndexedNames.tokenLength))
  }

  private func matches(of scalars: ArraySlice<Unicode.Scalar>) throws -> [Int64] {
    let wanted = Array(scalars.suffix(Self.wantedLength))
    let ways = (0...1).map { first in
      Self.terms(of: Self.sequences(in: wanted, from: first)).joined(separator: " AND ")
    }
    return try database.raw.fetch(
      "SELECT rowid FROM pieces WHERE pieces MATCH $1 LIMIT \(Self.candidatesMax)",
      [.text(ways.map { "(\($0))" }.joined(separator: " OR "))]
    ) { $0.integer(0) }
  }

  /// The conditions for some sequences; a short one, which has many that begin with it, is asked
  /// for only where few others tell candidates apart.
  private static func terms(of sequences: [String]) -> [String] {
    let whole = sequences.filter { $0.unicodeScalars.count == 3 }.map { "\"\($0)\"" }
    let short = sequences.filter { $0.unicodeScalars.count < 3 }.map { "\"\($0)\" *" }
    return whole.count < 2 ? whole + short : whole
  }
}
