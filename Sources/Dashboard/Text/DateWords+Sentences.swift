import SubscriptionCore

/// Instants within sentences, which the core writes in UTC.
extension DateWords {
  /// A text with its RFC 3339 instants in UTC written as `27 Nov 09:14Z`.
  ///
  /// The conditions of a prompt decision and the notes on data are written for machines as well;
  /// on a screen their instants look like every other.
  func shortened(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let mark = rest.firstIndex(of: "Z") {
      let end = rest.index(after: mark)
      let start =
        rest[..<mark].lastIndex { !Self.isPartOfInstant($0) }
        .map { rest.index(after: $0) } ?? rest.startIndex
      if let instant = Timestamp(rfc3339: String(rest[start..<end])) {
        result += rest[..<start] + moment(instant)
      } else {
        result += rest[..<end]
      }
      rest = rest[end...]
    }
    return result + rest
  }

  /// A sentence with its instants such as `27 Nov 2026 09:14 UTC` written as `27 Nov 09:14Z`.
  func shortenedSentence(_ text: String) -> String { rewritten(text, moment) }

  /// A sentence with its instants such as `27 Nov 2026 09:14 UTC` written in the zone in force, as
  /// whole as they were: `27 Nov 2026 10:14 +01:00`.
  func sentence(_ text: String) -> String {
    guard !zone.isUTC else { return text }
    return rewritten(text) { instant in
      let day = DateWords(zone, now: .distantPast).day(instant)
      return "\(day) \(time(instant)) \(zone.longSuffix(at: instant))"
    }
  }

  private func rewritten(_ text: String, _ words: (Timestamp) -> String) -> String {
    var parts = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    var index = 4
    while index < parts.count {
      defer { index += 1 }
      guard index >= 4, parts[index].hasPrefix("UTC"),
        let instant = Self.instant(Array(parts[index - 4...index - 1]))
      else { continue }
      let rest = parts[index].dropFirst(3)
      parts.replaceSubrange(index - 4...index, with: [words(instant) + rest])
      index -= 4
    }
    return parts.joined(separator: " ")
  }

  /// Reads a day, a month, a year and a time of day.
  private static func instant(_ words: [String]) -> Timestamp? {
    guard words.count == 4, let date = civilDate(Array(words[..<3])) else { return nil }
    let time = words[3].split(separator: ":").map { Int($0) }
    guard time.count == 2, let hour = time[0], let minute = time[1],
      (0...23).contains(hour), (0...59).contains(minute)
    else { return nil }
    return date.start + .minutes(hour * 60 + minute)
  }

  private static func civilDate(_ words: [String]) -> CivilDate? {
    guard words.count == 3, let day = Int(words[0]), let year = Int(words[2]),
      let month = CivilDate.monthNames.firstIndex(of: words[1]), (1...31).contains(day),
      (1...9999).contains(year)
    else { return nil }
    return CivilDate(year: year, month: month + 1, day: day)
  }

  private static func isPartOfInstant(_ character: Character) -> Bool {
    character.isASCII && character.isNumber || "-:T.".contains(character)
  }
}
