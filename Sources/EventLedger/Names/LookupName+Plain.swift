/// Names in the letters of every keyboard: `Nunez` is typed for `Núñez`.
extension LookupName {
  /// Returns the letters and digits of a person's name in the form of ``normalized(_:)``, those of
  /// the Latin script without their marks: `joseangelnunez` for `José Ángel Núñez`.
  ///
  /// A letter stays one letter, and those of other scripts stay as they are.
  ///
  /// - Complexity: O(*n*) for *n* scalars.
  public static func plain(_ name: String) -> String {
    let letters = normalized(name)
    guard letters.utf8.contains(where: { $0 >= 0x80 }) else { return letters }
    var plain = String.UnicodeScalarView()
    for letter in letters.unicodeScalars where !combiningMarks.contains(letter.value) {
      plain.append(withoutMarks[letter] ?? letter)
    }
    return String(plain)
  }

  /// The marks that stand behind a letter of their own.
  private static let combiningMarks: ClosedRange<UInt32> = 0x300...0x36F

  /// The letters of ASCII, by those with marks that are typed as them.
  private static let withoutMarks: [Unicode.Scalar: Unicode.Scalar] = {
    var plain: [Unicode.Scalar: Unicode.Scalar] = [
      "ß": "s", "æ": "a", "œ": "o", "ð": "d", "þ": "t", "ı": "i", "ŋ": "n",
    ]
    let title = "LATIN SMALL LETTER "
    for value in [0xE0...0x24F, 0x1E00...0x1EFF].joined() {
      guard let letter = Unicode.Scalar(UInt32(value)), let name = letter.properties.name,
        name.hasPrefix(title)
      else { continue }
      let words = name.dropFirst(title.count).split(separator: " ")
      guard words.count > 2, words[0].count == 1, words[1] == "WITH" else { continue }
      plain[letter] = words[0].lowercased().unicodeScalars.first
    }
    return plain
  }()
}
