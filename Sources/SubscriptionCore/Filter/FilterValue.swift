/// A value in a filter.
public enum FilterValue: Hashable, Sendable {
  /// A text, as typed.
  case text(String)
  /// One of a field's choices, by its name.
  case choice(String)
  /// A number in millionths.
  case number(millionths: Int64)
  /// An amount of a currency, by the currency's ISO 4217 code in capitals.
  case money(millionths: Int64, currency: String)
  /// A length of time in milliseconds; negative for the past of a deadline.
  case duration(milliseconds: Int64)
  /// A whole UTC day: `<` is before it, `<=` up to its end, `>` after it, `>=` from its start.
  case day(CivilDate)
  /// The UTC day that many days from today, for example -1 for yesterday.
  case dayFromNow(Int)
  /// An instant.
  case instant(Timestamp)
  /// `none`: the value is missing.
  case absent
  /// `any`: the value is not missing.
  case present
}

/// The words for days counted from today, in UTC.
enum DayWord: String, CaseIterable {
  /// The day before.
  case yesterday
  /// The present day.
  case today
  /// The day after.
  case tomorrow

  /// The number of days from today.
  var days: Int {
    switch self {
    case .yesterday: -1
    case .today: 0
    case .tomorrow: 1
    }
  }

  /// Finds the word for a number of days; `nil` for another number.
  init?(days: Int) {
    guard let word = Self.allCases.first(where: { $0.days == days }) else { return nil }
    self = word
  }
}
