import LedgerRows
import SubscriptionCore

/// A column of `subscribers`.
///
/// The row itself is the blob in `row`; every other column repeats a part of it. Texts that
/// filters compare are stored folded (`Filter.foldCase(_:)`), a text that is
/// empty as NULL, a choice as its place among the choices.
struct RowColumn: Hashable, CustomStringConvertible {
  /// The name in the schema.
  let name: String
  /// The type and the rules in the schema.
  let type: String
  /// The place among the parameters of a row's statement, where the key is the first.
  let place: Int32

  var description: String { name }
}

/// The stored form of a `SubscriberField`.
enum StoredForm {
  /// A folded text.
  case folded(RowColumn)
  /// A text as it is, with the folded text beside it where that differs, and for look-ups the mark
  /// of the text, where there is a column for it.
  case plain(RowColumn, folded: RowColumn, mark: RowColumn?)
  /// A packed list of folded texts.
  case list(RowColumn)
  /// The place among these choices.
  case choice(RowColumn, [String])
  /// Bits, one for each of these choices.
  case bits(RowColumn, [String])
  /// A number, and the currency of an amount, where there is a column for it.
  case number(RowColumn, currency: RowColumn?)
  /// In the event itself, which a function of SQL looks into.
  case event(String)

  /// The columns.
  var columns: [RowColumn] {
    switch self {
    case .folded(let column), .list(let column), .choice(let column, _), .bits(let column, _):
      [column]
    case .plain(let column, let folded, let mark): [column, folded] + (mark.map { [$0] } ?? [])
    case .number(let column, let currency): [column] + (currency.map { [$0] } ?? [])
    case .event: []
    }
  }
}

/// The columns of `subscribers`, as they follow from the fields.
enum RowColumns {
  /// The fields that are stored, in order.
  static let fields = SubscriberField.allCases.filter { field in
    (field.definition.filterName != nil || field == .verdict || field == .nextChangeAt)
      && !field.isOfEvent && !field.isOfEpisode
  }

  /// Every column but the row, in order, and the form of every stored field.
  private static let layout: (columns: [RowColumn], forms: [SubscriberField: StoredForm]) = {
    var (columns, forms) = ([RowColumn](), [SubscriberField: StoredForm]())
    func column(_ name: String, _ type: String) -> RowColumn {
      let column = RowColumn(name: name, type: type, place: Int32(columns.count + 2))
      columns.append(column)
      return column
    }
    for field in fields {
      let name = field.columnName
      let rule = field.definition.isAlwaysPresent ? " NOT NULL" : ""
      forms[field] =
        switch field.definition.type {
        case .identifier:
          .plain(
            column(name, "TEXT" + rule), folded: column(name + "Folded", "TEXT"),
            mark: field == .account ? column("accountMark", "INTEGER") : nil)
        case .text: .folded(column(name, "TEXT"))
        case .texts: .list(column(name, "BLOB"))
        case .truth, .choice: .choice(column(name, "INTEGER" + rule), field.codedChoices)
        case .choices: .bits(column(name, "INTEGER NOT NULL"), field.codedChoices)
        case .number, .deadline, .age, .length:
          .number(column(name, "INTEGER" + rule), currency: nil)
        case .money:
          .number(
            column(name, "INTEGER" + rule),
            currency: field == .mrr ? column("mrrCurrency", "TEXT") : nil)
        }
    }
    return (columns, forms)
  }()

  /// The row whole.
  static let row = RowColumn(
    name: "row", type: "BLOB NOT NULL", place: Int32(layout.columns.count + 2))

  /// Every column, in order.
  static let all = layout.columns + [row]

  /// Returns the form of a stored field.
  static func form(of field: SubscriberField) -> StoredForm {
    layout.forms[field] ?? .event(EventFunctions.call(field))
  }

  /// The columns and the choices as one text; rows that were written with another are rebuilt.
  static let text =
    "\(all.map { "\($0.name) \($0.type)" }) "
    + "\(fields.filter { !$0.choices.isEmpty }.map { "\($0) \($0.codedChoices)" })"
}
