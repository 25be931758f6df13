import SubscriptionCore
import Testing

@testable import Dashboard

struct LinkedPurchaseWordsTests {
  static let since = TestWorld.time("2025-11-12T09:00:00Z")
  static let until = TestWorld.time("2025-11-15T00:00:00Z")

  static let cases: [(LinkedPurchase.Relation, String)] = [
    (.replacement, "replaced by gold on 12 Nov, gp_2"),
    (.repurchaseOnHold, "bought again while on hold: gold on 12 Nov, gp_2"),
    (.predecessor, "took the place of gold until 14 Nov, gp_2"),
    (.doubleBilling, "both may be charged: gold, bought on 12 Nov, gp_2"),
    (.earlier, "came back; had gold until 14 Nov, gp_2"),
    (.later, "came back with gold on 12 Nov, gp_2"),
    (.beside, "also has gold until 14 Nov, gp_2"),
  ]

  @Test(arguments: cases)
  func `a link says what, when and which`(_ relation: LinkedPurchase.Relation, _ text: String) {
    let link = LinkedPurchase(
      relation, "gp_2", product: "gold", since: Self.since, until: Self.until)
    #expect(link.words(DateFormatting(now: TestWorld.now)) == text)
    #expect(link.isRisk == (relation == .doubleBilling))
  }

  @Test func `a purchase of which only the name is known is named`() {
    let link = LinkedPurchase(.replacement, "gp_2")
    #expect(link.words(DateFormatting(now: TestWorld.now)) == "replaced by a purchase, gp_2")
  }

  @Test func `every relation is worded`() {
    #expect(Self.cases.map(\.0) == LinkedPurchase.Relation.allCases)
  }
}
