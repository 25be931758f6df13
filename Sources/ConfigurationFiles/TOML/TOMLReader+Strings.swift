extension TOMLReader {
  /// Reads a text with its quotation marks, three of which may open a text of several lines.
  mutating func text(mayBeLong: Bool) throws(TOMLDocument.Problem) -> String {
    guard let quote = next else { return "" }
    let begin = line
    let isLong = mayBeLong && takesThree(quote)
    if isLong { _ = takeNewline() } else { position += 1 }
    var text = String.UnicodeScalarView()
    while let character = next {
      if character == quote {
        guard isLong else {
          position += 1
          return String(text)
        }
        if takesThree(quote) {
          // The text may end with one or two quotation marks of its own.
          for _ in 0..<2 where take(quote) { text.append(quote) }
          return String(text)
        }
      } else if isLong, takeNewline() {
        text.append("\n")
        continue
      } else if character == "\\", quote == "\"" {
        try escape(into: &text, isLong: isLong)
        continue
      } else if endsLine {
        break
      } else if character.isControl {
        throw problem("a text holds a control character; write it as \\u and four digits.")
      }
      text.append(character)
      position += 1
    }
    throw TOMLDocument.Problem(
      line: begin, words: "a quotation mark is never closed" + (isLong ? "." : " on its line."))
  }

  /// Advances over three quotation marks if they are next.
  private mutating func takesThree(_ quote: Unicode.Scalar) -> Bool {
    guard scalars[position...].prefix(3) == [quote, quote, quote] else { return false }
    position += 3
    return true
  }

  /// Reads an escape sequence, or a backslash that joins lines.
  private mutating func escape(
    into text: inout String.UnicodeScalarView, isLong: Bool
  ) throws(TOMLDocument.Problem) {
    let known: [Unicode.Scalar: Unicode.Scalar] = [
      "b": "\u{8}", "t": "\t", "n": "\n", "f": "\u{C}", "r": "\r", "\"": "\"", "\\": "\\",
    ]
    position += 1
    let character = next ?? " "
    if let plain = known[character] {
      position += 1
      text.append(plain)
    } else if character == "u" || character == "U" {
      let digits = scalars[position...].dropFirst().prefix(character == "u" ? 4 : 8)
      let isWhole = digits.count == (character == "u" ? 4 : 8) && digits.first != "+"
      guard isWhole, let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16),
        let plain = Unicode.Scalar(value)
      else { throw problem("\\\(character) has \(character == "u" ? 4 : 8) hexadecimal digits.") }
      position += 1 + digits.count
      text.append(plain)
    } else {
      skipSpaces()
      guard isLong, takeNewline() else {
        throw problem("a backslash is written twice, or the text in single quotation marks.")
      }
      repeat { skipSpaces() } while takeNewline()
    }
  }
}
