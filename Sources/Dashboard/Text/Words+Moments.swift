import SubscriptionCore

extension Words {
  /// A text with its RFC 3339 instants in UTC written as `27 Nov 09:14Z`.
  ///
  /// The conditions of a prompt decision and the notes on data are written for machines as well;
  /// on a screen their instants look like every other.
  static func shortened(_ text: String, now: Timestamp) -> String {
    var result = ""
    var rest = text[...]
    while let mark = rest.firstIndex(of: "Z") {
      let end = rest.index(after: mark)
      let start =
        rest[..<mark].lastIndex { !isPartOfInstant($0) }
        .map { rest.index(after: $0) } ?? rest.startIndex
      if let instant = Timestamp(rfc3339: String(rest[start..<end])) {
        result += rest[..<start] + moment(instant, now: now)
      } else {
        result += rest[..<end]
      }
      rest = rest[end...]
    }
    return result + rest
  }

  /// A sentence with its instants such as `27 Nov 2026 09:14 UTC` written as `27 Nov 09:14Z`.
  static func shortenedSentence(_ text: String, now: Timestamp) -> String {
    var words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    var index = 4
    while index < words.count {
      defer { index += 1 }
      guard words[index].hasPrefix("UTC"), let date = civilDate(Array(words[index - 4..<index - 1]))
      else { continue }
      let rest = words[index].dropFirst(3)
      let time = words[index - 1] + "Z" + rest
      words.replaceSubrange(index - 4...index, with: [day(date.start, now: now), time])
      index -= 3
    }
    return words.joined(separator: " ")
  }

  private static func civilDate(_ words: [String]) -> CivilDate? {
    guard words.count == 3, let day = Int(words[0]), let year = Int(words[2]),
      let month = months.firstIndex(of: words[1]), (1...31).contains(day),
      (1...9999).contains(year)
    else { return nil }
    return CivilDate(year: year, month: month + 1, day: day)
  }

  private static func isPartOfInstant(_ character: Character) -> Bool {
    character.isASCII && character.isNumber || "-:T.".contains(character)
  }
}
