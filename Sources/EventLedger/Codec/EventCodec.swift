import SubscriptionCore

/// The compact form in which a ledger stores events and derived rows.
///
/// A version byte, then the fields by number. A field that this build does not know is passed
/// over, so a ledger may be read by a build older than the one that wrote it.
public enum EventCodec {
  /// The version written.
  public static let version: UInt8 = 1

  /// A length in bytes that few events or rows exceed.
  private static let usualLengthMax = 1_000

  /// Writes an event.
  public static func encode(_ event: SubscriptionEvent) -> [UInt8] { encode(fields: event) }

  /// Reads an event.
  public static func decode(
    _ bytes: UnsafeRawBufferPointer
  ) throws(CodecError) -> SubscriptionEvent {
    try decode(fields: bytes)
  }

  /// Writes a derived row.
  public static func encode(_ row: SubscriberProjection) -> [UInt8] { encode(fields: row) }

  /// Reads a derived row.
  public static func decode(row bytes: UnsafeRawBufferPointer) throws(CodecError)
    -> SubscriberProjection
  {
    try decode(fields: bytes)
  }

  /// Reads the line of the list out of a derived row, with the billing episodes, the ends and the
  /// refunds that filters ask for.
  public static func decode(
    summary bytes: UnsafeRawBufferPointer
  ) throws(CodecError) -> SubscriberSummary {
    let row: SummaryOnly = try decode(fields: bytes)
    return row.summary
  }

  /// Writes a profile.
  public static func encode(_ profile: AccountProfile) -> [UInt8] { encode(fields: profile) }

  /// Reads a profile.
  public static func decode(
    profile bytes: UnsafeRawBufferPointer
  ) throws(CodecError) -> AccountProfile {
    try decode(fields: bytes)
  }

  static func encode(fields value: some Fields) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(usualLengthMax)
    bytes.append(version)
    var writer = FieldWriter(appendingTo: bytes)
    var copy = value
    copy.visit(&writer)
    return writer.bytes
  }

  static func decode<Value: Fields>(
    fields bytes: UnsafeRawBufferPointer
  ) throws(CodecError) -> Value {
    guard let first = bytes.first else { throw .truncated(offset: 0) }
    guard first == version else { throw .unknownVersion(first) }
    var reader = FieldReader(UnsafeRawBufferPointer(rebasing: bytes.dropFirst()))
    var value = Value.blank
    value.visit(&reader)
    if let fault = reader.fault { throw fault }
    return value
  }
}

/// The part of a `SubscriberProjection` that a list needs.
private struct SummaryOnly: Fields {
  var summary = SubscriberSummary.blank
  static var blank: SummaryOnly { SummaryOnly() }
  mutating func visit(_ visitor: inout some FieldVisitor) {
    visitor.field(1, &summary)
    visitor.field(2, &summary.episodes)
    visitor.field(5, &summary.pastEnds)
    visitor.field(6, &summary.refunds)
  }
}
