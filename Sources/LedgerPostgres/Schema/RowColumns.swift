#if Postgres
  import LedgerRows
  import SubscriptionCore

  /// A column of `subscribers`, which repeats a part of the row.
  ///
  /// The row itself is the bytes in `body`. Texts that filters compare are stored folded
  /// (`Filter.foldCase(_:)`), a text that is empty as NULL, a choice as its place among the
  /// choices.
  struct RowColumn: Hashable, CustomStringConvertible {
    /// The name in the schema.
    let name: String
    /// The type and the rules in the schema.
    let type: String
    /// A Boolean value that indicates whether it holds texts rather than numbers.
    let isText: Bool
    /// The place among the columns.
    let place: Int

    var description: String { name }
  }

  /// The stored form of a `SubscriberField`.
  enum StoredForm {
    /// A folded text.
    case folded(RowColumn)
    /// A text as it is, with the folded text beside it where that differs, and for look-ups the
    /// mark of the text, where there is a column for it.
    case plain(RowColumn, folded: RowColumn, mark: RowColumn?)
    /// A list of folded texts (``StoredText/list(_:)``).
    case list(RowColumn)
    /// The place among these choices.
    case choice(RowColumn, [String])
    /// Bits, one for each of these choices.
    case bits(RowColumn, [String])
    /// A number, and the currency of an amount, where there is a column for it.
    case number(RowColumn, currency: RowColumn?)
  }

  /// The columns of `subscribers`, as they follow from the fields.
  enum RowColumns {
    /// The fields that are stored, in order.
    static let fields = SubscriberField.allCases.filter { field in
      (field.definition.filterName != nil || field == .verdict || field == .nextChangeAt)
        && !field.isOfEvent && !field.isOfEpisode
    }

    private static let layout: (columns: [RowColumn], forms: [SubscriberField: StoredForm]) = {
      var (columns, forms) = ([RowColumn](), [SubscriberField: StoredForm]())
      func column(_ name: String, _ type: String) -> RowColumn {
        let isText = type.hasPrefix("text")
        let column = RowColumn(name: name, type: type, isText: isText, place: columns.count)
        columns.append(column)
        return column
      }
      for field in fields {
        let name = "\(field)"
        let rule = field.definition.isAlwaysPresent ? " NOT NULL" : ""
        let text = "text COLLATE \"C\""
        forms[field] =
          switch field.definition.type {
          case .identifier:
            .plain(
              column(name, text + rule), folded: column(name + "Folded", text),
              mark: field == .account ? column("accountMark", "bigint") : nil)
          case .text: .folded(column(name, text))
          case .texts: .list(column(name, text))
          case .truth, .choice: .choice(column(name, "bigint" + rule), field.codedChoices)
          case .choices: .bits(column(name, "bigint NOT NULL"), field.codedChoices)
          case .number, .deadline, .age, .length:
            .number(column(name, "bigint" + rule), currency: nil)
          case .money:
            .number(
              column(name, "bigint" + rule),
              currency: field == .mrr ? column("mrrCurrency", text) : nil)
          }
      }
      return (columns, forms)
    }()

    /// Every column but the key and the row, in order.
    static let all = layout.columns

    /// Returns the form of a stored field; `nil` for a field of events or episodes.
    static func form(of field: SubscriberField) -> StoredForm? { layout.forms[field] }
  }
#endif
