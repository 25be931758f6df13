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
      let name = whole.prefix(lengthWithoutRenewals(whole))
      return String(unsafeUninitializedCapacity: name.count) { normalized in
        var count = 0
        for byte in name {
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
    }
    return isPlain ? normalized : Filter.foldCase(normalized)
  }

  /// The names that an event gives its subscription in the form of ``normalized(_:)``, each once.
  public static func normalized(in event: SubscriptionEvent) -> [LookupName] {
    normalized(in: event.facts)
  }

  private static func normalized(in facts: StoreFacts) -> [LookupName] {
    var names: [LookupName] = []
    if let token = facts.purchaseToken, !token.isEmpty {
      names.append(LookupName(normalized(token), allowsPrefix: true))
    }
    func add(_ text: String?) {
      guard let name = text.map({ LookupName(normalized($0)) }), !names.contains(name) else {
        return
      }
      names.append(name)
    }
    add(facts.originalTransactionID)
    add(facts.transactionID)
    add(facts.webOrderLineItemID)
    add(facts.orderID)
    if facts.paidOrderID != facts.orderID { add(facts.paidOrderID) }
    return names
  }

  /// The first scalars of a text.
  ///
  /// - Complexity: O(*n*) for *n* scalars asked for.
  public static func prefix(of text: String, _ length: Int) -> String {
    let scalars = text.unicodeScalars
    guard text.utf8.count > length,
      let end = scalars.index(scalars.startIndex, offsetBy: length, limitedBy: scalars.endIndex)
    else { return text }
    return String(scalars[..<end])
  }

  /// A Boolean value that indicates whether a piece, in the form of ``normalized(_:)``, occurs in
  /// the name.
  ///
  /// Of a purchase token nobody knows a piece but the beginning.
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

extension SubscriptionID {
  /// A Boolean value that indicates whether a text is the beginning of the identifier, and long
  /// enough to tell a few from many.
  public func isBegun(by text: String) -> Bool {
    text.unicodeScalars.count >= LookupName.pieceLengthMin
      && rawValue.utf8.starts(with: text.utf8)
  }
}
