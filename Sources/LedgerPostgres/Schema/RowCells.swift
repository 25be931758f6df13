#if Postgres
  import LedgerRows
  import SubscriptionCore

  /// Rows of `subscribers` column by column, as one statement stores them.
  struct RowCells {
    private var numbers: [[Int64?]]
    private var texts: [[String?]]

    /// Begins without rows.
    init() {
      let textCount = RowColumns.all.count(where: \.isText)
      numbers = Array(repeating: [], count: RowColumns.all.count - textCount)
      texts = Array(repeating: [], count: textCount)
    }

    /// Adds a row.
    mutating func append(_ row: SubscriberSummary) {
      for field in Field.all { append(field, of: row) }
    }

    /// The columns as parameters, in order.
    var values: [SQLValue] {
      RowColumns.all.map { column in
        let place = Field.places[column.place]
        return column.isText ? .storedTexts(texts[place]) : .integers(numbers[place])
      }
    }

    private mutating func append(_ field: Field, of row: SubscriberSummary) {
      let value = field.read(row)
      switch field.form {
      case .number(let place, let currency):
        numbers[place].append(Self.number(value))
        guard let currency else { return }
        guard case .money(let money?) = value else { return texts[currency].append(nil) }
        append(money.currency, at: currency)
      case .choice(let place): numbers[place].append(Self.code(value))
      case .bits(let place):
        guard case .texts(let choices) = value else { return numbers[place].append(0) }
        numbers[place].append(choices.reduce(Int64(0)) { $0 | RowColumns.flagBits[$1, default: 0] })
      case .folded(let place): append(Self.text(value).map(Filter.foldCase), at: place)
      case .plain(let place, let folded, let mark, let isAlwaysPresent):
        let text = Self.text(value) ?? (isAlwaysPresent ? "" : nil)
        append(text, at: place)
        append(text.flatMap { Filter.isFolded($0) ? nil : Filter.foldCase($0) }, at: folded)
        if let mark { numbers[mark].append(text.map(Hash64.of)) }
      case .list(let place):
        guard case .texts(let list) = value else { return texts[place].append(nil) }
        texts[place].append(
          StoredText.list(list.filter { !$0.isEmpty }.map(Filter.foldCase)))
      }
    }

    private mutating func append(_ text: String?, at place: Int) {
      texts[place].append(text.map { StoredText.stored($0) })
    }

    private static func number(_ value: SubscriberField.Value) -> Int64? {
      switch value {
      case .instant(let instant): instant?.milliseconds
      case .number(let number): number
      case .money(let money): money?.micros
      case _: nil
      }
    }

    private static func code(_ value: SubscriberField.Value) -> Int64? {
      switch value {
      case .choice(let choice): choice.map { Int64($0.code) }
      case .truth(let truth): truth.map { $0 ? 1 : 0 }
      case _: nil
      }
    }

    /// The text of a value; `nil` for an empty one.
    private static func text(_ value: SubscriberField.Value) -> String? {
      guard case .text(let text?) = value, !text.isEmpty else { return nil }
      return text
    }
  }

  /// A stored field, with the places of its columns among those of numbers and those of texts.
  ///
  /// Forty of them are read of each row of an import, so nothing in it but the reading is counted
  /// by reference.
  private struct Field {
    enum Form {
      case folded(Int)
      case plain(Int, folded: Int, mark: Int?, isAlwaysPresent: Bool)
      case list(Int)
      case choice(Int)
      case bits(Int)
      case number(Int, currency: Int?)
    }

    let read: @Sendable (SubscriberSummary) -> SubscriberField.Value
    let form: Form

    /// The stored fields, in order.
    static let all = RowColumns.fields.map(Field.init)

    /// The place of each column among those of its kind.
    static let places: [Int] = RowColumns.all.map { column in
      RowColumns.all.prefix(column.place).count { $0.isText == column.isText }
    }

    init(_ field: SubscriberField) {
      read = field.definition.read
      func place(_ column: RowColumn) -> Int { Self.places[column.place] }
      form =
        switch RowColumns.form(of: field) {
        case .folded(let column): .folded(place(column))
        case .plain(let column, let folded, let mark):
          .plain(
            place(column), folded: place(folded), mark: mark.map(place),
            isAlwaysPresent: field.definition.isAlwaysPresent)
        case .list(let column): .list(place(column))
        case .choice(let column, _): .choice(place(column))
        case .bits(let column, _): .bits(place(column))
        case .number(let column, let currency):
          .number(place(column), currency: currency.map(place))
        case nil: preconditionFailure("\(field) is no field of a row")
        }
    }
  }

  extension RowColumn {
    /// The name, the type and the rules in the schema.
    var declaration: String {
      "\(name) \(isText ? LedgerSchema.text : type)\(isRequired ? " NOT NULL" : "")"
    }

    /// The type of its values.
    var type: String { isText ? "text" : "bigint" }

    /// A Boolean value that indicates whether it holds texts rather than numbers; several are
    /// stored as one (``StoredText/list(_:)``).
    var isText: Bool { content != .number }
  }
#endif
