import SubscriptionCore
import Testing

@Suite struct StoreConsoleTests {
  @Test func `Play Console is searched for the order`() throws {
    let pages = StoreConsole.pages(
      store: .googlePlay, product: "premium monthly", app: "com.example.app",
      order: "GPA.3312-4455-6677-88990..3")
    let console = try #require(pages.first)
    #expect(console.address == "https://play.google.com/console")
    #expect(console.search == "GPA.3312-4455-6677-88990..3")
    #expect(
      pages.last?.address
        == "https://play.google.com/store/account/subscriptions"
        + "?sku=premium%20monthly&package=com.example.app")
  }

  @Test func `the App Store has a page for refunds`() {
    let pages = StoreConsole.pages(
      store: .appStore, product: "monthly", app: nil, order: "2000000900000001")
    #expect(
      pages.map(\.title) == ["App Store Connect", "Refund", "User's settings"])
    #expect(pages.allSatisfy { $0.search == nil })
  }

  @Test(arguments: Store.allCases) func `addresses are plain text`(store: Store) {
    let pages = StoreConsole.pages(
      store: store, product: "a\u{1B}]8;;b\u{7}&x=1", app: "com.\n.例え", order: nil)
    for page in pages {
      #expect(page.address.hasPrefix("https://"))
      #expect(page.address.utf8.allSatisfy { (33...126).contains($0) })
    }
  }
}
