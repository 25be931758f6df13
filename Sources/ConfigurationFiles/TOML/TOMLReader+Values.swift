extension TOMLReader {
  /// Reads a value that lies inside some lists and inline tables.
  mutating func value(inside depth: Int) throws(TOMLDocument.Problem) -> ConfigurationNode {
    guard depth < Self.depthMax else { throw tooDeep }
    let begin = line
    let value: ConfigurationNode.Value
    switch next {
    case "\"", "'": value = .text(try text(mayBeLong: true))
    case "[": value = .list(try list(inside: depth + 1))
    case "{": value = try inlineTable(inside: depth + 1).node.value
    case _: value = try word()
    }
    return ConfigurationNode(value: value, line: begin)
  }

  private mutating func list(
    inside depth: Int
  ) throws(TOMLDocument.Problem) -> [ConfigurationNode] {
    let begin = line
    position += 1
    var elements: [ConfigurationNode] = []
    while try skipBlankLines() {
      if take("]") { return elements }
      elements.append(try value(inside: depth))
      guard try skipBlankLines() else { break }
      guard take(",") || next == "]" else {
        throw problem("a list has commas between its values, and ends with ].")
      }
    }
    throw TOMLDocument.Problem(line: begin, words: "a list is never closed.")
  }

  private mutating func inlineTable(
    inside depth: Int
  ) throws(TOMLDocument.Problem) -> TOMLTable {
    position += 1
    let table = TOMLTable(.heading, line: line)
    skipSpaces()
    if take("}") { return table }
    repeat {
      try pair(into: table, inside: depth)
      skipSpaces()
    } while take(",")
    guard take("}") else {
      throw problem("a table in braces has commas between its values, and ends with } on its line.")
    }
    return table
  }

  // MARK: Numbers, dates and Boolean values

  /// Reads a Boolean value, a number, a date or a time.
  private mutating func word() throws(TOMLDocument.Problem) -> ConfigurationNode.Value {
    let begin = position
    skipWord()
    // A date and a time may have a blank between them instead of a T.
    if TOMLDate.isDate(scalars[begin..<position]), next == " ", position + 1 < scalars.count,
      scalars[position + 1].isDigit
    {
      position += 1
      skipWord()
    }
    let word = string(begin..<position)
    switch word {
    case "": throw problem("the value is missing.")
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case _: break
    }
    if TOMLDate.isInstant(scalars[begin..<position]) { return .other("date or time") }
    switch Self.number(word) {
    case .integer(let number)?: return .integer(number)
    case .fraction?: return .other("number with a fraction")
    case .tooLarge?: throw problem("the number is larger than 64 bits.")
    case nil: throw problem("a value is a number, true, false, or text in quotation marks.")
    }
  }

  private mutating func skipWord() {
    while let next, next > " ", !",]}#=".unicodeScalars.contains(next) { position += 1 }
  }

  private enum Number { case integer(Int), fraction, tooLarge }

  /// Returns the number that a word states; `nil` if it is none.
  private static func number(_ word: String) -> Number? {
    var digits = Substring(word)
    let isSigned = digits.first == "+" || digits.first == "-"
    if isSigned { digits.removeFirst() }
    if digits == "inf" || digits == "nan" { return .fraction }
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where digits.hasPrefix(prefix) {
      guard !isSigned, let plain = joined(digits.dropFirst(2), radix: radix) else { return nil }
      return Int(plain, radix: radix).map(Number.integer) ?? .tooLarge
    }
    let whole = digits.prefix { $0 != "." && $0 != "e" && $0 != "E" }
    guard let plain = joined(whole, radix: 10), plain == "0" || plain.first != "0" else {
      return nil
    }
    var rest = digits.dropFirst(whole.count)
    guard !rest.isEmpty else {
      return Int((word.first == "-" ? "-" : "") + plain).map(Number.integer) ?? .tooLarge
    }
    if rest.first == "." {
      let fraction = rest.dropFirst().prefix { $0 != "e" && $0 != "E" }
      guard joined(fraction, radix: 10) != nil else { return nil }
      rest = rest.dropFirst(1 + fraction.count)
    }
    guard let exponent = rest.popFirst() else { return .fraction }
    guard exponent == "e" || exponent == "E" else { return nil }
    if rest.first == "+" || rest.first == "-" { rest.removeFirst() }
    return joined(rest, radix: 10) == nil ? nil : .fraction
  }

  /// Returns digits without the underscores between them; `nil` if there is anything else.
  private static func joined(_ digits: Substring, radix: Int) -> String? {
    let groups = digits.split(separator: "_", omittingEmptySubsequences: false)
    let isSound = groups.allSatisfy { group in
      !group.isEmpty && group.allSatisfy { $0.isASCII && Int(String($0), radix: radix) != nil }
    }
    return isSound ? groups.joined() : nil
  }
}

/// The form of dates and times in TOML, which is that of RFC 3339
/// (<https://www.rfc-editor.org/rfc/rfc3339#section-5.6>).
private enum TOMLDate {
  /// Returns whether some characters are a date.
  static func isDate(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
    guard fits(text, "0000-00-00") else { return false }
    let digits = text.map { Int($0.value) - 48 }
    let year = digits[0] * 1_000 + digits[1] * 100 + digits[2] * 10 + digits[3]
    let (month, day) = (digits[5] * 10 + digits[6], digits[8] * 10 + digits[9])
    let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...12).contains(month) && (1...lengths[month - 1]).contains(day)
  }

  /// Returns whether some characters are a date, a time, or both with or without an offset.
  static func isInstant(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
    if isDate(text) || isTime(text) { return true }
    guard isDate(text.prefix(10)), let mark = text.dropFirst(10).first,
      "Tt ".unicodeScalars.contains(mark)
    else { return false }
    let time = text.dropFirst(11)
    if isTime(time) { return true }
    if time.last == "Z" || time.last == "z" { return isTime(time.dropLast()) }
    let offset = time.suffix(6)
    guard let sign = offset.first, sign == "+" || sign == "-" else { return false }
    return isTime(time.dropLast(6)) && isClock(offset.dropFirst(), "00:00")
  }

  private static func isTime(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
    guard isClock(text.prefix(8), "00:00:00") else { return false }
    let fraction = text.dropFirst(8)
    return fraction.isEmpty
      || fraction.first == "." && fraction.count > 1 && fraction.dropFirst().allSatisfy(\.isDigit)
  }

  /// Returns whether characters are hours, minutes and seconds that exist, leap seconds included.
  private static func isClock(_ text: ArraySlice<Unicode.Scalar>, _ form: String) -> Bool {
    guard fits(text, form) else { return false }
    let parts = String(String.UnicodeScalarView(text)).split(separator: ":").compactMap { Int($0) }
    return zip(parts, [23, 59, 60]).allSatisfy(<=)
  }

  /// Returns whether characters have a form in which 0 means any digit.
  private static func fits(_ text: ArraySlice<Unicode.Scalar>, _ form: String) -> Bool {
    text.count == form.unicodeScalars.count
      && zip(text, form.unicodeScalars).allSatisfy { $1 == "0" ? $0.isDigit : $0 == $1 }
  }
}
