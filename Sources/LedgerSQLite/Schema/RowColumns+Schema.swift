import LedgerRows
import SubscriptionCore

extension RowColumn {
  /// The name, the type and the rules in the schema.
  fileprivate var declaration: String {
    let type =
      switch content {
      case .number: "INTEGER"
      case .text: "TEXT"
      case .texts: "BLOB"
      }
    return "\(name) \(type)\(isRequired ? " NOT NULL" : "")"
  }

  /// The number among the parameters of a row's statement, where the key is the first.
  var parameter: Int32 { Int32(place + 2) }
}

extension RowColumns {
  /// The number of the column for views alone that says whether access is known, among the
  /// parameters of a row's statement.
  static let accessKnownParameter = Int32(all.count + 2)

  /// The number of the row whole among the parameters of its statement.
  static let rowParameter = Int32(all.count + 3)

  /// Every column but the key, in order, with its type and rules; the row whole is the last.
  static let declarations =
    all.map(\.declaration) + ["accessKnown INTEGER NOT NULL", "row BLOB NOT NULL"]

  /// The columns and the choices as one text; rows that were written with another are rebuilt.
  static let text =
    "\(declarations) "
    + "\(fields.filter { !$0.choices.isEmpty }.map { "\($0) \($0.codedChoices)" })"
}
