import SubscriptionCore

/// The values of a row's columns, to be compared with those of another.
struct ColumnValues: ColumnSink {
  private var values: [Value] = Array(
    repeating: .null, count: RowColumn.allCases.count + Int(RowColumn.id.rawValue))

  private enum Value: Equatable {
    case null
    case integer(Int64)
    case text(String)
    case bytes([UInt8])

    /// Texts are equal byte for byte, as in the file.
    static func == (left: Value, right: Value) -> Bool {
      switch (left, right) {
      case (.null, .null): true
      case (.integer(let left), .integer(let right)): left == right
      case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
      case (.bytes(let left), .bytes(let right)): left == right
      case (.null, _), (.integer, _), (.text, _), (.bytes, _): false
      }
    }
  }

  /// Takes the values of a row, all of them or those that are no texts.
  init(_ summary: SubscriberSummary, withTexts: Bool) {
    var binding = RowBinding(self)
    if withTexts { binding.bind(summary) } else { binding.bindRest(summary) }
    self = binding.sink
  }

  mutating func take(_ value: Int64, at column: RowColumn) {
    values[Int(column.rawValue)] = .integer(value)
  }

  mutating func take(_ value: String, at column: RowColumn) {
    values[Int(column.rawValue)] = .text(value)
  }

  mutating func take(_ value: [UInt8], at column: RowColumn) {
    values[Int(column.rawValue)] = .bytes(value)
  }

  /// The columns in which two rows differ; the row itself is always one of them.
  func difference(from other: ColumnValues) -> ColumnSet {
    var columns = ColumnSet()
    for column in RowColumn.allCases {
      let place = Int(column.rawValue)
      if column == .row || values[place] != other.values[place] { columns.insert(column) }
    }
    return columns
  }

  /// Binds columns to the parameters of a statement, each at its place.
  func bind(_ columns: ColumnSet, to statement: RawStatement) {
    for column in RowColumn.allCases where columns.contains(column) {
      switch values[Int(column.rawValue)] {
      case .null: break
      case .integer(let number): statement.take(number, at: column)
      case .text(let text): statement.take(text, at: column)
      case .bytes(let bytes): statement.take(bytes, at: column)
      }
    }
  }
}

/// Some of the columns of a row.
struct ColumnSet: Hashable {
  private var bits: UInt64 = 0

  mutating func insert(_ column: RowColumn) { bits |= 1 << UInt64(column.rawValue) }

  func contains(_ column: RowColumn) -> Bool { bits & 1 << UInt64(column.rawValue) != 0 }

  /// The statement that sets these columns of the row whose key is the first parameter.
  var updateSQL: String {
    let settings = RowColumn.allCases.filter(contains).map { "\($0.name) = ?\($0.rawValue)" }
    return "UPDATE subscribers SET \(settings.joined(separator: ", ")) WHERE key = ?1"
  }
}
