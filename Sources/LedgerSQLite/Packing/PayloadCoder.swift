import GRDB
import SubscriptionCore

/// Brings payloads to the form in which they are stored, and back.
struct PayloadCoder {
  private var headers: HeaderTable
  private let compressor = Compressor()

  /// Prepares for payloads of one access to the database.
  init(_ database: Database) throws { headers = try HeaderTable(database) }

  /// The payload of an entry that was not verified, as it is stored, which follows from it alone.
  ///
  /// The header of such a payload may hold anything, so it stays in the payload.
  static func unverified(_ raw: [UInt8], _ compressor: Compressor) -> [UInt8] {
    let form = PackedPayload.whole(raw)
    return compressor.compressed(form) ?? form
  }

  /// The payload of an entry as it is stored.
  mutating func stored(_ raw: [UInt8], _ verification: Verification) throws -> [UInt8] {
    guard verification == .verified,
      let packed = try PackedPayload.pack(raw, number: { try headers.number(of: $0) })
    else { return PayloadCoder.unverified(raw, compressor) }
    return compressor.compressed(packed) ?? packed
  }

  /// A payload as it came, from its stored bytes; `nil` where they are damaged, or the payload was
  /// pruned.
  mutating func raw(_ stored: [UInt8]) throws -> [UInt8]? {
    if PrunedPayload.pruning(of: stored) != nil { return nil }
    var form = stored
    if Compressor.isCompressed(stored) {
      guard let expanded = compressor.expanded(stored) else { return nil }
      form = expanded
    }
    guard PackedPayload.isPacked(form) else { return form }
    return try PackedPayload.unpack(form, header: { try headers.header($0) })
  }
}
