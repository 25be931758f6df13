import SubscriptionCore

/// Turns the bytes of any supported format into payloads: recognise, verify, decode, map.
///
/// A value with a small cache of verified certificate chains; give each task its own.
public struct PayloadReader: Sendable {
  /// What a payload must prove.
  public let trust: TrustPolicy

  /// Creates a reader with an empty cache.
  public init(trust: TrustPolicy = TrustPolicy()) { self.trust = trust }

  /// Reads one document: one JSON value or one compact JWS.
  ///
  /// - Parameters:
  ///   - document: The bytes; white space around them is ignored.
  ///   - receivedAt: When the document was heard, where that is known. The `receivedAt` of an
  ///     archive record wins over it; without either, the time that the payload states is used.
  ///   - heardAt: The present, for a payload that states no time at all.
  /// - Returns: One outcome an item: an array or a history answer has several, in order.
  public mutating func read(
    _ document: ArraySlice<UInt8>, receivedAt: Timestamp? = nil, heardAt: Timestamp
  ) -> [ReadOutcome] {
    document.withUnsafeBufferPointer { read($0, receivedAt: receivedAt, heardAt: heardAt) }
  }
}

extension PayloadReader {
  mutating func read(
    _ document: UnsafeBufferPointer<UInt8>, receivedAt: Timestamp?, heardAt: Timestamp
  ) -> [ReadOutcome] {
    []
  }
}
