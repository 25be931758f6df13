/// A recursive-descent parser of the filter language.
struct FilterParser {
  let scalars: [Unicode.Scalar]
  var position = 0
  private var depth = 0
  /// The subject of the filter.
  let scope: FilterScope
  /// The positions of the amounts without a currency, in the order of the text.
  var bareAmounts: [(offset: Int, field: SubscriberField)] = []

  init(_ text: String, about scope: FilterScope) {
    scalars = Array(text.unicodeScalars.prefix(Filter.longestText + 1))
    self.scope = scope
  }

  mutating func parse() throws(FilterError) -> Filter {
    guard scalars.count <= Filter.longestText else {
      throw FilterError(
        offset: Filter.longestText,
        text: "a filter has at most \(Filter.longestText) characters; shorten it")
    }
    // A database would end the text at a NUL.
    if let place = scalars.firstIndex(of: "\0") {
      throw FilterError(offset: place, text: "a filter has no character NUL; remove it")
    }
    skipSpaces()
    if isAtEnd { return .all }
    let filter = try alternatives()
    guard isAtEnd else { throw problem("this ) closes nothing; remove it or open a ( before it") }
    try checkAmounts(filter)
    return filter
  }

  // MARK: Structure

  private mutating func alternatives() throws(FilterError) -> Filter {
    var parts = [try conjunction()]
    while peek == "|" {
      position += 1
      parts.append(try conjunction())
    }
    return parts.count == 1 ? parts[0] : .or(parts)
  }

  private mutating func conjunction() throws(FilterError) -> Filter {
    var parts: [Filter] = []
    var wordOperator: FilterError?
    skipSpaces()
    while let next = peek, next != "|", next != ")" {
      let start = position
      parts.append(try unary())
      if case .text(let word)? = parts.last, next != "\"", next != "(", wordOperator == nil {
        wordOperator = Self.wordOperators[Filter.foldCase(word)].map {
          FilterError(offset: start, text: "\($0); quote \"\(word)\" to search for it")
        }
      }
      skipSpaces()
    }
    if let wordOperator, parts.count > 1 { throw wordOperator }
    if parts.isEmpty { throw problem("a term is missing here") }
    return parts.count == 1 ? parts[0] : .and(parts)
  }

  /// The words of other filter languages for operators, with what is written here.
  static let wordOperators = [
    "or": "write | for or",
    "and": "leave and out, as a space means it",
    "not": "write - for not, directly before what it negates",
  ]

  private mutating func unary() throws(FilterError) -> Filter {
    guard peek == "-" else { return try term() }
    try enter()
    defer { depth -= 1 }
    position += 1
    guard let next = peek, !next.properties.isWhitespace, next != ")", next != "|" else {
      throw problem("nothing follows the -; write it directly before what it negates")
    }
    return .not(try unary())
  }

  private mutating func term() throws(FilterError) -> Filter {
    switch peek {
    case "(": return try group()
    case "\"": return .text(try quoted())
    case "/": return .pattern(try pattern())
    default: break
    }
    let start = position
    let name = run { FilterParser.isName($0) }
    if let comparison = fieldOperator() { return try field(named: name, at: start, comparison) }
    position = start
    guard peek != "," else {
      throw problem("a , lists values without spaces, as in state:grace,hold")
    }
    guard peek != "!" else {
      throw problem("write - to negate, directly before the term; quote the text to search for !")
    }
    return .text(run { !FilterParser.endsWord($0) })
  }

  private mutating func group() throws(FilterError) -> Filter {
    try enter()
    defer { depth -= 1 }
    let start = position
    position += 1
    skipSpaces()
    if peek == ")" {
      position += 1
      return .all
    }
    let inner = try alternatives()
    guard peek == ")" else {
      throw FilterError(offset: start, text: "this ( is not closed; add a )")
    }
    position += 1
    return inner
  }

  private mutating func enter() throws(FilterError) {
    depth += 1
    guard depth <= Filter.deepestNesting else {
      throw problem("nested deeper than \(Filter.deepestNesting) levels; simplify the filter")
    }
  }

  // MARK: Terms

  mutating func quoted() throws(FilterError) -> String {
    let start = position
    position += 1
    var text = String.UnicodeScalarView()
    while let next = peek {
      position += 1
      if next == "\"" { return String(text) }
      if next == "\\", let escaped = peek, escaped == "\"" || escaped == "\\" {
        position += 1
        text.append(escaped)
      } else {
        text.append(next)
      }
    }
    throw FilterError(offset: start, text: "this quotation is not closed; add a \"")
  }

  mutating func pattern() throws(FilterError) -> FilterPattern {
    let start = position
    position += 1
    var source = String.UnicodeScalarView()
    while let next = peek {
      position += 1
      if next == "/" {
        do throws(PatternError) {
          return try FilterPattern(String(source))
        } catch {
          throw FilterError(offset: min(start + 1 + error.offset, position), text: error.text)
        }
      }
      source.append(next)
      if next == "\\", let escaped = peek {
        position += 1
        source.append(escaped)
      }
    }
    throw FilterError(offset: start, text: "this pattern is not closed; add a /")
  }

  // MARK: Characters

  var isAtEnd: Bool { position >= scalars.count }

  var peek: Unicode.Scalar? { isAtEnd ? nil : scalars[position] }

  mutating func skipSpaces() {
    while let next = peek, next.properties.isWhitespace { position += 1 }
  }

  mutating func run(_ belongs: (Unicode.Scalar) -> Bool) -> String {
    let start = position
    while let next = peek, belongs(next) { position += 1 }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[start..<position])
    return String(text)
  }

  func problem(_ text: String) -> FilterError { FilterError(offset: position, text: text) }

  /// Returns whether a character can be part of a field's name.
  static func isName(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && (scalar.properties.isAlphabetic || (48...57).contains(scalar.value))
      || scalar == "-" || scalar == "_"
  }

  /// Returns whether a character ends a bare word.
  static func endsWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar == "(" || scalar == ")" || scalar == "|"
      || scalar == "\""
  }
}
