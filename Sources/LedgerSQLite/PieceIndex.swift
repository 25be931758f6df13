import EventLedger
import GRDB
import SubscriptionCore

/// Finds the events whose names may contain a text, by the sequences of three letters in both.
///
/// Of a name every second sequence is indexed, which halves the index and what writing it costs:
/// wherever a piece lies in the name, the indexed sequences begin either at the piece's first
/// letter or at its second, and a search asks for both. The index holds no text: what it finds are
/// candidates, and their events tell.
struct PieceIndex {
  private let database: Database

  /// How much of a purchase token is indexed, in letters and digits of its beginning.
  private static let tokenLength = 12
  /// How much of any other name is.
  private static let nameLengthMax = 64
  /// How many letters and digits, the last of a text, are looked for: enough to leave few
  /// candidates, and each costs a list of its own.
  private static let wantedLength = 8

  /// The most candidates that are told: what so many have in common tells nobody apart.
  private static let candidatesMax = 20_000

  /// Prepares the index, valid within one access to the database.
  init(_ database: Database) { self.database = database }

  /// The texts under which events are indexed: the sequences in the names they give, but for those
  /// names that earlier events of the subscription gave.
  static func texts(
    of events: [(number: Int64, event: SubscriptionEvent)],
    after earlier: [SubscriptionEvent] = []
  ) -> [(number: Int64, text: String)] {
    var known: [String] = []
    for event in earlier {
      for name in names(of: event) where !known.contains(name) { known.append(name) }
    }
    return events.compactMap { number, event in
      var words: [UInt8] = []
      for name in names(of: event) where !known.contains(name) {
        known.append(name)
        append(name, to: &words)
      }
      return words.isEmpty ? nil : (number, String(decoding: words, as: UTF8.self))
    }
  }

  private static func names(of event: SubscriptionEvent) -> [String] {
    var names = LookupName.spoken(in: event).map { name in
      LookupName.prefix(of: name.text, name.allowsPrefix ? tokenLength : nameLengthMax)
    }
    if let account = event.facts.account { names.append(LookupName.spoken(account.rawValue)) }
    return names.filter(LookupName.isLongEnough)
  }

  /// Adds the sequences that begin at every second letter, the last as short as two letters.
  private static func append(_ name: String, to words: inout [UInt8]) {
    func add(_ word: some Sequence<UInt8>) {
      if !words.isEmpty { words.append(UInt8(ascii: " ")) }
      words.append(contentsOf: word)
    }
    let bytes = Array(name.utf8)
    guard bytes.allSatisfy({ $0 < 0x80 }) else {
      for word in sequences(in: Array(name.unicodeScalars), from: 0) { add(word.utf8) }
      return
    }
    words.reserveCapacity(words.count + 2 * bytes.count + 2)
    for start in stride(from: 0, to: bytes.count - 1, by: 2) {
      add(bytes[start..<min(start + 3, bytes.count)])
    }
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
  func add(_ texts: [(number: Int64, text: String)]) throws {
    let insert = try RawStatement(database, "INSERT INTO pieces (rowid, names) VALUES (?, ?)")
    for (number, text) in texts.sorted(by: { $0.number < $1.number }) {
      insert.bind(number, at: 1)
      insert.bind(text, at: 2)
      try insert.run()
    }
  }

  /// Forgets everything.
  func removeAll() throws {
    try database.execute(sql: "INSERT INTO pieces (pieces) VALUES ('delete-all')")
  }

  /// The numbers of events whose names may contain a text, in the form of
  /// ``EventLedger/LookupName/spoken(_:)``.
  func candidates(for spoken: String) throws -> [Int64] {
    guard LookupName.isLongEnough(spoken) else { return [] }
    return try matches(of: Array(spoken.unicodeScalars)[...])
  }

  /// The same, where the index can name all of them; `nil` where it cannot.
  func everyCandidate(for spoken: String) throws -> [Int64]? {
    guard LookupName.isLongEnough(spoken) else { return nil }
    let numbers = try candidates(for: spoken)
    return numbers.count < Self.candidatesMax ? numbers : nil
  }

  /// The numbers of events whose purchase token may begin with a text, where ``candidates(for:)``
  /// cannot tell because so much of a token is not indexed.
  func candidates(forToken spoken: String) throws -> [Int64] {
    let scalars = Array(spoken.unicodeScalars)
    guard scalars.count > Self.tokenLength else { return [] }
    return try matches(of: scalars.prefix(Self.tokenLength))
  }

  private func matches(of scalars: ArraySlice<Unicode.Scalar>) throws -> [Int64] {
    let wanted = Array(scalars.suffix(Self.wantedLength))
    let ways = (0...1).map { first in
      Self.terms(of: Self.sequences(in: wanted, from: first)).joined(separator: " AND ")
    }
    let select = try RawStatement(
      database, "SELECT rowid FROM pieces WHERE pieces MATCH ? LIMIT \(Self.candidatesMax)")
    select.bind(ways.map { "(\($0))" }.joined(separator: " OR "), at: 1)
    defer { select.reset() }
    var numbers: [Int64] = []
    while try select.step() { numbers.append(select.integer(0)) }
    return numbers
  }

  /// The conditions for some sequences; a short one, which has many that begin with it, is asked
  /// for only where few others tell candidates apart.
  private static func terms(of sequences: [String]) -> [String] {
    let whole = sequences.filter { $0.unicodeScalars.count == 3 }.map { "\"\($0)\"" }
    let short = sequences.filter { $0.unicodeScalars.count < 3 }.map { "\"\($0)\" *" }
    return whole.count < 2 ? whole + short : whole
  }
}
