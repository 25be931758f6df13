import EventLedger
import GRDB
import Glibc
import LedgerRows
import SubscriptionCore

/// Reads pages of episodes, oldest failure first, out of their table alone.
///
/// A million of them are read for one report, so texts that many share are made once.
struct EpisodeReader {
  private var properties = SharedValues<EpisodeProperties>()
  private var classes = SharedValues<EpisodeClass>()
  private var plans = SharedValues<BillingPeriod>()
  private var currencies = SharedValues<String>()

  /// The place after which a page begins.
  struct Place {
    var failedAt: Int64
    var subscription: Int64
    var place: Int64
  }

  /// The numbers of episodes of the first page, which may hold all that is asked for, and of the
  /// largest.
  static let pageLengths = (first: 32, most: 4_096)

  /// The query for a page, whose first four parameters are the place and the end; the values of the
  /// condition and the length of the page follow.
  static func select(_ condition: SQLCondition?) -> String {
    let columns = EpisodeTable.columns.joined(separator: ", ")
    let filter = condition.map { " AND \($0.sql)" } ?? ""
    return """
      SELECT \(columns) FROM episodes e
      WHERE (failedAt, subscription, place) > (?, ?, ?) AND failedAt < ?\(filter)
      ORDER BY failedAt, subscription, place LIMIT ?
      """
  }

  /// Reads a page, and moves the place behind its last episode; at the end there is no place.
  mutating func page(
    _ statement: RawStatement, from place: inout Place?, length: Int
  ) throws -> [EpisodeRecord] {
    var records: [EpisodeRecord] = []
    records.reserveCapacity(length)
    var last: Place?
    while try statement.step() {
      last = Place(
        failedAt: statement.integer(0), subscription: statement.integer(1),
        place: statement.integer(2))
      records.append(try record(statement))
    }
    place = records.count < length ? nil : last
    return records
  }

  private mutating func record(_ statement: RawStatement) throws -> EpisodeRecord {
    guard
      let kind = classes.value(statement.buffer(3), { EpisodeClass(name: EpisodeReader.text($0)) }),
      let owner = properties.value(statement.buffer(16), { EpisodeProperties(packed: $0) })
    else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "an episode is damaged") }
    let plan = plans.value(statement.buffer(10)) { bytes in
      BillingPeriod(iso8601: EpisodeReader.text(bytes))
    }
    let currency = currencies.value(statement.buffer(12), EpisodeReader.text)
    return EpisodeRecord(statement, kind, owner, plan: plan, currency: currency)
  }

  private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}

/// Values that many rows share, made once for each sequence of bytes that they are read from.
struct SharedValues<Value> {
  private var known: [Int: (bytes: [UInt8], value: Value)] = [:]

  /// Returns the value for bytes, made by a closure where they are new.
  mutating func value(
    _ bytes: UnsafeRawBufferPointer, _ make: (UnsafeRawBufferPointer) -> Value?
  ) -> Value? {
    let hash = Self.hash(bytes)
    if let found = known[hash] {
      return Self.isEqual(found.bytes, bytes) ? found.value : make(bytes)
    }
    guard let value = make(bytes) else { return nil }
    known[hash] = (Array(bytes), value)
    return value
  }

  /// Returns a hash, eight bytes at a time.
  private static func hash(_ bytes: UnsafeRawBufferPointer) -> Int {
    var (hash, rest) = (UInt64(bytes.count), bytes[...])
    while rest.count >= 8 {
      let word = UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: UInt64.self)
      hash = (hash &* 31) &+ word
      rest = rest.dropFirst(8)
    }
    for byte in rest { hash = (hash &* 31) &+ UInt64(byte) }
    return Int(truncatingIfNeeded: hash)
  }

  private static func isEqual(_ known: [UInt8], _ bytes: UnsafeRawBufferPointer) -> Bool {
    guard known.count == bytes.count, let base = bytes.baseAddress else {
      return known.isEmpty && bytes.isEmpty
    }
    return known.withUnsafeBytes {
      $0.baseAddress.map { memcmp($0, base, known.count) == 0 } ?? true
    }
  }
}
