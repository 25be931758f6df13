import PlainText
import SubscriptionCore

/// A reader that turns the bytes of any supported format into payloads: recognize, verify, decode,
/// map.
///
/// It is a value with a small cache of verified certificate chains; give each task its own.
public struct PayloadReader: Sendable {
  /// The proof that payloads need.
  public let trust: TrustPolicy
  var verifier: SignatureVerifier

  /// The maximum number of bytes of an identifier.
  static let identifierBytesMax = 1_000

  /// Creates a reader with an empty cache.
  public init(trust: TrustPolicy = TrustPolicy()) {
    self.trust = trust
    verifier = SignatureVerifier(roots: trust.allRoots, chainsPerSecond: trust.chainsPerSecond)
  }

  /// Reads one document: one JSON value or one compact JWS.
  ///
  /// - Parameters:
  ///   - document: The bytes; white space around them is ignored.
  ///   - receivedAt: The instant at which the document was received, if it is known. The
  ///     `receivedAt` of an archive record has precedence; without either, the time that the
  ///     payload states is used.
  ///   - heardAt: The present, for a payload that states no time.
  /// - Returns: One outcome per item: an array or a history answer has several, in order.
  public mutating func read(
    _ document: ArraySlice<UInt8>, receivedAt: Timestamp? = nil, heardAt: Timestamp
  ) -> [ReadOutcome] {
    document.withUnsafeBufferPointer { read($0, receivedAt: receivedAt, heardAt: heardAt) }
  }
}

extension PayloadReader {
  /// Reads one document, in the same way, from memory that the caller owns.
  public mutating func read(
    _ document: UnsafeBufferPointer<UInt8>, receivedAt: Timestamp? = nil, heardAt: Timestamp
  ) -> [ReadOutcome] {
    let context = ReadContext(receivedAt: receivedAt, heardAt: heardAt)
    let text = Self.trimmed(document)
    do throws(Fault) {
      guard let first = text.first else { throw Fault(.document(.empty)) }
      if Self.opensJSON(first) || !CompactJWS.looksLike(text) {
        let json = try JSONDocument.scan(text)
        return json.withRoot(of: text) { read($0, context) }
      }
      return [.payload(try signed(text, context).storable())]
    } catch {
      return [.refused(Refusal(error, raw: text))]
    }
  }

  private static func opensJSON(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "\"")
  }

  private static func trimmed(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    guard let first = text.firstIndex(where: { !isSpace($0) }),
      let last = text.lastIndex(where: { !isSpace($0) })
    else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(rebasing: text[first...last])
  }
}
