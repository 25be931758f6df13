import SubscriptionCore
import Testing

struct FilterFieldTests {
  @Test func `no two fields share a name`() {
    let names = FilterField.allCases.flatMap { [$0.rawValue] + $0.aliases }
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0 == Filter.foldCase($0) })
  }

  @Test func `no two fields share a column`() {
    #expect(Set(FilterField.allCases.map(\.column)).count == FilterField.allCases.count)
  }

  @Test(arguments: FilterField.allCases)
  func `a field's table agrees with itself`(_ field: FilterField) throws {
    #expect(FilterField(named: field.rawValue.uppercased()) == field)
    for alias in field.aliases { #expect(FilterField(named: alias) == field) }
    #expect(field.help.hasSuffix("."))
    switch field.kind {
    case .text, .choice: #expect(field.column.kind != .integer)
    case .number, .deadline, .age: #expect(field.column.kind == .integer)
    }
    let hasChoices = field.kind == .choice || field == .due || field == .type
    #expect(hasChoices == !field.choices.isEmpty)
    for term in field.example.split(separator: " or ") {
      _ = try Filter.parse(String(term), about: .events)
    }
    for choice in field.choices {
      #expect(field.choices.filter { $0.isNamed(choice.name) } == [choice])
      for alias in choice.aliases {
        #expect(field.choices.filter { $0.isNamed(alias) } == [choice])
      }
      let filter = try Filter.parse("\(field):\(choice.name)", about: .events)
      #expect(filter == .field(field, .any([.choice(choice.name)])))
    }
  }

  @Test(arguments: [
    ("", 0, ["state:", "store:"]), ("st", 2, ["state:", "store:", "step:"]),
    ("-st", 3, ["state:", "store:", "step:"]), ("due:now (st", 11, ["state:", "store:", "step:"]),
    ("state:gr", 8, ["grace"]), ("state:grace,ho", 14, ["hold"]), ("state:gr x", 8, ["grace"]),
    ("due:", 4, ["now", "scheduled", "withheld", "any", "none"]), ("claimed:", 8, ["any", "none"]),
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
