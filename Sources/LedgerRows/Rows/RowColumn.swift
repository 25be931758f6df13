import SubscriptionCore

/// A column of `subscribers`, which repeats a part of the row.
///
/// Texts that filters compare are stored folded (`Filter.foldCase(_:)`), a text that is empty as
/// NULL, a choice as its place among the choices.
public struct RowColumn: Hashable, CustomStringConvertible, Sendable {
  /// The kinds of values.
  public enum Content: Hashable, Sendable { case number, text, texts }

  /// The name in the schema.
  public let name: String
  /// The kind of its values.
  public let content: Content
  /// A Boolean value that indicates whether every row has a value.
  public let isRequired: Bool
  /// The place among the columns.
  public let place: Int

  /// The name in the schema.
  public var description: String { name }
}

/// The stored form of a `SubscriberField`.
public enum StoredForm: Sendable {
  /// A folded text.
  case folded(RowColumn)
  /// A text as it is, with the folded text beside it where that differs, and for look-ups the mark
  /// of the text, where there is a column for it.
  case plain(RowColumn, folded: RowColumn, mark: RowColumn?)
  /// A list of folded texts.
  case list(RowColumn)
  /// The place among these choices.
  case choice(RowColumn, [String])
  /// Bits, one for each of these choices.
  case bits(RowColumn, [String])
  /// A number, and the currency of an amount, where there is a column for it.
  case number(RowColumn, currency: RowColumn?)

  /// The columns, that of the value first.
  public var columns: [RowColumn] {
    switch self {
    case .folded(let column), .list(let column), .choice(let column, _), .bits(let column, _):
      [column]
    case .plain(let column, let folded, let mark): [column, folded] + (mark.map { [$0] } ?? [])
    case .number(let column, let currency): [column] + (currency.map { [$0] } ?? [])
    }
  }
}

/// The columns of `subscribers`, as they follow from the fields.
public enum RowColumns {
  /// The fields that are stored, in order.
  public static let fields = SubscriberField.allCases.filter { field in
    (field.definition.filterName != nil || fieldsOfLedgers.contains(field))
      && !field.isOfEvent && field.part == nil
  }

  /// The fields that ledgers look rows up by, and filters do not.
  private static let fieldsOfLedgers: Set<SubscriberField> = [
    .verdict, .nextChangeAt, .otherProducts,
  ]

  private static let layout: (columns: [RowColumn], forms: [SubscriberField: StoredForm]) = {
    var (columns, forms) = ([RowColumn](), [SubscriberField: StoredForm]())
    func column(
      _ name: String, _ content: RowColumn.Content, isRequired: Bool = false
    ) -> RowColumn {
      let column = RowColumn(
        name: name, content: content, isRequired: isRequired, place: columns.count)
      columns.append(column)
      return column
    }
    for field in fields {
      let (name, isRequired) = (field.columnName, field.definition.isAlwaysPresent)
      forms[field] =
        switch field.definition.type {
        case .identifier:
          .plain(
            column(name, .text, isRequired: isRequired), folded: column(name + "Folded", .text),
            mark: field == .account ? column("accountMark", .number) : nil)
        case .text: .folded(column(name, .text))
        case .texts: .list(column(name, .texts))
        case .truth, .choice:
          .choice(column(name, .number, isRequired: isRequired), field.codedChoices)
        case .choices: .bits(column(name, .number, isRequired: true), field.codedChoices)
        case .number, .deadline, .age, .length:
          .number(column(name, .number, isRequired: isRequired), currency: nil)
        case .money:
          .number(
            column(name, .number, isRequired: isRequired),
            currency: field == .mrr ? column("mrrCurrency", .text) : nil)
        }
    }
    return (columns, forms)
  }()

  /// Every column but those of the key and of the row whole, in order.
  public static let all = layout.columns

  /// The bits of the flags, the one field of which several choices may hold.
  public static let flagBits: [String: Int64] = SubscriberField.flags.codedChoices.enumerated()
    .reduce(into: [:]) { $0[$1.element] = 1 << Int64($1.offset) }

  /// Returns the form of a stored field; `nil` for a field of events or parts.
  public static func form(of field: SubscriberField) -> StoredForm? { layout.forms[field] }
}

extension SubscriberField {
  /// The name of the column that holds the value; others begin with it.
  public var columnName: String { "\(self)" }

  /// The choices in the order of the numbers that stand for them in a database.
  public var codedChoices: [String] {
    definition.type == .truth ? ["no", "yes"] : choices.map(\.name)
  }

  /// Returns the code of a choice in a database.
  public func code(of choice: String) -> Int64 { Int64(codedChoices.firstIndex(of: choice) ?? -1) }
}

extension SubscriptionState {
  /// The code of the state in a database.
  public var code: Int64 { SubscriberField.state.code(of: rawValue) }
}
