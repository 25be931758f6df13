import EventLedger
import Foundation
import GRDB

extension SQLiteLedger {
  /// The room that each table and index takes in the file, and what is free in it, largest first.
  ///
  /// - Complexity: O(*n*) for *n* pages, all of which are read.
  /// - Throws: `LedgerError` also where the SQLite in use was built without `dbstat`.
  public func sizes() throws(LedgerError) -> [LedgerSize] {
    var sizes = try read { database in
      try SQLiteLedger.tableSizes(database) + [
        LedgerSize(
          .free,
          bytes: try SQLiteLedger.number(database, "freelist_count")
            * SQLiteLedger.number(database, "page_size"))
      ]
    }
    let log = try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int64
    sizes.append(LedgerSize(.log, bytes: log ?? 0))
    return sizes.filter { $0.bytes > 0 }.sorted { ($1.bytes, $0.name) < ($0.bytes, $1.name) }
  }

  /// The pages of each b-tree (<https://www.sqlite.org/dbstat.html>).
  private static func tableSizes(_ database: Database) throws -> [LedgerSize] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT d.name AS name, ifnull(s.tbl_name, d.name) AS tableName, d.pgsize AS bytes
        FROM dbstat('main', 1) d LEFT JOIN main.sqlite_schema s ON s.name = d.name
        """
    ).map { LedgerSize(name: $0["name"], table: $0["tableName"], bytes: $0["bytes"]) }
  }

  /// The bytes of the file.
  static func pageBytes(_ database: Database) throws -> Int64 {
    try number(database, "page_count") * number(database, "page_size")
  }

  private static func number(_ database: Database, _ pragma: String) throws -> Int64 {
    try Int64.fetchOne(database, sql: "PRAGMA main.\(pragma)") ?? 0
  }

  /// Compresses the payloads and events that earlier versions stored, batch by batch while others
  /// write on, and rewrites the file without free pages, for which others wait.
  public func compact(
    progress: (LedgerCompaction.Step) -> Void
  ) throws(LedgerError) -> LedgerCompaction? {
    let before = try read(SQLiteLedger.pageBytes)
    let last = try lastPosition()
    var (payloads, events, told) = (0, 0, -1)
    func tell(_ share: Int64) {
      guard share > told else { return }
      told = Int(share)
      progress(.compressing(share: told))
    }
    var place: LedgerPosition? = 0
    while let done = place {
      tell(done * 50 / max(1, last))
      payloads += try write { database in
        try StoredPayloads.compressNext(database, after: &place)
      }
    }
    var number: Int64? = 0
    while let done = number {
      tell(50 + (done >> EventNumber.bits) * 50 / max(1, last))
      events += try write { database in try StoredEvent.compressNext(database, after: &number) }
    }
    tell(100)
    progress(.givingBack)
    try writeAnew()
    return LedgerCompaction(
      payloads: payloads, events: events, bytesBefore: before,
      bytesAfter: try read(SQLiteLedger.pageBytes))
  }
}
