import SubscriptionCore
import Testing

struct SubscriberFieldTests {
  @Test func `no two fields share a name`() {
    let names = SubscriberField.filterable.flatMap { [$0.name] + $0.aliases }
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0 == Filter.foldCase($0) })
  }

  @Test func `no two fields share the keys of JSON`() {
    let keys = SubscriberField.allCases.compactMap(\.definition.json)
    #expect(Set(keys).count == keys.count)
    #expect(keys.allSatisfy { $0.split(separator: ".").count <= 2 })
  }

  @Test(arguments: SubscriberField.allCases)
  func `a row has a value of the field's type, and one where every row has one`(
    _ field: SubscriberField
  ) {
    #expect(field.help.hasSuffix("."))
    for (_, row) in SubscriberSummary.samples {
      let value = row.value(of: field)
      switch (field.definition.type, value) {
      case (.identifier, .text), (.text, .text), (.choice, .choice), (.texts, .texts),
        (.choices, .texts), (.truth, .truth), (.number, .number), (.money, .money),
        (.deadline, .instant), (.age, .instant), (.length, .number):
        break
      case (let type, let value): Issue.record("\(field) is \(type) and has \(value)")
      }
      if field.definition.isAlwaysPresent, !field.isOfEvent {
        #expect(!value.texts.isEmpty || value.number != nil)
      }
      if field.kind == .choice {
        #expect(value.texts.allSatisfy { text in field.choices.contains { $0.name == text } })
        if case .choice(let choice?) = value {
          #expect(field.choices[choice.code].name == choice.name)
        }
      }
    }
  }

  @Test func `the numbers of the stores go on from 0`() {
    #expect(SubscriberField.store.choices.map(\.name) == ["app-store", "google-play"])
    #expect(Store.allCases.map(\.code).sorted() == Array(Store.allCases.indices))
  }

  @Test(arguments: SubscriberField.filterable)
  func `a field's table agrees with itself`(_ field: SubscriberField) throws {
    #expect(SubscriberField(named: field.name.uppercased()) == field)
    for alias in field.aliases { #expect(SubscriberField(named: alias) == field) }
    let hasChoices = field.kind == .choice || field == .dueAt || field == .eventName
    #expect(hasChoices == !field.choices.isEmpty)
    for term in field.example.split(separator: " or ") {
      _ = try Filter.parse(String(term), about: .events)
    }
    for choice in field.choices {
      #expect(field.choices.filter { $0.isNamed(choice.name) } == [choice])
      for alias in choice.aliases {
        #expect(field.choices.filter { $0.isNamed(alias) } == [choice])
      }
      let filter = try Filter.parse("\(field.name):\(choice.name)", about: .events)
      #expect(filter == .field(field, .any([.choice(choice.name)])))
    }
  }

  @Test(arguments: [
    ("", 0, ["state:", "store:"]), ("st", 2, ["state:", "store:", "step:"]),
    ("-st", 3, ["state:", "store:", "step:"]), ("due:now (st", 11, ["state:", "store:", "step:"]),
    ("state:gr", 8, ["grace"]), ("state:grace,ho", 14, ["hold"]), ("state:gr x", 8, ["grace"]),
    ("due:", 4, ["now", "scheduled", "withheld", "today", "tomorrow", "any", "none"]),
    ("ended:", 6, ["today", "yesterday", "any", "none"]), ("outcome:ra", 10, ["ranOut"]),
    ("claimed:", 8, ["any", "none"]),
    ("access:", 7, ["yes", "no"]), ("STORE:APP", 9, ["app-store"]), ("nowhere:x", 9, []),
  ])
  func `names complete`(_ text: String, _ place: Int, _ expected: [String]) {
    let names = Filter.completions(in: text, at: place)
    #expect(Array(names.prefix(expected.count)) == expected)
    if place > 2 { #expect(names.count == expected.count) }
  }

  @Test(arguments: [("st", 2, 0), ("a -st", 5, 3), ("state:gr", 8, 6), ("state:a,b", 9, 8)])
  func `a completion says where it begins`(_ text: String, _ place: Int, _ start: Int) {
    #expect(Filter.completionStart(in: text, at: place) == start)
  }
}
