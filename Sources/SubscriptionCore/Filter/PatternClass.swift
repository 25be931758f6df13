/// A set of scalars, tested on folded texts.
struct PatternClass: Sendable {
  enum Member: Sendable {
    case range(ClosedRange<UInt32>)
    case digits(Bool)
    case words(Bool)
    case spaces(Bool)
  }

  var members: [Member] = []
  var isNegated = false

  /// Returns whether a folded scalar, or its uppercase form, belongs to the set.
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let upper = scalar.properties.uppercaseMapping.unicodeScalars
    let isMember = members.contains { member in
      switch member {
      case .range(let range):
        range.contains(scalar.value)
          || upper.count == 1 && upper.first.map { range.contains($0.value) } ?? false
      case .digits(let wanted): PatternClass.isDigit(scalar) == wanted
      case .words(let wanted): PatternClass.isWord(scalar) == wanted
      case .spaces(let wanted): scalar.properties.isWhitespace == wanted
      }
    }
    return isMember != isNegated
  }

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .decimalNumber
  }

  static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || isDigit(scalar) || scalar == "_"
  }
}
