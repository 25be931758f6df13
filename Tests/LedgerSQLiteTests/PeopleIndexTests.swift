import EventLedger
import GRDB
import LedgerContract
import LedgerRows
import OwnThreads
import SeededNumbers
import SubscriptionCore
import Synchronization
import Testing

@testable import LedgerSQLite

@Suite(.ownThread) struct `The index of people` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A ledger of people, each with an account.
  private func ledger(of people: [AccountProfile]) throws -> SQLiteLedger {
    let ledger = try SQLiteLedger(path: folder.file(), policy: .standard)
    try ledger.append(people.map { Self.entry(of: $0.account) }, now: SampleWorld.middle)
    try ledger.putProfiles(people)
    return ledger
  }

  private static func entry(of account: AccountID) -> LedgerEntry {
    let at = SampleWorld.middle
    var facts = StoreFacts()
    facts.account = account
    let event = SubscriptionEvent(
      id: "bought", kind: .purchased, subscription: SubscriptionID("own_\(account.rawValue)"),
      effectiveAt: at, statedAt: at, recordedAt: at, source: .googlePlayNotification,
      verification: .unsigned, facts: facts)
    return LedgerEntry(
      identity: account.rawValue, format: "sample", raw: [], receivedAt: at,
      verification: .unsigned, events: [event])
  }

  private static func people(_ numbers: inout SeededNumbers, _ places: Range<Int>)
    -> [AccountProfile]
  {
    places.map { place in
      AccountProfile(
        account: AccountID("a\(place)"), name: place % 9 == 0 ? "" : name(&numbers),
        email: place % 7 == 0 ? "" : "\(name(&numbers))@\(name(&numbers)).com")
    }
  }

  /// A name of few letters, so that many are near to each other.
  private static func name(_ numbers: inout SeededNumbers) -> String {
    let letters = Array("aabcdeé한 .")
    return String(
      (0..<Int.random(in: 3...13, using: &numbers)).map { _ in numbers.pick(letters) })
  }

  /// Whether the index answers, and by how many rows beside it.
  private func noted(_ ledger: SQLiteLedger) throws -> Int? {
    try ledger.read { database in
      guard try Meta.integer(database, .peopleThrough) == .max else { return nil }
      return try Int.fetchOne(database, sql: "SELECT count(*) FROM peopleNotes")
    }
  }

  private func isAnswered(_ text: String, _ ledger: SQLiteLedger) throws -> Bool {
    let near = try #require(FuzzyMatcher(text))
    var found = NearNames()
    return try ledger.read { database in
      try PeopleIndex(database).addSubscriptions(near: near, limit: 50, to: &found)
    }
  }

  @Test(arguments: LedgerRule.nameRules)
  func `keeps the rules of names from the first row on`(_ rule: LedgerRule) throws {
    try rule.check { [folder] in
      let ledger = try SQLiteLedger(path: folder.file(), policy: .standard)
      try ledger.indexPeople()
      return ledger
    }
  }

  @Test func `finds what reading every name finds`() throws {
    var numbers = SeededNumbers(seed: 15)
    let ledger = try ledger(of: Self.people(&numbers, 0..<400))
    let searches = (0..<150).map { place in
      place % 4 == 0
        ? "\(Self.name(&numbers))@\(Self.name(&numbers)).com" : Self.name(&numbers)
    }
    func found() throws -> [[SubscriptionID]] {
      try searches.flatMap { text in
        try [2, 1_000].map { try ledger.near(text, limit: $0) }
      }
    }
    #expect(try noted(ledger) == nil)
    let read = try found()
    #expect(read.count { !$0.isEmpty } > 30)
    try ledger.indexPeople()
    #expect(try noted(ledger) == 0)
    #expect(try isAnswered("abcdabcd", ledger))
    #expect(try found() == read)
    // Rows that came, or whose people changed their names, are found beside it and then by it.
    let others = Self.people(&numbers, 350..<450)
    try ledger.append(
      others.suffix(50).map { Self.entry(of: $0.account) }, now: SampleWorld.middle)
    try ledger.putProfiles(others)
    let count = try #require(try noted(ledger))
    #expect(90...100 ~= count, "but for those without any name")
    let beside = try found()
    #expect(beside != read)
    try ledger.indexPeople()
    #expect(try noted(ledger) == 0)
    #expect(try found() == beside)
    let fresh = try SQLiteLedger(path: folder.file(), policy: .standard)
    try ledger.forEachProfile { profile throws(LedgerError) in
      try fresh.append([Self.entry(of: profile.account)], now: SampleWorld.middle)
      try fresh.putProfiles([profile])
    }
    #expect(
      try searches.flatMap { text in
        try [2, 1_000].map { try fresh.near(text, limit: $0) }
      } == beside)
    #expect(try ledger.verify() == [])
  }

  @Test func `goes where rows are replaced or an account is erased, with every sequence`() throws {
    var numbers = SeededNumbers(seed: 16)
    var people = Self.people(&numbers, 0..<60)
    people[20].name = "Quilla Quark"
    let ledger = try ledger(of: people)
    for change in [
      { _ = try ledger.rebuild(check: false) },
      { _ = try ledger.erase(people[20].account, actor: "test", now: SampleWorld.middle) },
    ] {
      try ledger.indexPeople()
      #expect(try isAnswered("quila quark", ledger))
      #expect(
        try ledger.near("quila quark", limit: 1).map(\.rawValue)
          == ["own_\(people[20].account.rawValue)"])
      try change()
      #expect(try !isAnswered("quila quark", ledger))
    }
    let left = try ledger.read { database in
      try String.fetchAll(database, sql: "SELECT name FROM sqlite_schema WHERE name LIKE 'people%'")
    }
    #expect(left == [])
    try ledger.indexPeople()
    #expect(try ledger.near("quila quark", limit: 1) == [])
  }

  @Test func `is made again where an earlier build left the marks on letters`() throws {
    var numbers = SeededNumbers(seed: 18)
    var people = Self.people(&numbers, 0..<60)
    people[20].name = "José Ángel Núñez"
    let ledger = try ledger(of: people)
    try ledger.indexPeople()
    try ledger.write { database in
      try database.execute(
        sql: "UPDATE meta SET name = 'peopleThrough' WHERE name = 'plainPeopleThrough'")
    }
    let typed = "jose angel nunez"
    #expect(try !isAnswered(typed, ledger))
    for _ in 0..<2 {
      #expect(
        try ledger.near(typed, limit: 1).map(\.rawValue)
          == ["own_\(people[20].account.rawValue)"])
      try ledger.indexPeople()
    }
    #expect(try isAnswered(typed, ledger))
  }

  @Test func `is not asked where more is left than it tells`() throws {
    var numbers = SeededNumbers(seed: 17)
    let ledger = try ledger(of: Self.people(&numbers, 0..<20))
    #expect(try !isAnswered("abcdabcd", ledger))
    let isLeft = try ledger.write { database in try PeopleIndex(database).grow() }
    #expect(isLeft, "what was written since the rows that are there were read")
    #expect(try !isAnswered("abcdabcd", ledger))
    try ledger.indexPeople()
    #expect(try isAnswered("abcdabcd", ledger))
    try ledger.write { database in
      try database.execute(
        sql: """
          WITH RECURSIVE number(value) AS (
            SELECT 100 UNION ALL SELECT value + 1 FROM number LIMIT \(PeopleIndex.notedMax + 1))
          INSERT INTO peopleNotes (key) SELECT value FROM number
          """)
    }
    #expect(try !isAnswered("abcdabcd", ledger))
    // Few rows are read as soon, and nobody begins to make it for them.
    _ = try ledger.near("abcdabcd", limit: 5)
    let isBegun = ledger.isIndexingPeople.withLock(\.self)
    #expect(!isBegun)
  }

  @Test func `is left alone in a full file, and in one that a newer program has changed`() throws {
    var numbers = SeededNumbers(seed: 18)
    let ledger = try ledger(of: Self.people(&numbers, 0..<20))
    func setMost(_ pages: Int) throws {
      try ledger.writeOutsideTransaction { database in
        try database.execute(sql: "PRAGMA max_page_count = \(pages)")
      }
    }
    func setVersion(_ version: Int) throws {
      let other = try DatabaseQueue(path: ledger.path)
      try other.write { try $0.execute(sql: "PRAGMA user_version = \(version)") }
      try other.close()
    }
    try ledger.writeAnew()
    // No less than the file has.
    try setMost(1)
    #expect(try !ledger.addSomePeople(), "or it would try again and again")
    try setMost(1_000_000)
    try setVersion(Schema.version + 1)
    #expect(try !ledger.addSomePeople())
    try setVersion(Schema.version)
    #expect(try ledger.read { try !$0.tableExists("people") })
    #expect(try ledger.addSomePeople())
    #expect(try ledger.read { try $0.tableExists("people") })
  }

  @Test func `is added to by and by while another process writes`() throws {
    var numbers = SeededNumbers(seed: 19)
    let ledger = try ledger(of: Self.people(&numbers, 0..<20))
    let other = try DatabaseQueue(path: ledger.path)
    try other.write { database in
      try database.execute(sql: "PRAGMA user_version = \(Schema.version)")
      #expect(try ledger.addSomePeople(), "it is worth another try")
    }
    #expect(try ledger.read { try !$0.tableExists("people") })
    while try ledger.addSomePeople() {}
    #expect(try noted(ledger) == 0)
  }
}
