/// The line numbers of the keys of a TOML document, which the parser does not report.
///
/// The scanner reads headings and keys and skips values; keys inside inline tables have the line of
/// their statement.
struct TOMLPlaces: Sendable {
  /// A mistake for which the parser would abort the process instead of throwing.
  struct Slip: Sendable {
    /// The line, counted from 1.
    var line: Int
    /// The description of the mistake.
    var words: String
  }

  /// The first mistake of that kind; `nil` if there is none.
  private(set) var slip: Slip?

  private var lines: [[String]: Int] = [:]
  private var counts: [[String]: Int] = [:]
  private var text: [Unicode.Scalar]
  private var position = 0
  private var number = 1

  /// Scans a document; after a syntax error, lines may be missing.
  ///
  /// - Complexity: O(*n*) for *n* scalars.
  init(_ document: String) {
    text = Array(document.unicodeScalars)
    _ = take("\u{FEFF}")
    var section: [String] = []
    while skipBlank() {
      let line = number
      if take("[") {
        let isElement = take("[")
        if !beginsKey() { note("a heading names a table, such as [recovery].") }
        section = resolved(keys(), opensElement: isElement)
        // A table without a heading of its own begins with its first subtable.
        for length in 1...max(1, section.count) where length <= section.count {
          let part = Array(section.prefix(length))
          lines[part] = lines[part] ?? line
        }
        skipLine()
      } else {
        let path = section + keys()
        for length in (section.count + 1)...max(section.count + 1, path.count)
        where length <= path.count {
          let part = Array(path.prefix(length))
          lines[part] = lines[part] ?? line
        }
        skipValue()
      }
    }
    text = []
  }

  /// Returns the line of a key, or of the nearest table that contains it; 1 for the document.
  func line(of path: [String]) -> Int {
    var path = path
    while !path.isEmpty {
      if let line = lines[path] { return line }
      path.removeLast()
    }
    return 1
  }

  /// Returns the path component of a list element.
  static func index(_ index: Int) -> String { "[\(index)]" }

  /// Resolves the path of a heading through the latest elements of arrays of tables.
  private mutating func resolved(_ keys: [String], opensElement: Bool) -> [String] {
    var path: [String] = []
    for (place, key) in keys.enumerated() {
      path.append(key)
      if opensElement, place == keys.count - 1 {
        counts[path, default: 0] += 1
        path.append(Self.index((counts[path] ?? 1) - 1))
      } else if let count = counts[path] {
        path.append(Self.index(count - 1))
      }
    }
    return path
  }

  // MARK: Characters

  private var next: Unicode.Scalar? { position < text.count ? text[position] : nil }

  private mutating func advance() {
    if next == "\n" { number += 1 }
    position += 1
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == character else { return false }
    advance()
    return true
  }

  /// Advances to the next statement; returns `false` at the end.
  private mutating func skipBlank() -> Bool {
    while let character = next {
      if character == "#" {
        skipLine()
      } else if character.properties.isWhitespace {
        advance()
      } else {
        return true
      }
    }
    return false
  }

  /// Returns whether a key or the end of a heading follows on the line, after skipping blanks.
  private mutating func beginsKey() -> Bool {
    while next == " " || next == "\t" { advance() }
    guard let next else { return true }
    return ["]", "\"", "'", "_", "-"].contains(next)
      || isDigit(next)
      || next.isASCII && next.properties.isAlphabetic
  }

  /// A Boolean value that indicates whether a date follows whose time does not begin with a digit.
  private var lacksHour: Bool {
    let form = "0000-00-00T".unicodeScalars
    let begins = text.count > position + form.count && isDigit(text[position])
    guard begins, !isDigit(text[position + form.count]) else { return false }
    for (scalar, expected) in zip(text[position...], form) {
      switch expected {
      case "0": guard isDigit(scalar) else { return false }
      case "T": guard scalar == "T" || scalar == "t" else { return false }
      case _: guard scalar == expected else { return false }
      }
    }
    // The parser looks no further to detect the type of a value.
    return text[position...].prefix(128)
      .prefix { !$0.properties.isWhitespace && !",]}#".unicodeScalars.contains($0) }
      .contains(":")
  }

  private func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private mutating func note(_ words: String) { slip = slip ?? Slip(line: number, words: words) }

  private mutating func skipLine() {
    while let next, next != "\n" { advance() }
  }

  /// Reads the parts of a dotted key up to the sign that ends it.
  private mutating func keys() -> [String] {
    var parts: [String] = []
    var bare = ""
    while let character = next, character != "=", character != "]", character != "\n" {
      if character == "\"" || character == "'" {
        parts.append(quoted(character))
      } else {
        if character == "." {
          if !bare.isEmpty { parts.append(bare) }
          bare = ""
        } else if !character.properties.isWhitespace {
          bare.unicodeScalars.append(character)
        }
        advance()
      }
    }
    if !bare.isEmpty { parts.append(bare) }
    return parts
  }

  /// Reads a single-line quoted text without its quotation marks.
  private mutating func quoted(_ quote: Unicode.Scalar) -> String {
    advance()
    var result = ""
    while let character = next, character != quote, character != "\n" {
      advance()
      if character == "\\", quote == "\"", let escaped = next {
        result.unicodeScalars.append(escaped)
        advance()
      } else {
        result.unicodeScalars.append(character)
      }
    }
    _ = take(quote)
    return result
  }

  /// Advances to the end of a statement, past multi-line lists and texts.
  private mutating func skipValue() {
    var open: [Unicode.Scalar] = []
    while let character = next {
      switch character {
      case "\"", "'": skipText(character)
      case "#": skipLine()
      case "[", "{":
        open.append(character)
        advance()
      case "]", "}":
        if character == "}", open.last == "[" { note("a list ends with ], not with }.") }
        _ = open.popLast()
        advance()
      case _ where character == "\n" && open.isEmpty: return
      case _:
        if lacksHour { note("the hour of a time is missing, as in 2026-05-01T07:30:00Z.") }
        advance()
      }
    }
  }

  private mutating func skipText(_ quote: Unicode.Scalar) {
    let isLong =
      position + 2 < text.count && text[position + 1] == quote && text[position + 2] == quote
    guard isLong else {
      _ = quoted(quote)
      return
    }
    for _ in 0..<3 { advance() }
    var run = 0
    while run < 3, let character = next {
      run = character == quote ? run + 1 : 0
      if character == "\\", quote == "\"" { advance() }
      advance()
    }
    // A multi-line text may end with one or two quotation marks of its own.
    if take(quote) { _ = take(quote) }
  }
}
