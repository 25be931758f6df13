import ConfigurationFiles
import EventLedger
import Foundation
import ProgramConventions
import SubscriptionCore

/// A list of purchases in CSV or NDJSON, read lazily.
struct PurchaseList {
  /// One line of the list.
  enum Line: Equatable {
    case purchase(BackfillPurchase)
    /// The reason that the line names no purchase, with its number.
    case problem(Int, String)
  }

  /// The percentage of the file that was read; `nil` if its size is unknown.
  var share: Int? { lines.bytesTotal.map { $0 == 0 ? 100 : lines.bytesDone * 100 / $0 } }

  private var lines: LineSource
  private let apps: PurchaseApps
  /// The columns of a CSV file; `nil` for JSON.
  private var columns: [PurchaseColumn?]?
  /// The first line of a JSON file, which was read for detecting the format.
  private var waiting: (number: Int, text: String)?

  /// Opens a list.
  ///
  /// - Throws: `CommandError` if the file cannot be read, or its first line names no purchases.
  init(_ path: String, apps: PurchaseApps) throws(CommandError) {
    lines = try LineSource(path)
    self.apps = apps
    var first: (number: Int, text: String)?
    while first == nil, let (number, bytes) = try lines.next() {
      guard let bytes else { throw .failed("\(path):\(number): \(Self.tooLong). Is it a list?") }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw .failed("\(path):\(number): is not UTF-8 text. Save the file as UTF-8.")
      }
      if !text.allSatisfy(\.isWhitespace) { first = (number, text) }
    }
    guard let first else {
      throw .failed("\(path) is empty. Its first line has to name the columns, or be JSON.")
    }
    switch first.text.first(where: { !$0.isWhitespace }) {
    case "{": waiting = first
    case "[":
      throw .failed("\(path):\(first.number): is a JSON array. Write one object a line (NDJSON).")
    default: columns = try Self.columns(of: first.text, path, first.number)
    }
  }

  private static let tooLong = "it is longer than \(LineSource.lineBytesMax >> 10) KiB"

  private static func columns(
    of header: String, _ path: String, _ number: Int
  ) throws(CommandError) -> [PurchaseColumn?] {
    guard !header.unicodeScalars.contains("\r") else {
      throw .failed(
        "\(path):\(number): its lines end as on Macs of former times, so that all of it is one "
          + "line. Save the file with line ends of Unix or Windows (LF or CRLF).")
    }
    var reader = CSVReader(header)
    guard let cells = try? reader.next()?.cells else {
      throw .failed("\(path):\(number): a quotation mark is not closed on its line.")
    }
    let columns = cells.map { PurchaseColumn($0.trimmingCharacters(in: .whitespaces)) }
    let found = columns.compactMap(\.self)
    guard found.contains(where: { $0 == .token || $0 == .transaction || $0 == .purchase }) else {
      throw .failed(
        "\(path):\(number): no column names the purchases. The first line has to name the columns, "
          + "separated by commas: store, and purchaseToken, transactionId or id; account and app "
          + "where there are any.")
    }
    if let twice = found.first(where: { column in found.count { $0 == column } > 1 }) {
      throw .failed("\(path):\(number): two columns are the \(twice). Leave one of them out.")
    }
    return columns
  }

  /// Reads the next line that is not empty; returns `nil` at the end.
  ///
  /// - Throws: `CommandError` if reading fails.
  mutating func next() throws(CommandError) -> Line? {
    if let (number, text) = waiting {
      waiting = nil
      return read(text, number)
    }
    while let (number, bytes) = try lines.next() {
      guard let bytes else { return .problem(number, Self.tooLong) }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        return .problem(number, "it is not UTF-8 text")
      }
      if !text.allSatisfy(\.isWhitespace) { return read(text, number) }
    }
    return nil
  }

  private func read(_ text: String, _ number: Int) -> Line {
    do throws(PurchaseApps.Problem) {
      let values =
        if let columns { try Self.cells(text, columns) } else { try Self.members(text) }
      return .purchase(try apps.purchase(values, line: number))
    } catch {
      return .problem(number, error.description)
    }
  }

  private static func cells(
    _ text: String, _ columns: [PurchaseColumn?]
  ) throws(PurchaseApps.Problem) -> [PurchaseColumn: String] {
    var reader = CSVReader(text)
    guard let cells = try? reader.next()?.cells else {
      throw PurchaseApps.Problem("a quotation mark is not closed on its line")
    }
    guard cells.count == columns.count else {
      throw PurchaseApps.Problem("\(cells.count) values for \(columns.count) columns")
    }
    var values: [PurchaseColumn: String] = [:]
    for (column, cell) in zip(columns, cells) {
      guard let column else { continue }
      values[column] = CSVReader.restored(cell.trimmingCharacters(in: .whitespaces))
    }
    return values
  }

  /// A text or an integer, the two types of identifiers in JSON.
  private struct Scalar: Decodable {
    var text: String?

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      text =
        (try? value.decode(String.self)) ?? (try? value.decode(Int64.self)).map { String($0) }
    }
  }

  private static func members(
    _ text: String
  ) throws(PurchaseApps.Problem) -> [PurchaseColumn: String] {
    guard let object = try? JSONDecoder().decode([String: Scalar].self, from: Data(text.utf8))
    else { throw PurchaseApps.Problem("it is not a JSON object") }
    var values: [PurchaseColumn: String] = [:]
    for (key, value) in object.sorted(by: { $0.key < $1.key }) {
      guard let column = PurchaseColumn(key), let text = value.text else { continue }
      guard values[column] ?? text == text else {
        throw PurchaseApps.Problem("two keys name the \(column) differently. Leave one of them out")
      }
      values[column] = text
    }
    return values
  }
}
