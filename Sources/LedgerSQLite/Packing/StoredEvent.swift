import EventLedger
import Foundation
import GRDB
import LedgerRows
import SubscriptionCore

/// The form in which a file keeps an event: what ``EventCodec`` writes, compressed where that is
/// shorter.
enum StoredEvent {
  /// The most events that one transaction converts.
  private static let batchMax = 5_000

  /// Returns an event as it is stored.
  static func encode(_ event: SubscriptionEvent, _ compressor: Compressor) -> [UInt8] {
    let bytes = EventCodec.encode(event)
    return compressor.compressed(bytes, .events) ?? bytes
  }

  /// Reads a stored event.
  static func decode(_ stored: UnsafeRawBufferPointer) throws -> SubscriptionEvent {
    guard Compressor.isCompressed(stored) else { return try EventCodec.decode(stored) }
    return try expanded(stored).withUnsafeBytes { try EventCodec.decode($0) }
  }

  /// The bytes of a stored event as ``EventCodec`` wrote them.
  ///
  /// - Throws: `CodecError` where they are damaged.
  static func expanded(_ stored: UnsafeRawBufferPointer) throws(CodecError) -> [UInt8] {
    guard Compressor.isCompressed(stored) else { return [UInt8](stored) }
    let bytes = SharedCompressor.use { $0.expanded(stored) }
    guard let bytes else { throw .truncated(offset: 0) }
    return bytes
  }

  /// `event_bytes(body)`: the bytes of a stored event as ``EventCodec`` wrote them; NULL where they
  /// are damaged.
  static let function = DatabaseFunction("event_bytes", argumentCount: 1, pure: true) { values in
    guard case .blob(let data) = values[0].storage else { return nil }
    return data.withUnsafeBytes { bytes in try? Data(expanded(bytes)) }
  }

  /// Compresses the next events behind a number that are not, within a transaction; the number is
  /// `nil` afterwards where nothing is left.
  ///
  /// Only the form of an event changes, so the guard of events is away meanwhile. One that does not
  /// come out of its new form as it came out of the old one keeps that.
  ///
  /// - Returns: How many events take less room now.
  /// - Throws: What the database says; the transaction is then to be undone.
  static func compressNext(_ database: Database, after place: inout Int64?) throws -> Int {
    guard let start = place else { return 0 }
    let waiting = try database.raw.fetch(
      """
      SELECT number, body FROM events
      WHERE number > $1 AND substr(body, 1, \(Compressor.mark.count)) <> $2
      ORDER BY number LIMIT \(batchMax)
      """, [.integer(start), .bytes(Compressor.mark)]
    ) { (number: $0.integer(0), bytes: [UInt8]($0.buffer(1))) }
    place = waiting.last?.number
    guard !waiting.isEmpty else { return 0 }
    try database.execute(sql: "DROP TRIGGER \(Schema.eventsGuard.name)")
    let compressor = Compressor()
    let update = try RawStatement(database, "UPDATE events SET body = ? WHERE number = ?")
    var count = 0
    for (number, former) in waiting {
      guard let frame = compressor.compressed(former, .events),
        compressor.expanded(frame) == former
      else { continue }
      update.bind(frame, at: 1)
      update.bind(number, at: 2)
      count += try update.run()
    }
    try database.execute(sql: Schema.eventsGuard.statement)
    return count
  }
}
