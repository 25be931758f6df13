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

    The fields of a subscriber and of an event, in filters, data and lists.

    ## Overview

    ``SubscriberField`` is the one list of fields. Filters, JSON, CSV, the columns and orders of
    lists and the columns of the ledger's table follow from it, and so does this page. A name in
    filters is also the name of the order and of the column. JSON nests the keys at a dot; CSV has
    a column for each, and two for an amount, `.currency` and `.amount`.

    ### In filters

    \(table(SubscriberField.all(in: .subscribers)))

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
    }
  }
}
