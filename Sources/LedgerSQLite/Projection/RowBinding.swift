import LedgerRows
import SubscriptionCore

/// Binds one field of rows to the parameters of a statement.
///
/// Writing a row, changing one and checking a stored one share it, so that they cannot disagree.
/// Forty of them bind each of a million rows, so nothing in it but the reading is counted by
/// reference.
struct RowBinding {
  /// The places of the parameters, by the form of the field; a place of 0 is none.
  private enum Form {
    case folded(Int32)
    case plain(Int32, folded: Int32, mark: Int32, isAlwaysPresent: Bool)
    case list(Int32)
    case choice(Int32)
    case bits(Int32)
    case number(Int32, currency: Int32)
  }

  private let read: @Sendable (SubscriberSummary) -> SubscriberField.Value
  private let form: Form

  /// The bindings of all stored fields, in order.
  static let all = RowColumns.fields.map(RowBinding.init)

  /// Binds what the column for views alone says of a row.
  static func bind(accessKnownOf row: SubscriberSummary, to statement: RawStatement) {
    statement.bind(row.status.isAccessKnown ? 1 : 0, at: RowColumns.accessKnownParameter)
  }

  /// Binds every field of a row.
  static func bind(_ row: SubscriberSummary, to statement: RawStatement) {
    bind(accessKnownOf: row, to: statement)
    all.withUnsafeBufferPointer { bindings in
      for place in bindings.indices { bindings[place].bind(row, to: statement) }
    }
  }

  private init(_ field: SubscriberField) {
    read = field.definition.read
    form =
      switch RowColumns.form(of: field) {
      case .folded(let column): .folded(column.parameter)
      case .plain(let column, let folded, let mark):
        .plain(
          column.parameter, folded: folded.parameter, mark: mark?.parameter ?? 0,
          isAlwaysPresent: field.definition.isAlwaysPresent)
      case .list(let column): .list(column.parameter)
      case .choice(let column, _): .choice(column.parameter)
      case .bits(let column, _): .bits(column.parameter)
      case .number(let column, let currency):
        .number(column.parameter, currency: currency?.parameter ?? 0)
      case nil: preconditionFailure("\(field) is no field of a row")
      }
  }

  /// Binds the field of a row; what is missing stays NULL.
  func bind(_ row: SubscriberSummary, to statement: RawStatement) {
    switch (form, read(row)) {
    case (.number(let place, _), .instant(let instant?)):
      statement.bind(instant.milliseconds, at: place)
    case (.number(let place, _), .number(let number?)): statement.bind(number, at: place)
    case (.number(let place, let currency), .money(let money?)):
      statement.bind(money.micros, at: place)
      if currency > 0 { statement.bind(money.currency, at: currency) }
    case (.choice(let place), .choice(let choice?)): statement.bind(Int64(choice.code), at: place)
    case (.choice(let place), .truth(let truth?)): statement.bind(truth ? 1 : 0, at: place)
    case (.bits(let place), .texts(let choices)):
      let bits = choices.reduce(Int64(0)) { $0 | RowColumns.flagBits[$1, default: 0] }
      statement.bind(bits, at: place)
    case (.folded(let place), .text(let text?)):
      if !text.isEmpty { statement.bind(Filter.foldCase(text), at: place) }
    case (.plain(let place, let folded, let mark, let isAlwaysPresent), .text(let text?)):
      guard !text.isEmpty || isAlwaysPresent else { break }
      statement.bind(text, at: place)
      if !Filter.isFolded(text) { statement.bind(Filter.foldCase(text), at: folded) }
      if mark > 0 { statement.bind(Hash64.of(text), at: mark) }
    case (.list(let place), .texts(let texts)):
      let packed = PackedTexts.pack(texts.lazy.filter { !$0.isEmpty }.map(Filter.foldCase))
      if !packed.isEmpty { statement.bind(packed, at: place) }
    case _: break
    }
  }

  /// Returns a Boolean value that indicates whether the columns of the field differ in two rows.
  func differs(_ left: SubscriberSummary, _ right: SubscriberSummary) -> Bool {
    // Texts are compared byte for byte, as in the file.
    switch (read(left), read(right)) {
    case (.text(let left?), .text(let right?)): !left.utf8.elementsEqual(right.utf8)
    case (.texts(let left), .texts(let right)):
      !left.elementsEqual(right) { $0.utf8.elementsEqual($1.utf8) }
    case (.money(let left?), .money(let right?)):
      left.micros != right.micros || !left.currency.utf8.elementsEqual(right.currency.utf8)
    case (let left, let right): left != right
    }
  }
}

/// Some of the fields of a row, by their places in ``RowBinding/all``.
struct FieldSet: Hashable {
  private var bits: UInt64 = 0

  /// Finds the fields in which two rows differ.
  init(between old: SubscriberSummary, and new: SubscriberSummary) {
    for (place, binding) in RowBinding.all.enumerated() where binding.differs(old, new) {
      bits |= 1 << UInt64(place)
    }
  }

  /// The bindings of the fields.
  var bindings: some Sequence<RowBinding> { places.lazy.map { RowBinding.all[$0] } }

  /// The statement that sets the columns of these fields, and the row, of the row whose key is the
  /// first parameter.
  var updateSQL: String {
    let columns = places.flatMap { RowColumns.form(of: RowColumns.fields[$0])?.columns ?? [] }
    let settings =
      columns.map { "\($0) = ?\($0.parameter)" }
      + [
        "accessKnown = ?\(RowColumns.accessKnownParameter)", "row = ?\(RowColumns.rowParameter)",
      ]
    return "UPDATE subscribers SET \(settings.joined(separator: ", ")) WHERE key = ?1"
  }

  private var places: some Sequence<Int> & LazySequenceProtocol {
    RowBinding.all.indices.lazy.filter { [bits] in bits & 1 << UInt64($0) != 0 }
  }
}
