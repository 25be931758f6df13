import Foundation

/// The three parts of a JWS in compact form (<https://www.rfc-editor.org/rfc/rfc7515#section-3.1>).
struct CompactJWS {
  /// The JOSE header, still in base64url.
  let header: UnsafeBufferPointer<UInt8>
  /// The payload, still in base64url.
  let payload: UnsafeBufferPointer<UInt8>
  /// The signature, still in base64url.
  let signature: UnsafeBufferPointer<UInt8>

  /// Splits a text at its two dots; `nil` unless there are exactly three parts and none is empty.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard let first = Self.dot(in: text, from: 0), first > 0,
      let second = Self.dot(in: text, from: first + 1), second > first + 1,
      second + 1 < text.count, Self.dot(in: text, from: second + 1) == nil
    else { return nil }
    header = UnsafeBufferPointer(rebasing: text[..<first])
    payload = UnsafeBufferPointer(rebasing: text[(first + 1)..<second])
    signature = UnsafeBufferPointer(rebasing: text[(second + 1)...])
  }

  /// Returns the place of the first dot at or behind a place, by the C library's fast search.
  private static func dot(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard start < text.count, let base = text.baseAddress,
      let found = memchr(base + start, Int32(UInt8(ascii: ".")), text.count - start)
    else { return nil }
    return UnsafeRawPointer(base).distance(to: found)
  }

  /// Returns whether a text has the outer form of a compact JWS: three parts in the base64url
  /// alphabet.
  static func looksLike(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let jws = CompactJWS(text) else { return false }
    return [jws.header, jws.payload, jws.signature].allSatisfy { part in
      part.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
    }
  }
}
