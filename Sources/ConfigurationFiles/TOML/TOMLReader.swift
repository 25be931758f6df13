/// A reader of TOML texts, statement by statement, by the grammar of <https://toml.io/en/v1.0.0>.
struct TOMLReader {
  /// The maximum number of lists and tables inside each other, those of dotted keys included;
  /// headings may go as deep once more.
  static let depthMax = 64

  let scalars: [Unicode.Scalar]
  var position = 0
  /// The current line, counted from 1.
  var line = 1
  private let root = TOMLTable(.heading, line: 1)

  /// Creates a reader at the beginning of a text.
  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    _ = take("\u{FEFF}")
  }

  /// Reads the whole text.
  mutating func document() throws(TOMLDocument.Problem) -> ConfigurationNode {
    var section = root
    while try skipBlankLines() {
      if take("[") {
        section = try heading()
      } else {
        try pair(into: section)
      }
      try endStatement()
    }
    return root.node
  }

  // MARK: Statements

  /// Reads a heading behind its first bracket and returns the table that it opens.
  private mutating func heading() throws(TOMLDocument.Problem) -> TOMLTable {
    let opensElement = take("[")
    let path = try keys()
    guard take("]"), !opensElement || take("]") else {
      throw problem("a heading names a table, such as [recovery] or [[products]].")
    }
    var table = root
    for name in path.dropLast() {
      switch table[name] {
      case nil: table = add(.outer, name, to: table)
      case .table(let inner): table = inner
      case .tables(let elements): table = elements.tables.last ?? table
      case .value: throw problem("\(shown(name)) is a value already, and no table.")
      }
    }
    let name = path[path.count - 1]
    switch (table[name], opensElement) {
    case (nil, false): return add(.heading, name, to: table)
    case (.table(let inner), false) where inner.origin == .outer:
      inner.origin = .heading
      return inner
    case (nil, true), (.tables, true):
      let element = TOMLTable(.heading, line: line)
      table.append(element, to: name)
      return element
    default: throw problem("\(shown(name)) is set already.")
    }
  }

  /// Reads a key with its value into a table that lies inside some lists and inline tables.
  mutating func pair(
    into section: TOMLTable, inside depth: Int = 0
  ) throws(TOMLDocument.Problem) {
    let begin = line
    let path = try keys()
    // The file may be another one, such as that of a secret, whose words are not repeated.
    guard take("=") else { throw problem("an equals sign is missing after the key.") }
    skipSpaces()
    var table = section
    for name in path.dropLast() {
      switch table[name] {
      case nil: table = add(.dottedKey, name, to: table)
      case .table(let inner) where inner.origin == .dottedKey: table = inner
      case .table, .tables, .value: throw problem("\(shown(name)) is set already.")
      }
    }
    let name = path[path.count - 1]
    guard table[name] == nil else { throw problem("\(shown(name)) is set already.") }
    var node = try value(inside: depth + path.count - 1)
    node.line = begin
    table[name] = .value(node)
  }

  private func add(_ origin: TOMLTable.Origin, _ name: String, to table: TOMLTable) -> TOMLTable {
    let inner = TOMLTable(origin, line: line)
    table[name] = .table(inner)
    return inner
  }

  /// Reads a key, or several with dots between them, with the blanks around it.
  private mutating func keys() throws(TOMLDocument.Problem) -> [String] {
    var path: [String] = []
    repeat {
      skipSpaces()
      switch next {
      case "\"", "'": path.append(try text(mayBeLong: false))
      case _:
        let begin = position
        while let next, Self.isBare(next) { position += 1 }
        guard position > begin else {
          let isMissing = next == "=" || next == "." || next == "]"
          throw problem(
            isMissing
              ? "a key is missing."
              : "a key or a heading is expected; quote a key that is neither.")
        }
        path.append(string(begin..<position))
      }
      skipSpaces()
    } while take(".")
    guard path.count <= Self.depthMax else { throw tooDeep }
    return path
  }

  /// Returns whether a character may stand in a key without quotation marks.
  static func isBare(_ character: Unicode.Scalar) -> Bool {
    character.isLetter || character.isDigit || character == "_" || character == "-"
  }

  // MARK: Characters

  /// The character at the position; `nil` at the end.
  var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  /// Returns the text of some characters.
  func string(_ range: Range<Int>) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars[range])
    return text
  }

  /// Advances over a character if it is next.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == character else { return false }
    position += 1
    return true
  }

  /// Advances over spaces and tabs.
  mutating func skipSpaces() {
    while next == " " || next == "\t" { position += 1 }
  }

  /// A Boolean value that indicates whether the end of a line is next.
  var endsLine: Bool {
    next == "\n" || next == "\r" && position + 1 < scalars.count && scalars[position + 1] == "\n"
  }

  /// Advances over the end of a line, a line feed with or without a carriage return.
  mutating func takeNewline() -> Bool {
    if endsLine, next == "\r" { position += 1 }
    guard take("\n") else { return false }
    line += 1
    return true
  }

  /// Advances over blanks, comments and ends of lines; returns `false` at the end of the text.
  mutating func skipBlankLines() throws(TOMLDocument.Problem) -> Bool {
    repeat {
      skipSpaces()
      try skipComment()
    } while takeNewline()
    return next != nil
  }

  private mutating func skipComment() throws(TOMLDocument.Problem) {
    guard take("#") else { return }
    while let next, !endsLine {
      guard !next.isControl else { throw problem("a comment holds a control character.") }
      position += 1
    }
  }

  private mutating func endStatement() throws(TOMLDocument.Problem) {
    skipSpaces()
    try skipComment()
    guard takeNewline() || next == nil else {
      throw problem("more text follows the statement on its line.")
    }
  }

  // MARK: Problems

  /// Returns a problem of the current line.
  func problem(_ words: String) -> TOMLDocument.Problem {
    TOMLDocument.Problem(line: line, words: words)
  }

  /// The problem of values that are nested too deeply.
  var tooDeep: TOMLDocument.Problem {
    problem("more than \(Self.depthMax) lists and tables lie inside each other.")
  }

  /// A key in the text of a problem; one that needs quotation marks is not shown.
  private func shown(_ name: String) -> String {
    let isPlain = name.unicodeScalars.allSatisfy(Self.isBare)
    return isPlain && !name.isEmpty && name.count <= 60 ? "'\(name)'" : "the key"
  }
}

extension Unicode.Scalar {
  /// A Boolean value that indicates whether the character is an ASCII letter.
  var isLetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
  /// A Boolean value that indicates whether the character is an ASCII digit.
  var isDigit: Bool { ("0"..."9").contains(self) }
  /// A Boolean value that indicates whether the character is a control character, but for a tab.
  var isControl: Bool { self < " " && self != "\t" || self == "\u{7F}" }
}
