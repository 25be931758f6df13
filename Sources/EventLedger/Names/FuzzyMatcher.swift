/// A misheard or mistyped name, looked for in the names that are known.
///
/// A letter that is wrong, missing, too many, or in the place of its neighbour is one error
/// (F. Damerau, Communications of the ACM 7(3), 1964). Signs between letters and digits count for
/// nothing, as in ``LookupName/normalized(_:)``, but for the sign in a mail address: what stands
/// before it is compared by itself, since people who share a provider have the rest in common.
public struct FuzzyMatcher: Hashable, Sendable {
  /// The letters and digits looked for, and the sign in a mail address.
  public let normalized: String
  private let wanted: [Unicode.Scalar]
  /// The two sides of a mail address; `nil` for another text.
  private let mail: [[Unicode.Scalar]]?

  /// The fewest letters and digits of a person's name or mail address.
  public static let nameLengthMin = 4
  /// The fewest letters of a name in a script whose letters are words or syllables.
  public static let syllableLengthMin = 2
  /// The fewest letters and digits of an identifier.
  public static let identifierLengthMin = 8
  /// The most letters and digits that are compared.
  public static let lengthMax = 64

  /// Prepares a search; `nil` for a text that is near too many names, or longer than any.
  public init?(_ text: String) {
    mail = Self.sides(of: text)
    let letters = mail?.map { String(String.UnicodeScalarView($0)) }
    normalized = letters?.joined(separator: "@") ?? LookupName.normalized(text)
    wanted = mail?.flatMap(\.self) ?? Array(normalized.unicodeScalars)
    let isOfSyllables = wanted.allSatisfy(Self.isSyllable)
    let least = isOfSyllables ? Self.syllableLengthMin : Self.nameLengthMin
    guard least...Self.lengthMax ~= wanted.count else { return nil }
  }

  /// The fewest errors at which the text is a piece of a person's name or mail address.
  ///
  /// `nil` for more than one in up to seven letters, two in more, or any in up to three. That goes
  /// for each side of a mail address, which is compared with the whole of another one's.
  public func errors(inName name: String) -> Int? {
    guard let mail else { return Self.errors(of: wanted, in: Self.letters(of: name)) }
    guard let other = Self.sides(of: name) else { return nil }
    let errors = zip(mail, other).compactMap { wanted, text in
      abs(wanted.count - text.count) > Self.errorsMax(of: wanted.count)
        ? nil : Self.errors(of: wanted, in: text)
    }
    return errors.count == mail.count ? errors.reduce(0, +) : nil
  }

  /// The letters and digits on both sides of the sign in a mail address; `nil` for another text.
  private static func sides(of text: String) -> [[Unicode.Scalar]]? {
    guard let sign = text.lastIndex(of: "@") else { return nil }
    let sides = [text[..<sign], text[sign...]].map { letters(of: String($0)) }
    return sides.contains(where: \.isEmpty) ? nil : sides
  }

  private static func letters(of text: String) -> [Unicode.Scalar] {
    Array(LookupName.normalized(text).unicodeScalars.prefix(lengthMax))
  }

  private static func errorsMax(of count: Int) -> Int {
    count < nameLengthMin ? 0 : count < 8 ? 1 : 2
  }

  /// Returns whether a letter is a Han character, a kana or a Hangul syllable, of which two or
  /// three make a name.
  private static func isSyllable(_ letter: Unicode.Scalar) -> Bool {
    switch letter.value {
    case 0x3041...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0x20000...0x3134F:
      true
    default: false
    }
  }

  /// The fewest errors at which the text is a piece of an identifier; `nil` for more than one.
  public func errors(inIdentifier identifier: String) -> Int? {
    wanted.count < Self.identifierLengthMin
      ? nil : Self.errors(of: wanted, in: Self.letters(of: identifier), atMost: 1)
  }

  /// Two pieces of the text of which an identifier with at most one error has one or the other.
  public var intactPieces: [String] {
    guard wanted.count >= Self.identifierLengthMin else { return [] }
    let middle = wanted.count / 2
    return [wanted[..<(middle - 1)], wanted[(middle + 1)...]].map { scalars in
      String(String.UnicodeScalarView(scalars))
    }
  }

  /// Sellers' search for the nearest piece, a column for each letter of the text.
  private static func errors(
    of wanted: [Unicode.Scalar], in text: [Unicode.Scalar], atMost most: Int? = nil
  ) -> Int? {
    let allowed = most ?? errorsMax(of: wanted.count)
    guard text.count + allowed >= wanted.count else { return nil }
    var before: [Int] = []
    var last = Array(0...wanted.count)
    var best = last[wanted.count]
    for (place, letter) in text.enumerated() {
      var column = [0]
      column.reserveCapacity(wanted.count + 1)
      for row in 1...wanted.count {
        let isSame = wanted[row - 1] == letter
        var errors = min(last[row - 1] + (isSame ? 0 : 1), last[row] + 1, column[row - 1] + 1)
        if row > 1, place > 0, wanted[row - 2] == letter, wanted[row - 1] == text[place - 1] {
          errors = min(errors, before[row - 2] + 1)
        }
        column.append(errors)
      }
      (before, last) = (last, column)
      best = min(best, column[wanted.count])
    }
    return best <= allowed ? best : nil
  }
}
