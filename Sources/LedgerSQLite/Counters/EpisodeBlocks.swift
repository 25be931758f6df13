import GRDB
import LedgerRows
import SubscriptionCore

/// The billing episodes once more, packed hour by hour (`EpisodeBlock`), so that a report reads
/// millions of them within hundredths of a second.
///
/// The blocks are made when a report first asks, or when an import ends. From then on whoever
/// writes episodes notes their hours, whose blocks are outdated: a report reads the episodes of
/// such hours themselves, and whoever may write packs them again first.
struct EpisodeBlocks {
  private let database: Database

  /// Prepares the blocks, valid within one access to the database.
  init(_ database: Database) { self.database = database }

  /// The number of episodes from which on blocks are worth their room.
  static let episodesMin = 4_096
  /// The most outdated blocks whose episodes are read as quickly as a screen needs.
  static let outdatedMax = 64
  /// The most blocks that are packed in one transaction, between which others may write.
  private static let refreshMax = 256
  /// The failures that have blocks, in milliseconds since 1970; nothing asks for others.
  private static let bounds: ClosedRange<Int64> = -8_000_000_000_000_000...8_000_000_000_000_000

  private static let parts = SchemaParts(
    all: [
      ("episodeBlocks", "start INTEGER PRIMARY KEY, episodes BLOB NOT NULL"),
      ("outdatedEpisodeBlocks", "start INTEGER PRIMARY KEY"),
      ("episodeShapes", "number INTEGER PRIMARY KEY, shape BLOB NOT NULL"),
    ].map { name, columns in (name, "CREATE TABLE \(name) (\(columns)) STRICT") })

  /// Returns the beginning of the hour of a failure, in milliseconds since 1970.
  static func hour(of failedAt: Timestamp) -> Int64 {
    let milliseconds = min(max(bounds.lowerBound, failedAt.milliseconds), bounds.upperBound)
    return EpisodeBlock.start(of: Timestamp(milliseconds: milliseconds)).milliseconds
  }

  // MARK: Form

  /// A Boolean value that indicates whether the file has the blocks.
  ///
  /// A ledger of the past has none: the file beside it is another.
  func exists() throws -> Bool { try Self.parts.exist(in: database) }

  /// Notes each hour with episodes as one without a block, in place of the blocks that there are.
  func make() throws {
    try drop()
    try Self.parts.create(in: database)
    let next = try RawStatement(
      database, "SELECT failedAt FROM episodes WHERE failedAt >= ? ORDER BY failedAt LIMIT 1")
    let insert = try RawStatement(
      database, "INSERT INTO main.outdatedEpisodeBlocks (start) VALUES (?)")
    var start = EpisodeBlocks.bounds.lowerBound
    while true {
      next.bind(start, at: 1)
      defer { next.reset() }
      guard try next.step(), next.integer(0) <= EpisodeBlocks.bounds.upperBound else { return }
      let failedAt = Timestamp(milliseconds: next.integer(0))
      insert.bind(EpisodeBlock.start(of: failedAt).milliseconds, at: 1)
      try insert.run()
      start = EpisodeBlock.start(of: failedAt).milliseconds + EpisodeBlock.length
    }
  }

  /// Removes the blocks, with the triggers that noted the hours at first.
  func drop() throws {
    for trigger in ["episodeAdded", "episodeRemoved"] {
      try database.execute(sql: "DROP TRIGGER IF EXISTS main.\(trigger)")
    }
    try Self.parts.drop(from: database)
  }

  /// A Boolean value that indicates whether there are enough episodes for blocks.
  func areWorthwhile(from count: Int = episodesMin) throws -> Bool {
    try database.raw.integer(
      "SELECT 1 FROM episodes LIMIT 1 OFFSET $1", [.integer(Int64(count - 1))]) != nil
  }

  /// The number of hours whose block is missing or outdated, at most one more than a limit.
  func outdatedCount(limit: Int) throws -> Int {
    let count = try database.raw.integer(
      "SELECT count(*) FROM (SELECT 1 FROM main.outdatedEpisodeBlocks LIMIT $1)",
      [.limit(limit + 1)])
    return Int(count ?? 0)
  }

  // MARK: Writing

  /// Notes that the blocks of some hours are outdated, as episodes came, went or changed there.
  func note(_ hours: Set<Int64>) throws {
    guard !hours.isEmpty, try exists() else { return }
    let insert = try RawStatement(
      database, "INSERT OR IGNORE INTO main.outdatedEpisodeBlocks (start) VALUES (?)")
    for start in hours.sorted() {
      insert.bind(start, at: 1)
      try insert.run()
    }
  }

  /// Packs the episodes of some hours whose block is missing or outdated, the latest first.
  ///
  /// - Returns: Whether there are more.
  func refresh() throws -> Bool {
    let outdated = try Int64.fetchAll(
      database,
      sql: "SELECT start FROM main.outdatedEpisodeBlocks ORDER BY start DESC LIMIT ?",
      arguments: [EpisodeBlocks.refreshMax]
    ).reversed()
    var ranges: [ClosedRange<Int64>] = []
    for start in outdated {
      let end = start + EpisodeBlock.length - 1
      if let last = ranges.last, last.upperBound == start - 1 {
        ranges[ranges.count - 1] = last.lowerBound...end
      } else {
        ranges.append(start...end)
      }
    }
    try pack(ranges)
    return outdated.count == EpisodeBlocks.refreshMax
  }

  private func pack(_ ranges: [ClosedRange<Int64>]) throws {
    var packer = EpisodePacker(try shapes())
    let known = packer.shapes.count
    let clear = try ["episodeBlocks", "outdatedEpisodeBlocks"].map { table in
      try RawStatement(database, "DELETE FROM main.\(table) WHERE start BETWEEN ? AND ?")
    }
    let insert = try RawStatement(
      database, "INSERT INTO main.episodeBlocks (start, episodes) VALUES (?, ?)")
    for range in ranges {
      for statement in clear {
        statement.bind(range.lowerBound, at: 1)
        statement.bind(range.upperBound, at: 2)
        try statement.run()
      }
      try packer.pack(database, range) { start, bytes, _ in
        insert.bind(start.milliseconds, at: 1)
        insert.bind(bytes, at: 2)
        try insert.run()
      }
    }
    let insertShape = try RawStatement(
      database, "INSERT INTO main.episodeShapes (number, shape) VALUES (?, ?)")
    for number in known..<packer.shapes.count {
      insertShape.bind(Int64(number), at: 1)
      insertShape.bind(packer.shapes[number].packed, at: 2)
      try insertShape.run()
    }
  }

  /// The shapes by their numbers.
  private func shapes() throws -> [EpisodeShape] {
    let statement = try RawStatement(
      database, "SELECT number, shape FROM main.episodeShapes ORDER BY number")
    defer { statement.reset() }
    var shapes: [EpisodeShape] = []
    while try statement.step() {
      guard statement.integer(0) == shapes.count,
        let shape = EpisodeShape(packed: statement.buffer(1))
      else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a shape is damaged") }
      shapes.append(shape)
    }
    return shapes
  }

  // MARK: Reading

  /// Counts the episodes of a report in the order of their failures, those of outdated blocks one
  /// by one.
  func count(_ counts: inout some EpisodeBlockCounts) throws {
    let range =
      EpisodeBlock.start(of: counts.failures.lowerBound)
      .milliseconds...counts.failures.upperBound.milliseconds
    guard try exists() else {
      var packer = EpisodePacker([])
      return try add(range, &packer, to: &counts)
    }
    var packer = EpisodePacker(try shapes())
    for shape in packer.shapes { counts.add(shape) }
    let outdated = try Int64.fetchAll(
      database,
      sql: """
        SELECT start FROM main.outdatedEpisodeBlocks WHERE start BETWEEN ? AND ? ORDER BY start
        """, arguments: [range.lowerBound, range.upperBound])
    // The outdated hours that are not counted yet, and as far as they precede the present block.
    var (first, end) = (0, 0)
    func addOutdated() throws {
      guard first < end else { return }
      let hours = outdated[first]...(outdated[end - 1] + EpisodeBlock.length - 1)
      try add(hours, &packer, to: &counts)
      first = end
    }
    let statement = try RawStatement(
      database,
      "SELECT start, episodes FROM main.episodeBlocks WHERE start BETWEEN ? AND ? ORDER BY start")
    statement.bind(range.lowerBound, at: 1)
    statement.bind(range.upperBound, at: 2)
    defer { statement.reset() }
    while try statement.step() {
      let start = statement.integer(0)
      while end < outdated.count, outdated[end] < start { end += 1 }
      if end < outdated.count, outdated[end] == start { continue }
      try addOutdated()
      guard
        let block = EpisodeBlock(statement.buffer(1), from: Timestamp(milliseconds: start))
      else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a block is damaged") }
      counts.add(block)
    }
    end = outdated.count
    try addOutdated()
  }

  /// Packs the episodes of a range in memory and counts them.
  private func add(
    _ range: ClosedRange<Int64>, _ packer: inout EpisodePacker,
    to counts: inout some EpisodeBlockCounts
  ) throws {
    let bounds = range.clamped(to: EpisodeBlocks.bounds)
    try packer.pack(database, bounds) { start, bytes, shapes in
      for shape in shapes[counts.shapes.count...] { counts.add(shape) }
      bytes.withUnsafeBytes { bytes in
        if let block = EpisodeBlock(bytes, from: start) { counts.add(block) }
      }
    }
  }

  // MARK: Checking

  /// The number of blocks that differ from their episodes, outdated ones left out, and of hours
  /// with episodes that have none.
  func differingCount() throws -> Int {
    var packer = EpisodePacker(try shapes())
    var wanted: [Int64: [UInt8]] = [:]
    try packer.pack(database, EpisodeBlocks.bounds) { start, bytes, _ in
      wanted[start.milliseconds] = bytes
    }
    let outdated = try Set(
      Int64.fetchAll(database, sql: "SELECT start FROM outdatedEpisodeBlocks"))
    for start in outdated { wanted[start] = nil }
    var differing = 0
    let statement = try RawStatement(
      database, "SELECT start, episodes FROM main.episodeBlocks", isKept: false)
    while try statement.step() {
      let start = statement.integer(0)
      if !outdated.contains(start), wanted.removeValue(forKey: start) != statement.bytes(1) {
        differing += 1
      }
    }
    return differing + wanted.count
  }
}
