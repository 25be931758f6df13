import GRDB
import LedgerRows
import SubscriptionCore

/// The texts of all rows in blocks that lie close together, in which free text is found by looking
/// at every byte: a million rows are 90 MB, which take some hundredths of a second.
///
/// It is made when a filter first asks, so that a ledger that an import is filling does without.
/// From then on triggers note which rows came, went or changed a text; those are looked at one by
/// one until they are so many that their blocks are rewritten.
struct TextIndex {
  private let database: Database

  /// Prepares the index, valid within one access to the database.
  init(_ database: Database) { self.database = database }

  /// The most noted rows that are worth looking at one by one.
  static let notedMax = 2_000

  /// The columns of `subscribers` with the texts, folded where that changes anything.
  private static let texts = [
    "id", "account", "product", "idFolded", "accountFolded", "productFolded", "name", "email",
  ]

  private static let parts: SchemaParts = {
    let changed = texts.map { "NEW.\($0) IS NOT OLD.\($0)" }.joined(separator: " OR ")
    func note(_ row: String) -> String {
      "BEGIN INSERT INTO textNotes (key) VALUES (\(row).key) ON CONFLICT DO NOTHING; END"
    }
    return SchemaParts(all: [
      (
        "textBlocks",
        """
        CREATE TABLE textBlocks (
          block INTEGER PRIMARY KEY,
          texts BLOB NOT NULL,
          products BLOB NOT NULL,
          places BLOB NOT NULL
        ) STRICT
        """
      ),
      ("textNotes", "CREATE TABLE textNotes (key INTEGER PRIMARY KEY) STRICT"),
      (
        "textInserted",
        "CREATE TRIGGER textInserted AFTER INSERT ON subscribers \(note("NEW"))"
      ),
      (
        "textUpdated",
        """
        CREATE TRIGGER textUpdated AFTER UPDATE OF \(texts.joined(separator: ", ")) ON subscribers
        WHEN \(changed) \(note("NEW"))
        """
      ),
      (
        "textDeleted",
        "CREATE TRIGGER textDeleted AFTER DELETE ON subscribers \(note("OLD"))"
      ),
    ])
  }()

  // MARK: Form

  /// A Boolean value that indicates whether the file has the index, whole.
  func exists() throws -> Bool { try Self.parts.exist(in: database) }

  /// Makes the index out of every row, in place of what there is of one.
  func make() throws {
    try drop()
    try Self.parts.create(in: database)
    try database.execute(
      sql: "INSERT INTO textNotes (key) SELECT key FROM subscribers ORDER BY key")
    try refresh(until: 0)
  }

  /// Removes the index, and with it every text that it repeats.
  func drop() throws {
    try Self.parts.drop(from: database)
    try Meta.grow(database, .textsVersion)
  }

  /// The number of noted rows, at most one more than ten times ``notedMax``.
  func notedCount() throws -> Int {
    let count = try database.raw.integer(
      "SELECT count(*) FROM (SELECT 1 FROM textNotes LIMIT $1)", [.limit(10 * Self.notedMax + 1)])
    return Int(count ?? 0)
  }

  /// Rewrites the blocks with the most changed rows, until so many are left at most.
  func refresh(until limit: Int = notedMax / 2) throws {
    let blocks = try Row.fetchAll(
      database,
      sql: """
        SELECT key >> \(TextBlock.bits) AS block, count(*) FROM textNotes
        GROUP BY block ORDER BY count(*) DESC, block
        """)
    var noted = blocks.reduce(0) { $0 + ($1[1] as Int) }
    guard noted > limit else { return }
    let write = try RawStatement(
      database,
      "INSERT OR REPLACE INTO textBlocks (block, texts, products, places) VALUES (?, ?, ?, ?)")
    for row in blocks where noted > limit {
      let number: Int64 = row[0]
      let block = try block(number)
      write.bind(number, at: 1)
      write.bind(block.texts, at: 2)
      write.bind(block.products, at: 3)
      write.bind(block.places, at: 4)
      try write.run()
      try database.execute(
        sql: "DELETE FROM textNotes WHERE key BETWEEN ? AND ?",
        arguments: [number << TextBlock.bits, (number + 1) << TextBlock.bits - 1])
      noted -= row[1]
    }
    try Meta.grow(database, .textsVersion)
  }

  /// The content of a block, from the rows.
  private func block(_ number: Int64) throws -> TextBlock {
    let select = try RawStatement(
      database,
      """
      SELECT key, ifnull(idFolded, id), ifnull(accountFolded, account), name, email,
        ifnull(productFolded, product)
      FROM subscribers WHERE key BETWEEN ? AND ? ORDER BY key
      """)
    let first = number << TextBlock.bits
    select.bind(first, at: 1)
    select.bind(first + Int64(TextBlock.rowCount) - 1, at: 2)
    defer { select.reset() }
    var (block, next) = (TextBlock(), first)
    while try select.step() {
      while next < select.integer(0) {
        block.addNothing()
        next += 1
      }
      block.add(texts: (1...4).map { select.buffer(Int32($0)) }, product: select.buffer(5))
      next += 1
    }
    return block
  }

  /// The blocks that do not repeat the texts of their rows, those with noted rows left out.
  func differingBlocks() throws -> [Int64] {
    let noted = try Int64.fetchSet(
      database, sql: "SELECT DISTINCT key >> \(TextBlock.bits) FROM textNotes")
    let wanted = try Int64.fetchSet(
      database, sql: "SELECT DISTINCT key >> \(TextBlock.bits) FROM subscribers")
    var stored: Set<Int64> = []
    var differing: [Int64] = []
    let select = try RawStatement(
      database, "SELECT block, texts, products, places FROM textBlocks", isKept: false)
    while try select.step() {
      let number = select.integer(0)
      stored.insert(number)
      guard !noted.contains(number) else { continue }
      let block = try block(number)
      if select.bytes(1) != block.texts || select.bytes(2) != block.products
        || select.bytes(3) != block.places
      {
        differing.append(number)
      }
    }
    return differing + wanted.subtracting(stored).subtracting(noted).sorted()
  }

  // MARK: Finding

  /// The numbers of the rows that satisfy a term.
  ///
  /// - Complexity: O(*n*) for *n* bytes of text, of the blocks in which a term was found that this
  ///   one is narrower than.
  func keys(of term: TextTerm, _ store: SearchCache) throws -> KeySet {
    let version = try Meta.integer(database, .textsVersion) ?? 0
    var keys =
      try store.keys(of: term, version)
      ?? blockKeys(of: term, within: store.nearest(to: term, version))
    store.keep(keys, of: term, version)
    let condition = SQLCondition(term.predicate)
    let noted = try RawStatement(
      database,
      """
      SELECT n.key, s.key IS NOT NULL AND \(condition.sql)
      FROM textNotes n LEFT JOIN subscribers s ON s.key = n.key
      """, isKept: false)
    noted.bind(condition.values)
    defer { noted.reset() }
    while try noted.step() {
      if noted.integer(1) != 0 {
        keys.insert(noted.integer(0))
      } else {
        keys.remove(noted.integer(0))
      }
    }
    return keys
  }

  private func blockKeys(of term: TextTerm, within wider: KeySet?) throws -> KeySet {
    var found = KeySet()
    guard let search = ByteSearch(term.text.utf8) else { return found }
    let texts = TextBlock.columns.contains(where: term.columns.contains) ? "texts" : "x''"
    let places = term.columns.contains(.product) ? "products, places" : "x'', x''"
    let select = try RawStatement(
      database, "SELECT block, \(texts), \(places) FROM textBlocks ORDER BY block")
    defer { select.reset() }
    while try select.step() {
      let first = select.integer(0) << TextBlock.bits
      if let wider, !wider.hasAny(in: first..<first + Int64(TextBlock.rowCount)) { continue }
      let bytes = TextBlockBytes(
        texts: select.buffer(1), products: select.buffer(2), places: select.buffer(3))
      bytes.eachRow(of: term, search) { row in found.insert(first + Int64(row)) }
    }
    return found
  }
}
