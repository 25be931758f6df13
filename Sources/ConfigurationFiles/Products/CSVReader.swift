import PlainText

/// A reader of comma-separated values according to RFC 4180.
///
/// Line ends may be CRLF or LF; a leading byte order mark is skipped. A text is read as a whole, a
/// long file in parts:
///
/// ```swift
/// var reader = CSVReader()
/// for part in parts {
///   reader.append(part)
///   while let record = try reader.next() { … }
/// }
/// reader.finish()
/// while let record = try reader.next() { … }
/// ```
public struct CSVReader: Sendable {
  /// One record.
  public struct Record: Hashable, Sendable {
    /// The values of the record.
    public var cells: [String]
    /// The first line of the record, counted from 1.
    public var line: Int
    /// A Boolean value that indicates whether the record is UTF-8; what is not, is U+FFFD in its
    /// cells.
    public var isText = true

    /// The record without the white space that people and spreadsheets leave beside commas.
    public var trimmed: Record { Record(cells: cells.map(\.trimmed), line: line, isText: isText) }

    fileprivate mutating func append(_ cell: [UInt8]) {
      let text = String(validating: cell, as: UTF8.self)
      isText = isText && text != nil
      cells.append(text ?? String(decoding: cell, as: UTF8.self))
    }
  }

  /// An opening quotation mark without a closing one.
  public struct Problem: Error, Hashable {
    /// The line of the opening quotation mark, counted from 1.
    public var line: Int

    /// Creates the problem of a line.
    public init(line: Int) { self.line = line }
  }

  /// The line of the next record, counted from 1.
  public private(set) var line = 1
  private var bytes: [UInt8] = []
  private var position = 0
  private var isBegun = false
  private var isWhole = false

  /// Creates a reader of a text.
  public init(_ text: String) {
    bytes = Array(text.utf8)
    isWhole = true
  }

  /// Creates a reader of a file that is appended in parts.
  public init() {}

  /// The number of bytes of records that ``next()`` has not returned yet.
  public var pendingBytes: Int { bytes.count - position }

  /// Appends the next part of the file.
  public mutating func append(_ part: [UInt8]) {
    bytes.removeFirst(position)
    position = 0
    bytes += part
  }

  /// Ends the file: the last record may lack its line end.
  public mutating func finish() { isWhole = true }

  /// The characters with which a formula can begin, as OWASP lists them: in Japanese a spreadsheet
  /// takes wide ones as well, and some leave white space before it out
  /// (<https://owasp.org/www-community/attacks/CSV_Injection>).
  private static let formulaStarts = "=+-@\t\r\n＝＋－＠".unicodeScalars

  /// Returns a Boolean value that indicates whether a cell begins as a formula of a spreadsheet
  /// does, apostrophes aside.
  public static func isFormula(_ cell: String) -> Bool {
    cell.unicodeScalars.first { $0 != "'" }.map(formulaStarts.contains) ?? false
  }

  /// Returns the text of a cell without the apostrophe that exports put before a formula.
  public static func restored(_ cell: String) -> String {
    cell.hasPrefix("'") && isFormula(cell) ? String(cell.dropFirst()) : cell
  }

  /// Reads the next record; returns `nil` at the end, and where more has to be appended first.
  public mutating func next() throws(Problem) -> Record? {
    skipByteOrderMark()
    let begun = (position, line)
    guard isBegun, position < bytes.count else { return nil }
    var record = Record(cells: [], line: line)
    var cell: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\"") where cell.isEmpty:
        let start = line
        if quoted(&cell) || !isWhole { continue }
        throw Problem(line: start)
      case UInt8(ascii: ","):
        record.append(cell)
        cell = []
      case UInt8(ascii: "\r") where position < bytes.count && bytes[position] == 0x0A: continue
      case UInt8(ascii: "\n"):
        line += 1
        record.append(cell)
        return record
      case _: cell.append(byte)
      }
    }
    guard isWhole else {
      (position, line) = begun
      return nil
    }
    record.append(cell)
    return record
  }

  private mutating func skipByteOrderMark() {
    guard !isBegun, isWhole || bytes.count >= 3 else { return }
    isBegun = true
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// Reads up to the closing quotation mark and returns whether there is one; two in a row are one.
  private mutating func quoted(_ cell: inout [UInt8]) -> Bool {
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\n") { line += 1 }
      guard byte == UInt8(ascii: "\"") else {
        cell.append(byte)
        continue
      }
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { return true }
      cell.append(byte)
      position += 1
    }
    return false
  }
}
