import SubscriptionCore

/// The name in what somebody pasted.
extension LookupName {
  /// The name in a text with words around it, such as an order in a line of a mail; `nil` for a
  /// text that is a name alone or has none.
  ///
  /// Of several it is the first of the kind that says most: an order, a transaction, a
  /// subscription by churntop's own identifier, an account, a mail address.
  public static func within(_ text: String) -> String? {
    let words = text.prefix(textLengthMax).split(whereSeparator: { !isPart($0) }).map(withoutSigns)
    let found = kinds.lazy.compactMap { isOfKind in words.first(where: isOfKind) }.first
    return text.split(whereSeparator: \.isWhitespace) == [Substring(found ?? "")] ? nil : found
  }

  /// The most characters of a text that are looked at.
  private static let textLengthMax = 20_000

  private static func isPart(_ character: Character) -> Bool {
    isNamed(character) || ".-_@+".contains(character)
  }

  private static func isNamed(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }

  /// A word without the signs at its ends, such as the full stop of a sentence.
  private static func withoutSigns(_ word: Substring) -> String {
    guard let first = word.firstIndex(where: isNamed), let last = word.lastIndex(where: isNamed)
    else { return "" }
    return String(word[first...last])
  }

  private static let kinds: [@Sendable (String) -> Bool] = [
    { $0.wholeMatch(of: /(?i)GPA\.\d{4}-\d{4}-\d{4}-\d{5}(?:\.\.\d+)?/) != nil },
    { AppStoreOrderID($0) != nil },
    { $0.wholeMatch(of: /\d{14,20}/) != nil },
    { $0.wholeMatch(of: /(?:as|gp)_[0-9a-f]{8,}/) != nil },
    { $0.wholeMatch(of: /(?i)[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/) != nil },
    { $0.wholeMatch(of: /[^@]+@[^@]+\.[^@.]{2,}/) != nil },
  ]
}
