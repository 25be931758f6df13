/// Several texts as one blob: before each its length in bytes, in four bytes, smallest first.
public enum PackedTexts {
  /// A length in bytes that few lists exceed.
  @usableFromInline static let usualLengthMax = 96

  /// Packs texts.
  @inlinable
  public static func pack(_ texts: some Sequence<String>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(usualLengthMax)
    for var text in texts {
      text.withUTF8 { text in
        let length = UInt32(clamping: text.count)
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
          bytes.append(UInt8(truncatingIfNeeded: length >> shift))
        }
        bytes.append(contentsOf: text.prefix(Int(length)))
      }
    }
    return bytes
  }

  /// Unpacks texts; what does not fit is left out.
  @inlinable
  public static func unpack(_ bytes: some RandomAccessCollection<UInt8>) -> [String] {
    var texts: [String] = []
    var rest = bytes[...]
    while rest.count >= 4 {
      let length = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(4)
      guard length <= rest.count else { break }
      texts.append(String(decoding: rest.prefix(length), as: UTF8.self))
      rest = rest.dropFirst(length)
    }
    return texts
  }
}
