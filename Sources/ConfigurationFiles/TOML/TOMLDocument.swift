/// A parsed TOML text (<https://toml.io/en/v1.0.0>) with the line of each value.
public struct TOMLDocument: Sendable {
  /// The table of the whole document.
  public let root: ConfigurationNode

  /// The first error of a text that should be TOML.
  public struct Problem: Error, Hashable, Sendable {
    /// The line, counted from 1.
    public var line: Int
    /// The description of the error.
    public var words: String
  }

  /// Parses a text; a byte order mark before it is passed over.
  ///
  /// - Throws: ``Problem`` if the text is not TOML 1.0, or nests values deeper than 64 levels.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(_ text: String) throws(Problem) {
    var reader = TOMLReader(text)
    root = try reader.document()
  }
}

/// A table under construction, which headings and dotted keys fill from several places.
final class TOMLTable {
  /// The kinds of statement that first named a table, which decide on who may add to it.
  enum Origin {
    /// The heading of a table inside it.
    case outer
    /// A heading of its own.
    case heading
    /// A dotted key of the table around it.
    case dottedKey
  }

  /// A value, a table, or the tables of headings in double brackets.
  enum Item {
    case value(ConfigurationNode)
    case table(TOMLTable)
    case tables(Elements)
  }

  /// The tables of one list, which grows in place.
  final class Elements {
    /// The tables, in the order of the text.
    fileprivate(set) var tables: [TOMLTable] = []
  }

  /// The statement that defines the table, or that named it first.
  var origin: Origin
  /// The line of the statement that named the table first, counted from 1.
  let line: Int
  private var names: [String] = []
  private var items: [String: Item] = [:]

  init(_ origin: Origin, line: Int) { (self.origin, self.line) = (origin, line) }

  /// The item of a key; a new one is put behind the others.
  subscript(name: String) -> Item? {
    get { items[name] }
    set {
      if items.updateValue(newValue ?? .tables(Elements()), forKey: name) == nil {
        names.append(name)
      }
    }
  }

  /// Adds an element to the list of a key, which is new or has elements already.
  func append(_ element: TOMLTable, to name: String) {
    if items[name] == nil { self[name] = .tables(Elements()) }
    if case .tables(let elements) = items[name] { elements.tables.append(element) }
  }

  /// The finished table, in the order of the text.
  var node: ConfigurationNode {
    let entries = names.map { name -> ConfigurationNode.Entry in
      let node =
        switch items[name] {
        case .value(let node): node
        case .table(let table): table.node
        case .tables(let list):
          ConfigurationNode(
            value: .list(list.tables.map(\.node)), line: list.tables.first?.line ?? line)
        case nil: ConfigurationNode(value: .table([]), line: line)
        }
      return ConfigurationNode.Entry(name: name, node: node)
    }
    return ConfigurationNode(value: .table(entries), line: line)
  }
}
