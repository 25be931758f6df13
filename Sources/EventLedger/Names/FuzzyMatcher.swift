/// A misheard or mistyped name, looked for in the names that are known.
///
/// A letter that is wrong, missing, too many, or in the place of its neighbour is one error
/// (F. Damerau, Communications of the ACM 7(3), 1964). Signs between letters and digits count for
/// nothing, and marks on letters neither, as in ``LookupName/plain(_:)``, but for the sign in a
/// mail address: the part before it is compared by itself, since people who share a provider have
/// the rest in common.
public struct FuzzyMatcher: Hashable, Sendable {
  /// The letters and digits looked for, and the sign in a mail address.
  public let normalized: String
  /// The letters and digits looked for.
  let wanted: ApproximateSearch
  /// The two sides of a mail address; `nil` for another text.
  let mail: [ApproximateSearch]?

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
    let sides = Self.sides(of: text)
    let letters = sides?.map { String(String.UnicodeScalarView($0)) }
    normalized = letters?.joined(separator: "@") ?? LookupName.plain(text)
    let scalars = sides?.flatMap(\.self) ?? Array(normalized.unicodeScalars)
    let isOfSyllables = scalars.allSatisfy(Self.isSyllable)
    let least = isOfSyllables ? Self.syllableLengthMin : Self.nameLengthMin
    guard least...Self.lengthMax ~= scalars.count else { return nil }
    wanted = ApproximateSearch(scalars)
    mail = sides?.map(ApproximateSearch.init)
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

  /// Returns whether a name, as UTF-8, may be near: `false` only where ``errors(inName:)`` is
  /// `nil`.
  ///
  /// Texts outside of ASCII are not looked at.
  ///
  /// - Complexity: O(*n*) for *n* bytes, without an allocation.
  public func mayBeNear(_ name: UnsafeRawBufferPointer) -> Bool {
    let wanted = mail?[0] ?? wanted
    return wanted.errors(inASCII: name).map { $0 <= Self.errorsMax(of: wanted.count) } ?? true
  }

  /// The letters and digits on both sides of the sign in a mail address; `nil` for another text.
  private static func sides(of text: String) -> [[Unicode.Scalar]]? {
    guard let sign = text.lastIndex(of: "@") else { return nil }
    let sides = [text[..<sign], text[sign...]].map { letters(of: String($0)) }
    return sides.contains(where: \.isEmpty) ? nil : sides
  }

  private static func letters(of text: String) -> [Unicode.Scalar] {
    Array(LookupName.plain(text).unicodeScalars.prefix(lengthMax))
  }

  private static func errors(
    of wanted: ApproximateSearch, in text: [Unicode.Scalar], atMost most: Int? = nil
  ) -> Int? {
    let allowed = most ?? errorsMax(of: wanted.count)
    let errors = wanted.errors(in: text)
    return errors <= allowed ? errors : nil
  }

  /// The most errors in a person's name that are looked for, by the number of letters.
  static func errorsMax(of count: Int) -> Int { count < nameLengthMin ? 0 : count < 8 ? 1 : 2 }

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
    let scalars = wanted.scalars
    return [scalars[..<(middle - 1)], scalars[(middle + 1)...]].map { scalars in
      String(String.UnicodeScalarView(scalars))
    }
  }
}
