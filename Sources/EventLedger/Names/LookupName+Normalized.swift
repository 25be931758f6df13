import SubscriptionCore

/// Names as they are read out on the phone: in pieces, without the signs between them.
extension LookupName {
  /// The fewest letters and digits that count as a piece of a name.
  public static let pieceLengthMin = 4

  /// The fewest letters and digits that name anything.
  public static let normalizedLengthMin = 3

  /// A Boolean value that indicates whether a text, in the form of ``normalized(_:)``, has enough
  /// letters and digits to name anything but an account or a subscription.
  public static func isLongEnough(_ normalized: String) -> Bool {
    // A scalar has four bytes at most.
    normalized.utf8.count >= 4 * normalizedLengthMin
      || normalized.unicodeScalars.count >= normalizedLengthMin
  }

  /// The letters and digits of a name, or of what somebody typed, in the form in which pieces are
  /// compared: folded, without the signs between them and without an order's count of renewals.
  ///
  /// - Complexity: O(*n*) for *n* scalars.
  public static func normalized(_ text: String) -> String {
    var text = text
    var isPlain = true
    let normalized = text.withUTF8 { whole in
      String(unsafeUninitializedCapacity: whole.count) { normalized in
        normalize(whole, into: normalized, isPlain: &isPlain)
      }
    }
    return isPlain ? normalized : Filter.foldCase(normalized)
  }

  /// The bytes of a name in the form of ``normalized(_:)``.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  public static func normalizedBytes(_ text: String) -> [UInt8] {
    var text = text
    var isPlain = true
    let normalized = text.withUTF8 { whole in
      [UInt8](unsafeUninitializedCapacity: whole.count) { normalized, count in
        count = normalize(whole, into: normalized, isPlain: &isPlain)
      }
    }
    guard !isPlain else { return normalized }
    return Array(Filter.foldCase(String(decoding: normalized, as: UTF8.self)).utf8)
  }

  /// Writes the letters and digits of a text without an order's count of renewals, those of ASCII
  /// folded, and returns how many bytes and whether there are others.
  private static func normalize(
    _ whole: UnsafeBufferPointer<UInt8>, into normalized: UnsafeMutableBufferPointer<UInt8>,
    isPlain: inout Bool
  ) -> Int {
    var count = 0
    for byte in whole.prefix(lengthWithoutRenewals(whole)) {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): normalized[count] = byte | 0x20
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        normalized[count] = byte
      case 0x80...:
        isPlain = false
        normalized[count] = byte
      default: continue
      }
      count += 1
    }
    return count
  }

  /// The beginning and the end of churntop's own identifier as lists shorten it, for example
  /// `gp_…7663676768`, or its end alone; `nil` for a text that is no such thing.
  public static func ends(ofIdentifier text: String) -> (start: String, end: String)? {
    var (start, end) = ("", text)
    for ellipsis in ["…", "...", "~"] {
      let parts = text.split(separator: ellipsis, maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { (start, end) = (String(parts[0]), String(parts[1])) }
    }
    end = end.lowercased()
    let digits = Set("0123456789abcdef".utf8)
    guard end.utf8.count >= identifierEndMin, end.utf8.allSatisfy(digits.contains) else {
      return nil
    }
    return (start, end)
  }

  /// The fewest letters and digits that count as the end of churntop's own identifier.
  private static let identifierEndMin = 6

  /// A Boolean value that indicates whether a piece, in the form of ``normalized(_:)``, occurs in
  /// the name.
  ///
  /// Only the beginning of a purchase token is ever known.
  public func contains(piece: String) -> Bool {
    !allowsPrefix && LookupName.text(text, contains: piece)
  }

  /// A Boolean value that indicates whether a piece, in the form of ``normalized(_:)`` and long
  /// enough, occurs in a text.
  public static func text(_ text: String, contains piece: String) -> Bool {
    guard piece.unicodeScalars.count >= pieceLengthMin else { return false }
    let (whole, part) = (Array(normalized(text).utf8), Array(piece.utf8))
    guard part.count <= whole.count else { return false }
    return (0...whole.count - part.count).contains { start in
      whole[start..<start + part.count].elementsEqual(part)
    }
  }
}
