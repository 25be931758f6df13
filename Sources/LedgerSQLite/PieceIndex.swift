import EventLedger
import GRDB
import SubscriptionCore

/// Finds the events whose names may contain a text, by the sequences of three letters in both.
///
/// The index holds no text: what it finds are candidates, and their events tell.
struct PieceIndex {
  private let database: Database

  /// How much of a purchase token is indexed, in letters and digits of its beginning.
  private static let tokenLength = 16
  /// How much of any other name is.
  private static let nameLengthMax = 64
  /// How many letters and digits, the last of a text, are looked for: enough to leave few
  /// candidates, and each costs a list of its own.
  private static let wantedLength = 8

  /// Prepares the index, valid within one access to the database.
  init(_ database: Database) { self.database = database }

  /// The text under which the names that some events give are indexed, but for those that earlier
  /// ones of the subscription gave; `nil` where there is none.
  static func text(
    of events: some Sequence<SubscriptionEvent>, after earlier: some Sequence<SubscriptionEvent>
  ) -> String? {
    var known = Set<String>()
    for event in earlier { known.formUnion(texts(of: event)) }
    let new = events.flatMap(texts).filter { known.insert($0).inserted }
    return new.isEmpty ? nil : new.joined(separator: " ")
  }

  private static func texts(of event: SubscriptionEvent) -> [String] {
    var texts = LookupName.names(in: event).map { name in
      String(
        LookupName.spoken(name.text).unicodeScalars
          .prefix(name.allowsPrefix ? tokenLength : nameLengthMax))
    }
    if let account = event.facts.account { texts.append(LookupName.spoken(account.rawValue)) }
    return texts.filter(LookupName.isLongEnough)
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

  /// Calls a closure with the number of each event whose names may contain a text, in the form of
  /// ``EventLedger/LookupName/spoken(_:)``, until it answers `false`.
  func eachCandidate(of spoken: String, _ body: (Int64) throws -> Bool) throws {
    let scalars = Array(spoken.unicodeScalars)
    guard LookupName.isLongEnough(spoken) else { return }
    try eachMatch(of: scalars[...], body)
    if scalars.count > Self.tokenLength {
      try eachMatch(of: scalars.prefix(Self.tokenLength), body)
    }
  }

  private func eachMatch(
    of scalars: ArraySlice<Unicode.Scalar>, _ body: (Int64) throws -> Bool
  ) throws {
    let wanted = Array(scalars.suffix(Self.wantedLength))
    let terms = (0...wanted.count - 3).map { start -> String in
      var term = String.UnicodeScalarView()
      term.append(contentsOf: wanted[start..<start + 3])
      return "\"\(String(term))\""
    }
    let select = try RawStatement(database, "SELECT rowid FROM pieces WHERE pieces MATCH ?")
    select.bind(terms.joined(separator: " AND "), at: 1)
    defer { select.reset() }
    while try select.step() {
      guard try body(select.integer(0)) else { return }
    }
  }
}
