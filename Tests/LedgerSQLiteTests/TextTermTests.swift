import SubscriptionCore
import Testing

@testable import LedgerSQLite

@Suite struct `A term of texts` {
  @Test(arguments: [
    ("okafor", true, true), ("-okafor", true, true), ("ada | okafor", true, true),
    ("ada -okafor", true, true), ("ada state:grace", true, false),
    ("(ada state:grace) okafor", true, false), ("ada | state:grace", false, false),
    ("state:grace", false, false), ("account:~user", true, true), ("id:gp_1", true, true),
    ("/ada/", false, false), ("country:~de", false, false), ("\"\"", false, false),
  ])
  func `is found in a filter`(_ text: String, _ hasTexts: Bool, _ isAll: Bool) throws {
    let parts = try Filter.parse(text).lowered(at: .epoch).partedByTexts
    #expect((parts.texts != nil) == hasTexts)
    #expect((hasTexts && parts.rest.isAlways) == isAll)
  }

  @Test(arguments: [
    ("ada", "ad", true), ("ada", "ada", true), ("ada", "da", true), ("ad", "ada", false),
    ("é", "e\u{301}", false),
  ])
  func `is narrower than what it contains`(_ one: String, _ other: String, _ isNarrower: Bool) {
    let all = Set(SubscriberField.searched)
    let (term, wider) = (
      TextTerm(text: one, columns: all, isWhole: false),
      TextTerm(text: other, columns: all, isWhole: false)
    )
    #expect(term.isNarrower(than: wider) == isNarrower)
    #expect(
      !term.isNarrower(than: TextTerm(text: other, columns: [.id], isWhole: false)))
    #expect(!term.isNarrower(than: TextTerm(text: other, columns: all, isWhole: true)))
  }

  @Test func `is told apart by its bytes`() {
    #expect(
      TextTerm(text: "é", columns: [.name], isWhole: false)
        != TextTerm(text: "e\u{301}", columns: [.name], isWhole: false))
  }
}
