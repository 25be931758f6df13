/// Takes the values of columns that are not NULL.
protocol ColumnSink {
  mutating func take(_ value: Int64, at column: RowColumn)
  mutating func take(_ value: String, at column: RowColumn)
  mutating func take(_ value: [UInt8], at column: RowColumn)
}

extension RawStatement: ColumnSink {
  func take(_ value: Int64, at column: RowColumn) { bind(value, at: column.rawValue) }
  func take(_ value: String, at column: RowColumn) { bind(value, at: column.rawValue) }
  func take(_ value: [UInt8], at column: RowColumn) { bind(value, at: column.rawValue) }
}
