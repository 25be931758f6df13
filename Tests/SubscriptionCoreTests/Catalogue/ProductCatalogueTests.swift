import Foundation
import SubscriptionCore
import Testing

@Suite struct ProductCatalogueTests {
  private let gold = ProductKey(store: .googlePlay, product: "gold")
  private let monthly = ProductKey(store: .googlePlay, product: "gold", basePlan: "monthly")
  private let yearly = ProductKey(store: .googlePlay, product: "gold", basePlan: "yearly")

  private func catalogue(_ statements: CatalogueStatement...) -> ProductCatalogue {
    var catalogue = ProductCatalogue()
    catalogue.take(statements, at: at("2026-01-01"))
    return catalogue
  }

  @Test func `an empty catalogue knows nothing`() {
    #expect(ProductCatalogue.empty.isEmpty)
    #expect(ProductCatalogue.empty.period(of: monthly) == nil)
    #expect(ProductCatalogue.empty.appStoreGrace(of: "app") == nil)
  }

  @Test func `a base plan goes before its product, and an app before every app`() {
    let app = ProductKey(store: .googlePlay, app: "com.a", product: "gold", basePlan: "monthly")
    let catalogue = catalogue(
      CatalogueStatement(.period(.yearly), of: gold, source: .file),
      CatalogueStatement(.period(.monthly), of: monthly, source: .file),
      CatalogueStatement(.period(.weekly), of: app, source: .file))
    #expect(catalogue.period(of: yearly)?.value == .yearly)
    #expect(catalogue.period(of: app)?.value == .weekly)
    var other = monthly
    other.app = "com.b"
    #expect(catalogue.period(of: other)?.value == .monthly)
    let appStore = ProductKey(store: .appStore, product: "gold")
    #expect(catalogue.period(of: appStore) == nil)
  }

  @Test func `a base plan that is not known is what all base plans agree on`() {
    var catalogue = catalogue(CatalogueStatement(.period(.monthly), of: monthly, source: .file))
    #expect(catalogue.period(of: gold)?.value == .monthly)
    catalogue.take(
      [CatalogueStatement(.name("Gold a year"), of: yearly, source: .file)], at: .epoch)
    #expect(catalogue.period(of: gold) == nil)
    catalogue.take([CatalogueStatement(.period(.yearly), of: yearly, source: .file)], at: .epoch)
    #expect(catalogue.period(of: gold) == nil)
    #expect(catalogue.period(of: monthly)?.value == .monthly)
  }

  @Test func `what a source says differently holds from then on`() {
    var catalogue = catalogue(
      CatalogueStatement(.period(.monthly), of: monthly, source: .googlePlay))
    catalogue.take(
      [CatalogueStatement(.period(.monthly), of: monthly, source: .googlePlay)],
      at: at("2026-02-01"))
    catalogue.take(
      [CatalogueStatement(.period(.yearly), of: monthly, source: .googlePlay)],
      at: at("2026-03-01"))
    #expect(catalogue.period(of: monthly, at: at("2020-01-01"))?.value == .monthly)
    #expect(catalogue.period(of: monthly, at: at("2026-02-28"))?.value == .monthly)
    #expect(catalogue.period(of: monthly, at: at("2026-03-01"))?.value == .yearly)
    #expect(catalogue.period(of: monthly)?.since == at("2026-03-01"))
  }

  @Test func `dated values lie in their places whatever their order`() {
    let key = monthly
    func price(_ yen: Int64, _ since: String?) -> CatalogueStatement {
      CatalogueStatement(
        .price(country: "jp", Money(micros: yen * 1_000_000, currency: "JPY")), of: key,
        since: since.map { at($0) }, source: .file)
    }
    let catalogue = catalogue(price(600, "2026-05-01"), price(480, nil), price(700, "2026-09-01"))
    func yen(_ day: String) -> String? {
      catalogue.price(of: key, country: "JP", at: at(day))?.value.decimal
    }
    #expect(yen("2025-01-01") == "480.00")
    #expect(yen("2026-05-01") == "600.00")
    #expect(yen("2026-12-01") == "700.00")
    #expect(catalogue.price(of: key, country: "US", at: at("2026-12-01")) == nil)
  }

  @Test func `a price without a country is that of every other one`() {
    let catalogue = catalogue(
      CatalogueStatement(
        .price(country: "", Money(micros: 4_990_000, currency: "USD")), of: gold, source: .file),
      CatalogueStatement(
        .price(country: "JP", Money(micros: 480_000_000, currency: "JPY")), of: gold,
        source: .file))
    #expect(catalogue.price(of: monthly, country: "JP")?.value.currency == "JPY")
    #expect(catalogue.price(of: monthly, country: "FR")?.value.currency == "USD")
    #expect(catalogue.price(of: monthly, country: nil)?.value.currency == "USD")
  }

  @Test func `the policy file goes before the store, and the store before a file`() {
    var catalogue = catalogue(
      CatalogueStatement(.graceDays(3), of: monthly, source: .file),
      CatalogueStatement(.holdDays(30), of: monthly, source: .file))
    #expect(catalogue.recovery(of: monthly).graceDays == 3)
    catalogue.take(
      [CatalogueStatement(.graceDays(7), of: monthly, source: .googlePlay)], at: .epoch)
    #expect(catalogue.recovery(of: monthly).graceDays == 7)
    let policy = self.catalogue(
      CatalogueStatement(.graceDays(14), of: monthly, source: .policyFile))
    let both = catalogue.overlaid(by: policy)
    #expect(both.recovery(of: monthly) == .init(graceDays: 14, holdDays: 30))
    #expect(both.fact(of: monthly, at: nil) { $0.graceDays }?.source == .policyFile)
    #expect(catalogue.recovery(of: monthly).graceDays == 7)
  }

  @Test func `before the first word of one source, the next one answers`() {
    let catalogue = catalogue(
      CatalogueStatement(
        .period(.yearly), of: monthly, since: at("2026-06-01"), source: .googlePlay),
      CatalogueStatement(.period(.monthly), of: monthly, source: .file))
    #expect(catalogue.period(of: monthly, at: at("2026-05-31"))?.source == .file)
    #expect(catalogue.period(of: monthly, at: at("2026-06-01"))?.value == .yearly)
  }

  @Test func `the grace of an app is its own, or that of every app`() {
    let setting = AppStoreGraceSetting(length: .sixteenDays, paidOnly: true)
    let catalogue = catalogue(
      CatalogueStatement(
        .appStoreGrace(setting), of: ProductKey(store: .appStore, app: "com.a", product: ""),
        source: .appStoreConnect))
    #expect(catalogue.appStoreGrace(of: "com.a")?.value == setting)
    #expect(catalogue.appStoreGrace(of: nil)?.value == setting)
    #expect(catalogue.appStoreGrace(of: "com.b") == nil)
  }

  @Test func `an offer is found by its identifier`() {
    let offer = CatalogueOffer(phases: [
      .init(mode: .freeTrial, period: .weekly),
      .init(
        mode: .payAsYouGo, period: .monthly, count: 3,
        prices: ["US": Money(micros: 1_990_000, currency: "USD")]),
    ])
    let catalogue = catalogue(
      CatalogueStatement(.offer("intro", offer), of: monthly, source: .googlePlay))
    #expect(catalogue.offer("intro", of: monthly)?.value == offer)
    #expect(catalogue.offer("other", of: monthly) == nil)
  }

  @Test func `what is given out gives the same when taken in`() throws {
    let catalogue = self.catalogue(
      CatalogueStatement(.period(.monthly), of: monthly, source: .googlePlay),
      CatalogueStatement(.group("21"), of: gold, source: .file),
      CatalogueStatement(.level(2), of: gold, source: .file),
      CatalogueStatement(.name("Gold"), of: gold, since: at("2025-01-01"), source: .file),
      CatalogueStatement(.name("Old"), of: gold, source: .file),
      CatalogueStatement(
        .appStoreGrace(AppStoreGraceSetting(length: .threeDays)),
        of: ProductKey(store: .appStore, app: "com.a", product: ""), source: .appStoreConnect))
    var again = ProductCatalogue()
    again.take(catalogue.statements, at: at("2026-11-01"))
    #expect(again == catalogue)
    again.take(catalogue.statements, at: at("2026-12-01"))
    #expect(again == catalogue)
    let decoded = try JSONDecoder().decode(
      ProductCatalogue.self, from: try JSONEncoder().encode(catalogue))
    #expect(decoded == catalogue)
  }

  @Test func `forgetting a source leaves the others`() {
    var catalogue = catalogue(
      CatalogueStatement(.period(.monthly), of: monthly, source: .googlePlay),
      CatalogueStatement(.period(.yearly), of: monthly, source: .file),
      CatalogueStatement(.group("21"), of: gold, source: .file))
    catalogue.forget(.file)
    #expect(catalogue.products.map(\.key) == [monthly])
    #expect(catalogue.period(of: monthly)?.source == .googlePlay)
    catalogue.forget(.googlePlay)
    #expect(catalogue == .empty)
  }

  @Test func `what differs from the store's settings is told`() {
    var catalogue = catalogue(
      CatalogueStatement(.graceDays(7), of: monthly, source: .googlePlay),
      CatalogueStatement(.graceDays(14), of: monthly, source: .policyFile),
      CatalogueStatement(.period(.monthly), of: monthly, source: .googlePlay),
      CatalogueStatement(.period(.yearly), of: monthly, source: .file))
    #expect(
      catalogue.conflicts.map(\.sentence) == [
        "gold/monthly: period is P1Y in an imported file and P1M in Google Play Console; "
          + "the store's settings count. Correct the one that is wrong.",
        "gold/monthly: graceDays is 14 in the policy file and 7 in Google Play Console; "
          + "the policy file counts. Correct the one that is wrong.",
      ])
    catalogue.take(
      [CatalogueStatement(.graceDays(14), of: monthly, source: .googlePlay)], at: at("2026-02-01"))
    #expect(catalogue.conflicts.map(\.fact) == ["period"])
    let recovery = RecoveryPolicy(googlePlayProducts: ["gold": .init(graceDays: 3)])
    #expect(catalogue.conflicts(with: recovery).map(\.value) == ["3"])
  }
}
