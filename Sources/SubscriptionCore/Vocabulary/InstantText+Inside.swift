extension InstantText {
  /// Returns a text whose instants by RFC 3339 in UTC are replaced.
  ///
  /// The conditions of a prompt decision and the notes on data are written for machines as well;
  /// for people their instants look like every other.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - words: A function that formats an instant.
  /// - Returns: The text with the formatted instants.
  public static func replacing(in text: String, with words: (Timestamp) -> String) -> String {
    var result = ""
    var rest = text[...]
    while let mark = rest.firstIndex(of: "Z") {
      let end = rest.index(after: mark)
      let start =
        rest[..<mark].lastIndex { !isPartOfInstant($0) }
        .map { rest.index(after: $0) } ?? rest.startIndex
      if let instant = Timestamp(rfc3339: String(rest[start..<end])) {
        result += rest[..<start] + words(instant)
      } else {
        result += rest[..<end]
      }
      rest = rest[end...]
    }
    return result + rest
  }

  private static func isPartOfInstant(_ character: Character) -> Bool {
    character.isASCII && character.isNumber || "-:T.".contains(character)
  }
}
