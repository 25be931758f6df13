import Foundation

/// The bytes of a cached JOSE header, in base64url.
struct HeaderBytes: Sendable {
  private let bytes: [UInt8]

  /// Copies a header.
  init(_ header: UnsafeBufferPointer<UInt8>) { bytes = Array(header) }

  /// Returns whether a header is equal byte for byte.
  func matches(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count == other.count else { return false }
    return bytes.withUnsafeBytes { mine in
      guard let mine = mine.baseAddress, let other = other.baseAddress else { return true }
      return memcmp(mine, other, bytes.count) == 0
    }
  }
}
