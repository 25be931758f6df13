import ConfigurationFiles
import SubscriptionCore

/// Comma-separated values by RFC 4180, safe to open in a spreadsheet.
enum CSV {
  /// The mark at the beginning of a file by which some spreadsheets detect UTF-8.
  static let byteOrderMark = "\u{FEFF}"

  /// Formats a record with its line end; control characters stay in an exact one, for a file that
  /// is to be imported again.
  ///
  /// A cell that a spreadsheet would evaluate as a formula gets a leading apostrophe, which
  /// `CSVReader.restored(_:)` removes; control characters, which no cell needs, become U+FFFD, but
  /// for tabs and line feeds.
  static func record(_ cells: [String], isExact: Bool = false) -> String {
    cells.map { field($0, isExact: isExact) }.joined(separator: ",") + "\r\n"
  }

  /// Formats a cell, quoted if necessary.
  static func field(_ text: String, isExact: Bool = false) -> String {
    // Most cells need nothing and are copied whole.
    if let first = text.utf8.first, text.utf8.allSatisfy(isPlain) {
      if !"'=+-@".utf8.contains(first) { return text }
    } else if text.isEmpty {
      return text
    }
    let safe = neutral(isExact ? text : visible(text))
    let needsQuotes = safe.unicodeScalars.contains { "\",\r\n".unicodeScalars.contains($0) }
    guard needsQuotes else { return safe }
    var quoted = "\""
    for scalar in safe.unicodeScalars {
      if scalar == "\"" { quoted += "\"" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }

  /// Returns a Boolean value that indicates whether a byte is a character of ASCII that represents
  /// itself in any place but the first.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: ",")
  }

  private static func visible(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isHarmful = JSON.isHarmful(scalar) && scalar != "\n" && scalar != "\t"
      result.append(isHarmful ? "\u{FFFD}" : scalar)
    }
    return String(result)
  }

  /// Returns the text with a leading apostrophe if a spreadsheet would evaluate it; numbers remain
  /// numbers.
  private static func neutral(_ text: String) -> String {
    CSVReader.isFormula(text) && !isNumber(text) ? "'" + text : text
  }

  private static func isNumber(_ text: String) -> Bool {
    let digits = text.drop { $0 == "-" || $0 == "+" }
    guard text.count - digits.count <= 1, !digits.isEmpty else { return false }
    return digits.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
  }
}
