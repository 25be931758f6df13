import StorePayloads
import SubscriptionCore
import Testing

@Suite struct ActionRecordTests {
  private static let record = ActionRecord(
    kind: .promptShown, subscription: "as_100", at: at("2023-05-10T12:00:00Z"),
    recordedAt: at("2023-05-10T12:00:01.5Z"), source: .app,
    action: SubscriptionEvent.Action(
      actor: "back\"end\u{1B}[31m\n", step: 3, until: at("2023-05-11T00:00:00Z"), text: "日本 😀",
      undoes: "act:1"))

  @Test func `a record reads back as it was written`() throws {
    let payload = try decode(String(decoding: Self.record.json, as: UTF8.self))
    #expect(payload == Self.record.payload)
    #expect(payload.format == .action)
    #expect(payload.receivedAt == Self.record.recordedAt)
    let event = try #require(payload.events.first)
    #expect(event.kind == .promptShown)
    #expect(event.effectiveAt == Self.record.at)
  }

  @Test func `every kind of action is written and read`() throws {
    for kind in EventKind.allCases where kind.isAction {
      var record = Self.record
      record.kind = kind
      #expect(try decode(String(decoding: record.json, as: UTF8.self)) == record.payload)
    }
  }

  @Test func `another actor, instant or word is another event`() {
    var names: Set<EventID> = [Self.record.event.id]
    var record = Self.record
    record.action.actor = "anna"
    names.insert(record.event.id)
    record.at = record.at + .milliseconds(1)
    names.insert(record.event.id)
    record.action.text = nil
    names.insert(record.event.id)
    #expect(names.count == 4)
  }

  @Test(arguments: [
    ("\"promptShown\"", "\"renewed\"", "action.kind"),
    ("\"app\"", "\"app-store-receipt\"", "action.source"),
    ("\"step\":3", "\"step\":4", "action.step"), ("\"as_100\"", "\"\"", "action.subscription"),
    ("\"2023-05-10T12:00:00Z\"", "\"yesterday\"", "action.at"),
  ])
  func `a record that says something else is refused by its field`(
    from: String, to: String, field: String
  ) throws {
    var reader = PayloadReader()
    let text = String(decoding: Self.record.json, as: UTF8.self).replacing(from, with: to)
    #expect(try reader.refusal(text).field == field)
  }
}
