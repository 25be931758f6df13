import SubscriptionCore

/// The figures of documents as JSON, and JSON as the cells of CSV.
extension JSON {
  /// Returns sums by currency, in the order of the currency codes.
  static func sums(_ micros: [String: Int64]) -> JSON {
    .array(Statistics.money(micros).map { JSON($0) })
  }

  /// Returns sums in the report currency, then those without a rate; `null` without rates.
  static func sums(_ micros: [String: Int64], at rates: ExchangeRates?) -> JSON {
    rates.map { .array($0.converted(micros).map { JSON($0) }) } ?? .null
  }

  /// Returns a number rounded to the nearest thousandth.
  static func rounded(_ number: Double) -> JSON { .thousandths(Int64((number * 1000).rounded())) }

  /// The value as a cell of CSV; `null` as nothing.
  var cell: String {
    switch self {
    case .null: ""
    case .string(let text): text
    case .bool, .integer, .thousandths, .array, .object: compact
    }
  }

  /// The values of an object as the cells of CSV, in order.
  var cells: [String] { members.map(\.value.cell) }
}
