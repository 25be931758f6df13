import SubscriptionCore

/// Names as they are read out on the phone: in pieces, without the signs between them.
extension LookupName {
  /// The fewest letters and digits that count as a piece of a name.
  public static let pieceLengthMin = 4

  /// The fewest letters and digits that name anything.
  public static let spokenLengthMin = 3

  /// Whether a text, in the form of ``spoken(_:)``, has enough letters and digits to name anything
  /// but an account or a subscription.
  public static func isLongEnough(_ spoken: String) -> Bool {
    spoken.unicodeScalars.count >= spokenLengthMin
  }

  /// The letters and digits of a name, or of what somebody typed, in the form in which pieces are
  /// compared: folded, without the signs between them and without an order's count of renewals.
  ///
  /// - Complexity: O(*n*) for *n* scalars.
  public static func spoken(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var isPlain = true
    for byte in withoutRenewals(text).utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): bytes.append(byte | 0x20)
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        bytes.append(byte)
      case 0x80...:
        isPlain = false
        bytes.append(byte)
      default: break
      }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return isPlain ? text : Filter.foldCase(text)
  }

  /// Whether a piece, in the form of ``spoken(_:)``, occurs in the name.
  ///
  /// Of a purchase token nobody knows a piece but the beginning.
  public func contains(piece: String) -> Bool {
    !allowsPrefix && LookupName.text(text, contains: piece)
  }

  /// Whether a piece, in the form of ``spoken(_:)`` and long enough, occurs in a text.
  public static func text(_ text: String, contains piece: String) -> Bool {
    guard piece.unicodeScalars.count >= pieceLengthMin else { return false }
    let (whole, part) = (Array(spoken(text).utf8), Array(piece.utf8))
    guard part.count <= whole.count else { return false }
    return (0...whole.count - part.count).contains { start in
      whole[start..<start + part.count].elementsEqual(part)
    }
  }
}

extension SubscriptionID {
  /// Whether a text is the beginning of the identifier, and long enough to tell a few from many.
  public func isBegun(by text: String) -> Bool {
    text.unicodeScalars.count >= LookupName.pieceLengthMin
      && rawValue.utf8.starts(with: text.utf8)
  }
}
