import Foundation
import SubscriptionCore
import Testing

/// Compares the article about fields with the table of fields.
///
/// With `CHURNTOP_RECORD=1` in the environment the article is written anew.
struct FieldsArticleTests {
  @Test func `the article says what the table of fields says`() throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/SubscriptionCore/SubscriptionCore.docc/Fields.md")
      .standardized
    if ProcessInfo.processInfo.environment["CHURNTOP_RECORD"] == "1" {
      try Self.article.write(to: url, atomically: true, encoding: .utf8)
      return
    }
    let written = try String(contentsOf: url, encoding: .utf8)
    let lines = zip(
      Self.article.split(separator: "\n"), written.split(separator: "\n"))
    let difference = lines.first { $0 != $1 }
    #expect(difference == nil, "\(difference.map { "\($0.0)\nnot\n\($0.1)" } ?? "")")
    #expect(Self.article == written)
  }

  private static let article = """
    # Fields

    The fields of a subscriber, of its past and of an event, in filters, data and lists.

    ## Overview

    ``SubscriberField`` is the one list of fields. Filters, JSON, CSV, the columns and orders of
    lists and the columns of the ledger's table follow from it, and so does this page. A name in
    filters is also the name of the order and of the column. JSON nests the keys at a dot; CSV has
    a column for each, and two for an amount, `.currency` and `.amount`.

    An instant is compared with a length of time from now, with a date, with `today`, `yesterday` or
    `tomorrow`, which are days of UTC, or with an instant such as `2026-11-01T09:00Z`. Two
    comparisons make a range: `ended>=2026-11-01 ended<2026-11-08`. A time since something is never
    negative: the last three days are `failed<3d`, and `failed>=-3d` is refused.

    ### In filters

    \(table(SubscriberField.all(in: .subscribers).filter { $0.part == nil }))

    ### In filters about a billing episode

    \(table(SubscriberField.filterable.filter { $0.part == .episode }))

    ### In filters about an end or a refund

    \(table(SubscriberField.filterable.filter { [.end, .refund].contains($0.part) }))

    ## Terms about a billing episode

    A subscriber has as many billing episodes as renewals that failed; only production counts, as in
    <doc:Metrics>. A term such as `outcome:open` finds subscribers with such an episode.

    - Terms side by side are about **one and the same** episode: `failed<30d recovered:any` finds
      those of whom a renewal failed in the last 30 days and was paid after all.
    - A `-` or `:none` beside another such term is about that episode, too: `failed<30d
      -outcome:ranOut` and `failed<30d recovered:none`.
    - Where every such term is negated, there is no such episode: `-failed<30d` finds those without
      a failure in the last 30 days, `-(failed<30d recovered:any)` those without an episode that
      failed then and was paid, and `failed:none` those without any.
    - Alternatives and negations in which other fields occur as well stand for themselves:
      `recovered:any (failed<7d | state:hold)` may speak of two episodes.

    The same holds of the filter of `churntop metrics`, whose figures then count the episodes that
    match.

    ## Terms about an end or a refund

    `ended`, `cause` and `reason` are about the end of a subscription that is over. One that came
    back has none, but ended nevertheless: `churned` and `churn` are about each of its ends, the
    present one included, and `refunded` about each refund of a payment. Terms side by side are
    about one and the same end, or refund, by the rules above:
    `churned>=2026-11-01 churned<2026-11-08 churn:involuntary` finds those that the churn rate of
    that week counts. Only production counts.

    - Who lapsed yesterday, and why? `churned:yesterday`, or without those that are back
      `ended:yesterday`; the dashboard's lists then have the columns `cause` and `reason`. Those
      whose renewal ran out are `lost:yesterday`.
    - Who loses access today, or lost it today already? `accessends:today`; those that still have
      it are `loses:today`.

    ### In filters about events only

    \(table(SubscriberField.filterable.filter(\.isOfEvent)))

    ### In data only

    \(table(SubscriberField.allCases.filter { !isFilterable($0) && $0.definition.json != nil }))

    """

  private static func isFilterable(_ field: SubscriberField) -> Bool {
    SubscriberField.filterable.contains(field)
  }

  private static func table(_ fields: [SubscriberField]) -> String {
    let head =
      "| Name | Value | JSON | Order | Column | Meaning |\n| --- | --- | --- | --- | --- | --- |"
    let rows = fields.map { field in
      let definition = field.definition
      let names = isFilterable(field) ? [field.name] + field.aliases : []
      return [
        names.map { "`\($0)`" }.joined(separator: ", "), value(of: field),
        definition.json.map { "`\($0)`" } ?? "", definition.sort ?? "", definition.column ?? "",
        field.help,
      ].joined(separator: " | ")
    }
    return ([head] + rows.map { "| \($0) |" }).joined(separator: "\n")
  }

  private static func value(of field: SubscriberField) -> String {
    switch field.definition.type {
    case .identifier: "identifier"
    case .text: "text"
    case .texts: field.choices.isEmpty ? "texts" : "words"
    case .truth: "yes or no"
    case .choice: "one of \(field.choices.count)"
    case .choices: "any of \(field.choices.count)"
    case .number: "number"
    case .money: "amount"
    case .deadline: "instant, time until it"
    case .age: "instant, time since it"
    case .length: "length of time"
    }
  }
}
