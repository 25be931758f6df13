/// The comparison of texts in the filter language: scalar by scalar, lowercased.
enum FoldedText {
  /// Lowercases each scalar by its full mapping, regardless of its neighbors.
  static func fold(_ text: String) -> String {
    var text = text
    if text.withUTF8({ isFolded($0) }) { return text }
    var folded = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        folded.append(lowercased(ascii: scalar))
      } else {
        folded.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
      }
    }
    return String(folded)
  }

  /// Returns whether folding leaves every byte of a text unchanged.
  static func isFolded(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { isFolded($0) } || fold(text).utf8.elementsEqual(text.utf8)
  }

  /// Returns whether bytes are ASCII without capitals, so that folding changes nothing.
  private static func isFolded(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in bytes where byte >= 128 || byte &- 65 < 26 { return false }
    return true
  }

  /// Returns whether a text, folded, equals a folded text byte for byte.
  static func isEqual(_ text: String, folded: String) -> Bool {
    if text.utf8.allSatisfy({ $0 < 128 }) {
      return text.utf8.elementsEqual(folded.utf8, by: { lowercased(byte: $0) == $1 })
    }
    return fold(text).utf8.elementsEqual(folded.utf8)
  }

  /// Returns whether a text, folded, contains a folded text; every text contains the empty text.
  ///
  /// - Complexity: O(*n* · *m*) at worst for texts of *n* and *m* bytes.
  static func contains(_ text: String, folded needle: String) -> Bool {
    var text = text
    if let found = text.withUTF8({ asciiSearch($0, needle) }) { return found }
    var folded = fold(text)
    return folded.withUTF8 { search($0, needle) { $0 } }
  }

  /// Searches a text of ASCII only; `nil` if the text has other bytes.
  private static func asciiSearch(_ bytes: UnsafeBufferPointer<UInt8>, _ needle: String) -> Bool? {
    guard bytes.allSatisfy({ $0 < 128 }) else { return nil }
    return search(bytes, needle, lowercased(byte:))
  }

  private static func search(
    _ bytes: UnsafeBufferPointer<UInt8>, _ needle: String, _ map: (UInt8) -> UInt8
  ) -> Bool {
    let wanted = needle.utf8
    guard let first = wanted.first else { return true }
    let count = wanted.count
    guard bytes.count >= count else { return false }
    for start in 0...(bytes.count - count) where map(bytes[start]) == first {
      let window = bytes[start..<start + count]
      if window.elementsEqual(wanted, by: { map($0) == $1 }) { return true }
    }
    return false
  }

  private static func lowercased(byte: UInt8) -> UInt8 {
    (65...90).contains(byte) ? byte + 32 : byte
  }

  private static func lowercased(ascii scalar: Unicode.Scalar) -> Unicode.Scalar {
    Unicode.Scalar(lowercased(byte: UInt8(scalar.value)))
  }
}
