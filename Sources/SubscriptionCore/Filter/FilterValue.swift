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
  /// An instant.
  case instant(Timestamp)
  /// `none`: the value is missing.
  case absent
  /// `any`: the value is not missing.
  case present
}
