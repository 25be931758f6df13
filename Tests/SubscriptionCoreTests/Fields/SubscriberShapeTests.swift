import SubscriptionCore
import Testing

struct SubscriberShapeTests {
  @Test func `JSON has the keys of the contract in their order`() {
    #expect(
      SubscriberShape(.mei).json.compact == #"""
        {"id":"as_2000001","store":"app-store","environment":"production","account":"acc-9",\#
        "product":"team.yearly","plan":"P1Y","state":"hold","stateSince":"2026-10-31T12:00:00Z",\#
        "access":{"granted":false,"until":"2026-10-31T12:00:00Z","known":true},"autoRenew":null,\#
        "pendingProduct":null,"paidThrough":"2026-10-15T12:00:00Z","graceEnds":null,\#
        "retryEnds":"2026-12-14T12:00:00Z","renewsAt":null,"resumesAt":null,\#
        "price":{"currency":"JPY","amount":"48000.00"},"flags":[],"end":null,\#
        "prompt":{"decision":"scheduled","step":3,"message":"banner","since":null,\#
        "at":"2026-11-21T12:00:00Z","reason":null,"nextAt":null,"rule":"hold-7d",\#
        "shownInEpisode":5,"lastShownAt":null},"app":null,"country":null,"name":"田中 めい",\#
        "email":null,"tags":[],"mrr":{"currency":"JPY","amount":"4000.00"},"claimedBy":null,\#
        "snoozedUntil":"2026-11-21T12:00:00Z","anomalyCount":2,\#
        "lastEventAt":"2026-10-31T12:00:00Z","mrrBasis":"paid","planSource":null,\#
        "refundedAt":null}
        """#)
  }

  @Test func `CSV has a column for each key, an amount two`() {
    #expect(
      SubscriberShape.columns.joined(separator: " ") == """
        id store environment account product plan state stateSince access.granted access.until \
        autoRenew pendingProduct paidThrough graceEnds retryEnds renewsAt resumesAt \
        price.currency price.amount flags end.cause end.reason end.at prompt.decision \
        prompt.step prompt.message prompt.since prompt.at prompt.reason prompt.nextAt app country \
        name email tags mrr.currency mrr.amount claimedBy snoozedUntil anomalyCount lastEventAt \
        mrrBasis planSource access.known refundedAt prompt.rule prompt.shownInEpisode \
        prompt.lastShownAt
        """)
  }

  @Test(arguments: SubscriberSummary.samples.map(\.row))
  func `a cell is what JSON has under its keys`(_ row: SubscriberSummary) {
    let shape = SubscriberShape(row)
    for (column, cell) in zip(SubscriberShape.columns, shape.cells) {
      let value = column.split(separator: ".").reduce(shape.json) { json, key in
        guard case .object(let members) = json else { return .null }
        return members.first { $0.name == key }?.value ?? .null
      }
      #expect(Self.text(value) == cell, "\(column)")
    }
    #expect(shape.cells.count == SubscriberShape.columns.count)
  }

  @Test(arguments: SubscriberSummary.samples.map(\.row))
  func `the prompt is what a decision alone is`(_ row: SubscriberSummary) {
    let prompt = SubscriberShape(row).members.first { $0.name == "prompt" }
    #expect(prompt?.value == row.status.prompt.json)
  }

  private static func text(_ value: JSON) -> String {
    switch value {
    case .null: ""
    case .string(let text): text
    case .array(let values): values.map(text).joined(separator: " ")
    case .bool, .integer, .thousandths, .object: value.compact
    }
  }
}
