import ConfigurationFiles
import SubscriptionCore

extension TableShape {
  /// The schema of a file in `replies/`.
  static let replies = TableShape([
    Entry(
      "countries", .list(of: .anyText),
      "the storefronts' countries whose customers get the language", fallback: "[]"),
    Entry("dates", .table(dates), "how dates are written"),
    Entry(
      "zones", .table(TableShape([], others: Others(name: .zone, shape: .anyText))),
      "names for time zones"),
    Entry(
      "stores",
      .table(TableShape(Store.allCases.map { Entry($0.rawValue, .anyText, "its name") })),
      "the names of the stores"),
    Entry("texts", .table(texts), "the words, by situation"),
  ])

  private static let dates = TableShape([
    Entry(
      "form", .text(TextRule("a form of dates", problem: dateProblem)),
      "an instant with {day}, {month}, {year}, {time} and {zone}"),
    Entry("months", .list(of: .anyText, isWhole: true), "the names of the months, January first"),
  ])

  private static let texts = TableShape(
    ReplyKey.allCases.map { key in
      Entry(
        key.rawValue,
        .text(
          TextRule("words for a reply", hidesValue: true) { ReplyTemplate($0).problem(for: key) }),
        "may name " + key.placeholders.map { "{\($0.rawValue)}" }.joined(separator: " "))
    })

  /// Returns the problem of a date format, which must contain the time zone; `nil` for none.
  private static let dateProblem: @Sendable (String) -> String? = { form in
    let parts = ["{day}", "{month}", "{year}", "{time}", "{zone}"]
    let missing = parts.filter { !form.contains($0) }
    return missing.isEmpty ? nil : "leaves out \(missing.joined(separator: ", "))."
  }
}
