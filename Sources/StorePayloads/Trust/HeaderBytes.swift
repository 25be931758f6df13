/// The bytes of a cached JOSE header, in base64url.
struct HeaderBytes: Sendable {
  private let bytes: [UInt8]

  /// Copies a header.
  init(_ header: UnsafeBufferPointer<UInt8>) { bytes = Array(header) }

  /// Returns whether a header is equal byte for byte; it compares eight bytes at a time.
  func matches(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count == other.count else { return false }
    return bytes.withUnsafeBytes { mine in
      let theirs = UnsafeRawBufferPointer(other)
      var place = 0
      while place + 8 <= mine.count {
        if mine.loadUnaligned(fromByteOffset: place, as: UInt64.self)
          != theirs.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        {
          return false
        }
        place += 8
      }
      return mine[place...].elementsEqual(theirs[place...])
    }
  }
}
