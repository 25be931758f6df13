#if Postgres
  import LedgerRows
  import SubscriptionCore

  /// Rows of `subscribers` column by column, as one statement stores them.
  struct RowCells {
    /// The values of a column.
    private enum Cells: Equatable {
      case numbers([Int64?])
      case texts([String?])

      mutating func append(_ number: Int64?) {
        guard case .numbers(var numbers) = self else { return }
        self = .numbers([])
        numbers.append(number)
        self = .numbers(numbers)
      }

      mutating func append(_ text: String?) {
        guard case .texts(var texts) = self else { return }
        self = .texts([])
        texts.append(text)
        self = .texts(texts)
      }
    }

    private var columns: [Cells]
    private var count = 0

    /// Begins without rows.
    init() {
      columns = RowColumns.all.map { $0.isText ? .texts([]) : .numbers([]) }
    }

    /// Adds a row.
    mutating func append(_ row: SubscriberSummary) {
      for field in RowColumns.fields { append(field, of: row) }
      count += 1
    }

    /// The columns as parameters, in order.
    var values: [SQLValue] {
      columns.map { column in
        switch column {
        case .numbers(let numbers): .integers(numbers)
        case .texts(let texts): .storedTexts(texts)
        }
      }
    }

    /// The bits of the flags, the one field of which several choices may hold.
    private static let flags: [String: Int64] = SubscriberField.flags.codedChoices.enumerated()
      .reduce(into: [:]) { $0[$1.element] = 1 << Int64($1.offset) }

    private mutating func append(_ field: SubscriberField, of row: SubscriberSummary) {
      let value = field.definition.read(row)
      switch RowColumns.form(of: field) {
      case .number(let column, let currency):
        append(Self.number(value), to: column)
        if let currency {
          guard case .money(let money?) = value else { return append(stored: nil, to: currency) }
          append(money.currency, to: currency)
        }
      case .choice(let column, let names): append(Self.code(value, names), to: column)
      case .bits(let column, _):
        guard case .texts(let choices) = value else { return append(0, to: column) }
        append(choices.reduce(Int64(0)) { $0 | Self.flags[$1, default: 0] }, to: column)
      case .folded(let column):
        append(Self.text(value).map(Filter.foldCase), to: column)
      case .plain(let column, let folded, let mark):
        let text = Self.text(value) ?? (field.definition.isAlwaysPresent ? "" : nil)
        append(text, to: column)
        append(text.flatMap { Filter.isFolded($0) ? nil : Filter.foldCase($0) }, to: folded)
        if let mark { append(text.map(Hash64.of), to: mark) }
      case .list(let column):
        guard case .texts(let texts) = value else { return append(stored: nil, to: column) }
        append(
          stored: StoredText.list(texts.filter { !$0.isEmpty }.map(Filter.foldCase)), to: column)
      case nil: preconditionFailure("\(field) is no field of a row")
      }
    }

    private mutating func append(_ number: Int64?, to column: RowColumn) {
      columns[column.place].append(number)
    }

    private mutating func append(_ text: String?, to column: RowColumn) {
      columns[column.place].append(text.map { StoredText.stored($0) })
    }

    private mutating func append(stored text: String?, to column: RowColumn) {
      columns[column.place].append(text)
    }

    private static func number(_ value: SubscriberField.Value) -> Int64? {
      switch value {
      case .instant(let instant): instant?.milliseconds
      case .number(let number): number
      case .money(let money): money?.micros
      case _: nil
      }
    }

    private static func code(_ value: SubscriberField.Value, _ names: [String]) -> Int64? {
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
#endif
