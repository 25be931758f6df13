import PlainText
import SubscriptionCore

/// A row of a product file: the texts of its fields, and the prices by country if they form a
/// table.
public struct ProductRow: Hashable, Sendable {
  /// A text with its line number.
  public struct Cell: Hashable, Sendable {
    /// The text.
    public var text: String
    /// The line, counted from 1.
    public var line: Int

    /// Creates a text on a line.
    public init(_ text: String, line: Int) { (self.text, self.line) = (text, line) }
  }

  /// The texts by field; an empty text states nothing.
  public var cells: [ProductField: Cell] = [:]
  /// The prices by country.
  public var prices: [String: Cell] = [:]
  /// The line on which the row begins, counted from 1.
  public var line: Int

  /// The key of the prices by country in JSON and TOML.
  public static let pricesKey = "prices"

  /// Creates an empty row.
  public init(line: Int) { self.line = line }

  /// Reads a table of JSON or TOML.
  ///
  /// - Throws: ``ProductProblem`` for an unknown key, or for a value that is neither text nor
  ///   number.
  public init(_ node: ConfigurationNode) throws(ProductProblem) {
    self.init(line: node.line)
    guard case .table = node.value else {
      throw ProductProblem(line: node.line, text: "has to be a table of fields.")
    }
    for entry in node.entries {
      if entry.name == Self.pricesKey {
        guard case .table = entry.node.value else {
          throw ProductProblem(
            line: entry.node.line, field: entry.name,
            text: "has to be a table of countries and prices.")
        }
        for price in entry.node.entries {
          prices[price.name] = try Self.cell(price.node, "\(entry.name).\(price.name)")
        }
      } else {
        let field = try Self.field(entry.name, line: entry.node.line)
        cells[field] = try Self.cell(entry.node, entry.name)
      }
    }
  }

  /// Returns the field of a name.
  ///
  /// - Throws: ``ProductProblem`` for an unknown name.
  public static func field(_ name: String, line: Int) throws(ProductProblem) -> ProductField {
    if let field = ProductField(rawValue: name) { return field }
    let names = ProductField.allCases.map(\.rawValue) + [pricesKey]
    let meant = NearestName.find(name, in: names).map { "Did you mean '\($0)'?" }
    throw ProductProblem(
      line: line, field: name,
      text: "is not a field. " + (meant ?? "There are: \(names.joined(separator: ", "))."))
  }

  private static func cell(
    _ node: ConfigurationNode, _ name: String
  ) throws(ProductProblem) -> Cell {
    guard let text = node.word else {
      throw ProductProblem(
        line: node.line, field: name, text: "has to be a text, a number, true or false.")
    }
    return Cell(text, line: node.line)
  }

  /// The text of a field; `nil` if the row leaves it out.
  func text(_ field: ProductField) -> String? {
    guard let text = cells[field]?.text, !text.isEmpty else { return nil }
    return text
  }

  /// Returns the line on which the row states a fact.
  func line(of fact: CatalogueStatement.Fact) -> Int {
    if case .price(let country, _) = fact, let cell = prices[country] { return cell.line }
    return ProductField(rawValue: fact.field).map(line) ?? line
  }

  /// Returns the line of a field, or of the row if the field is left out.
  func line(of field: ProductField) -> Int { cells[field]?.line ?? line }

  /// Returns the problem of a field.
  func problem(_ field: ProductField, _ text: String) -> ProductProblem {
    ProductProblem(line: line(of: field), field: field.rawValue, text: text)
  }

  /// Throws a problem of the first of some fields that the row has, but may not have.
  func refuse(_ fields: [ProductField], _ text: String) throws(ProductProblem) {
    if let field = fields.first(where: { self.text($0) != nil }) { throw problem(field, text) }
  }
}
