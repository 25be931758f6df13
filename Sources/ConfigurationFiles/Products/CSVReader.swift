/// A reader of comma-separated values according to RFC 4180.
///
/// Line ends may be CRLF or LF; a leading byte order mark is skipped.
public struct CSVReader: Sendable {
  /// One record.
  public struct Record: Hashable, Sendable {
    /// The values of the record.
    public var cells: [String]
    /// The first line of the record, counted from 1.
    public var line: Int

    /// The record without the white space that people and spreadsheets leave beside commas.
    public var trimmed: Record { Record(cells: cells.map(\.trimmed), line: line) }
  }

  /// An opening quotation mark without a closing one.
  public struct Problem: Error, Hashable {
    /// The line of the opening quotation mark, counted from 1.
    public var line: Int

    /// Creates the problem of a line.
    public init(line: Int) { self.line = line }
  }

  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var line = 1

  /// Creates a reader of a text.
  public init(_ text: String) {
    let all = Array(text.unicodeScalars)
    scalars = all.first == "\u{FEFF}" ? Array(all.dropFirst()) : all
  }

  /// Returns a Boolean value that indicates whether a cell begins as a formula of a spreadsheet
  /// does, apostrophes aside.
  public static func isFormula(_ cell: String) -> Bool {
    cell.unicodeScalars.first { $0 != "'" }.map("=+-@".unicodeScalars.contains) ?? false
  }

  /// Returns the text of a cell without the apostrophe that exports put before a formula.
  public static func restored(_ cell: String) -> String {
    cell.hasPrefix("'") && isFormula(cell) ? String(cell.dropFirst()) : cell
  }

  /// Reads the next record; returns `nil` at the end.
  public mutating func next() throws(Problem) -> Record? {
    guard position < scalars.count else { return nil }
    var record = Record(cells: [], line: line)
    var cell = String.UnicodeScalarView()
    while position < scalars.count {
      let scalar = scalars[position]
      position += 1
      switch scalar {
      case "\"" where cell.isEmpty: cell = try quoted()
      case ",":
        record.cells.append(String(cell))
        cell = .init()
      case "\r" where position < scalars.count && scalars[position] == "\n": continue
      case "\n":
        line += 1
        record.cells.append(String(cell))
        return record
      case _: cell.append(scalar)
      }
    }
    record.cells.append(String(cell))
    return record
  }

  /// Reads up to the closing quotation mark; two quotation marks in a row are one.
  private mutating func quoted() throws(Problem) -> String.UnicodeScalarView {
    let start = line
    var cell = String.UnicodeScalarView()
    while position < scalars.count {
      let scalar = scalars[position]
      position += 1
      if scalar == "\n" { line += 1 }
      guard scalar == "\"" else {
        cell.append(scalar)
        continue
      }
      guard position < scalars.count, scalars[position] == "\"" else { return cell }
      cell.append(scalar)
      position += 1
    }
    throw Problem(line: start)
  }
}

extension String {
  /// The text without leading and trailing white space.
  fileprivate var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
