import SubscriptionCore

extension TextRule {
  /// A duration.
  public static let length = TextRule(
    "a length of time, such as 3d or 36h", pattern: "^([0-9]+[smhdw])+$"
  ) { DurationText.parse($0) == nil ? "is not a length of time. Write 3d, 36h or 90s." : nil }

  /// A filter.
  public static let filter = TextRule("a filter") { text in
    do throws(FilterError) {
      _ = try Filter.parse(text)
      return nil
    } catch {
      return "is not a filter: \(ended(error.sentence))"
    }
  }

  /// A filter that a prompt rule may have.
  public static let promptFilter = TextRule("a filter") { text in
    do throws(FilterError) {
      _ = try PromptRule(name: "", when: try Filter.parse(text), plan: PromptPlan())
      return nil
    } catch {
      return "cannot decide about prompts: \(ended(error.sentence))"
    }
  }

  /// Returns a sentence with a full stop, unless it ends with a question mark.
  private static func ended(_ sentence: String) -> String {
    sentence.hasSuffix("?") ? sentence : sentence + "."
  }

  /// A day of the calendar.
  public static let day = TextRule(
    "a day, such as 2026-11-01", pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
  ) { text in
    text.utf8.count == 10 && Timestamp(rfc3339: text) != nil
      ? nil : "is not a day. Write 2026-11-01."
  }

  /// A time of day.
  public static let timeOfDay = TextRule(
    "a time of day, such as 22:00", pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$"
  ) { text in
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard text.count == 5, parts.count == 2, let hour = parts[0], let minute = parts[1],
      (0..<24).contains(hour), (0..<60).contains(minute)
    else { return "is not a time of day. Write 22:00." }
    return nil
  }

  /// An offset from UTC.
  public static let offset = TextRule(
    "a distance from UTC, such as 9h or -5h", pattern: "^-?([0-9]+[smhdw])+$"
  ) { text in
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard let length = DurationText.parse(digits, atLeast: .zero), length <= .hours(14) else {
      return "is not a distance from UTC of at most 14h. Write 9h or -5h."
    }
    return nil
  }

  /// A non-empty name.
  public static let name = TextRule("a name", pattern: "\\S") { text in
    text.allSatisfy(\.isWhitespace) ? "is empty." : nil
  }

  /// A currency.
  public static let currency = TextRule(
    "a currency of ISO 4217, such as EUR", pattern: "^[A-Z]{3}$"
  ) { text in
    text.utf8.count == 3 && text.utf8.allSatisfy { (65...90).contains($0) }
      ? nil : "is not a currency. Write three capitals, such as EUR."
  }

  /// A date.
  public static let date = TextRule(
    "a date, such as 2026-11-20", pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
  ) { CivilDate(iso8601: $0) == nil ? "is not a date. Write 2026-11-20." : nil }

  /// An exchange rate.
  public static let rate = TextRule(
    "a decimal number in quotation marks, such as \"1.0834\"",
    pattern: "^[0-9]{1,9}(\\.[0-9]{1,9})?$"
  ) {
    ExchangeRates.rate($0) == nil
      ? "is not a rate above zero. Write digits and a point, such as \"1.0834\"." : nil
  }
}
