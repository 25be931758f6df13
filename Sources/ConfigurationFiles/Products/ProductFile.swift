import SubscriptionCore

/// A format of product files: CSV, JSON or TOML, with the same fields in all three.
///
/// ```csv
/// store,product,basePlan,period,country,price
/// google-play,gold,monthly,P1M,JP,480 JPY
/// ```
/// ```toml
/// [[products]]
/// store = "google-play"
/// product = "gold"
/// basePlan = "monthly"
/// period = "P1M"
/// prices = { JP = "480 JPY", US = "4.99 USD" }
/// ```
/// JSON is `{"products": [{…}]}`, or the list alone.
public enum ProductFile: String, Hashable, Sendable, CaseIterable {
  /// Comma-separated values by RFC 4180; the first line names the fields.
  case csv
  /// JSON (RFC 8259).
  case json
  /// TOML.
  case toml

  /// The key of the list in JSON and TOML.
  public static let listKey = "products"

  /// Detects the format of a text by its beginning.
  public static func form(of text: String) -> ProductFile {
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
      guard let first = line.first else { continue }
      if first == "{" { return .json }
      if first == "[" { return line.hasPrefix("[[") && line.contains("]]") ? .toml : .json }
      return first == "#" || line.contains("=") ? .toml : .csv
    }
    return .csv
  }

  /// Reads a file in any of the formats, whose rows are from a source unless they name one; if
  /// there is a problem, nothing may be imported.
  public static func read(
    _ text: String, source: CatalogueSource = .file
  ) -> (statements: [CatalogueStatement], problems: [ProductProblem]) {
    var problems: [ProductProblem] = []
    var reader = ProductReader(source: source)
    do throws(ProductProblem) {
      switch form(of: text) {
      case .csv: try readCSV(text, into: &reader, &problems)
      case .json: readTables(try json(text), into: &reader, &problems)
      case .toml: readTables(try toml(text), into: &reader, &problems)
      }
      reader.finish()
    } catch {
      problems.append(error)
    }
    problems += reader.problems
    if problems.isEmpty, reader.statements.isEmpty {
      problems.append(ProductProblem(line: 1, text: "the file states no products."))
    }
    return (reader.statements, problems.sorted { $0.line < $1.line })
  }

  // MARK: CSV

  /// Reads the rows one by one, so that memory holds their statements alone.
  private static func readCSV(
    _ text: String, into reader: inout ProductReader, _ problems: inout [ProductProblem]
  ) throws(ProductProblem) {
    var records = CSVReader(text)
    guard let header = try next(&records) else { return }
    // The file may be another one, such as that of a secret, whose words are not repeated.
    guard header.cells.contains(where: { ProductField(rawValue: $0) != nil }) else {
      throw ProductProblem(
        line: header.line,
        text: "names no field of a product. The first line has to name the columns, such as "
          + "store,product,basePlan,period.")
    }
    var fields: [ProductField] = []
    for name in header.cells {
      let field = try ProductRow.field(name, line: header.line)
      guard !fields.contains(field) else {
        throw ProductProblem(
          line: header.line, field: field.rawValue, text: "is a column twice. Leave one out.")
      }
      fields.append(field)
    }
    while let record = try next(&records) {
      if record.cells.allSatisfy(\.isEmpty) { continue }
      guard record.cells.count == fields.count else {
        problems.append(
          ProductProblem(
            line: record.line,
            text: "there are \(record.cells.count) values for \(fields.count) columns."))
        continue
      }
      var row = ProductRow(line: record.line)
      for (field, cell) in zip(fields, record.cells) {
        row.cells[field] = ProductRow.Cell(CSVReader.restored(cell), line: record.line)
      }
      reader.read(row)
    }
  }

  private static func next(
    _ records: inout CSVReader
  ) throws(ProductProblem) -> CSVReader.Record? {
    do throws(CSVReader.Problem) {
      return try records.next()?.trimmed
    } catch {
      throw ProductProblem(line: error.line, text: "a quotation mark is never closed.")
    }
  }

  // MARK: JSON and TOML

  private static func readTables(
    _ list: ConfigurationNode, into reader: inout ProductReader,
    _ problems: inout [ProductProblem]
  ) {
    for element in list.elements {
      do throws(ProductProblem) { reader.read(try ProductRow(element)) } catch {
        problems.append(error)
      }
    }
  }

  private static func json(_ text: String) throws(ProductProblem) -> ConfigurationNode {
    let root: ConfigurationNode
    do throws(ConfigurationNode.JSONError) {
      root = try ConfigurationNode(json: text)
    } catch {
      throw ProductProblem(line: error.line, text: "is not JSON: \(error.text)")
    }
    if case .list = root.value { return root }
    return try list(in: root)
  }

  private static func toml(_ text: String) throws(ProductProblem) -> ConfigurationNode {
    let root: ConfigurationNode
    do throws(TOMLDocument.Problem) {
      root = try TOMLDocument(text).root
    } catch {
      throw ProductProblem(line: error.line, text: "is not TOML: \(error.words)")
    }
    return try list(in: root)
  }

  private static func list(
    in root: ConfigurationNode
  ) throws(ProductProblem) -> ConfigurationNode {
    for entry in root.entries where entry.name != listKey {
      throw ProductProblem(
        line: entry.node.line, field: entry.name, text: "is not known. The list is '\(listKey)'.")
    }
    guard let list = root[listKey], case .list = list.value else {
      throw ProductProblem(line: 1, field: listKey, text: "is missing: the list of products.")
    }
    return list
  }
}
