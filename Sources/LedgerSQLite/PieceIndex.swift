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

  /// The most candidates that are told: what so many have in common tells nobody apart.
  private static let candidatesMax = 20_000

  /// Prepares the index, valid within one access to the database.
  init(_ database: Database) { self.database = database }

  /// The texts under which events are indexed: the names they give, but for those that earlier
  /// ones of the subscription gave.
  static func texts(
    of events: [(number: Int64, event: SubscriptionEvent)],
    after earlier: [SubscriptionEvent] = []
  ) -> [(number: Int64, text: String)] {
    var known = Set<String>()
    for event in earlier { known.formUnion(texts(of: event)) }
    return events.compactMap { number, event in
      let new = texts(of: event).filter { known.insert($0).inserted }
      return new.isEmpty ? nil : (number, new.joined(separator: " "))
    }
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

  /// The numbers of events whose names may contain a text, in the form of
  /// ``EventLedger/LookupName/spoken(_:)``.
  func candidates(for spoken: String) throws -> [Int64] {
    guard LookupName.isLongEnough(spoken) else { return [] }
    return try matches(of: Array(spoken.unicodeScalars)[...])
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
    let terms = (0...wanted.count - 3).map { start -> String in
      var term = String.UnicodeScalarView()
      term.append(contentsOf: wanted[start..<start + 3])
      return "\"\(String(term))\""
    }
    let select = try RawStatement(
      database, "SELECT rowid FROM pieces WHERE pieces MATCH ? LIMIT \(Self.candidatesMax)")
    select.bind(terms.joined(separator: " AND "), at: 1)
    defer { select.reset() }
    var numbers: [Int64] = []
    while try select.step() { numbers.append(select.integer(0)) }
    return numbers
  }
}
