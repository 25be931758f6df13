import Foundation
import StoreSync
import SubscriptionCore
import Testing

@testable import StoreClients

@Suite struct PlaySubscriptionTests {
  private func statements(_ json: String) throws -> [String] {
    let page = try JSONDecoder().decode(PlaySubscriptionPage.self, from: Data(json.utf8))
    return page.items.flatMap { $0.statements(app: "com.a") }.map { statement in
      "\(statement.key) \(statement.fact.field) \(statement.fact.detail) \(statement.fact.value)"
    }
  }

  @Test func `what a resource leaves out is not stated`() throws {
    #expect(try statements("{}") == [])
    #expect(
      try statements(
        """
        {"subscriptions":[{"productId":"gold","basePlans":[
          {"basePlanId":"m","state":"ACTIVE","autoRenewingBasePlanType":
            {"billingPeriodDuration":"P1M","gracePeriodDuration":"P0D"},
           "regionalConfigs":[
             {"regionCode":"JP","price":{"currencyCode":"JPY","units":"480"}},
             {"regionCode":"US","price":{"currencyCode":"USD","units":"4","nanos":990000000}},
             {"regionCode":"XX","price":{"currencyCode":"USD","units":"x"}},
             {"regionCode":"YY"}]},
          {"basePlanId":"new","state":"DRAFT","prepaidBasePlanType":
            {"billingPeriodDuration":"P1Y"}},
          {"basePlanId":"odd","prepaidBasePlanType":
            {"billingPeriodDuration":"P1M2W","accountHoldDuration":"P90D"}}]}]}
        """) == [
          "gold/m period  P1M", "gold/m graceDays  0", "gold/m price JP 480.00 JPY",
          "gold/m price US 4.99 USD",
        ])
  }

  @Test(
    arguments: [
      ("P0D", 0), ("P7D", 7), ("P2W", 14), ("P1M", nil), ("", nil), ("PT5D", nil), ("P-1D", nil),
    ] as [(String, Int?)])
  func `a setting in days is read`(_ text: String, _ days: Int?) {
    #expect(PlaySubscription.days(text) == days)
  }

  @Test func `the phases of an offer are read in order, a draft is not`() throws {
    let json = """
      {"subscriptionOffers":[
        {"productId":"gold","basePlanId":"m","offerId":"new","state":"ACTIVE","phases":[
          {"recurrenceCount":1,"duration":"P1W","regionalConfigs":[{"regionCode":"JP","free":{}}]},
          {"recurrenceCount":3,"duration":"P1M","regionalConfigs":[
            {"regionCode":"JP","price":{"currencyCode":"JPY","units":"100"}}]}]},
        {"productId":"gold","basePlanId":"m","offerId":"later","state":"DRAFT","phases":[
          {"recurrenceCount":1,"duration":"P1W"}]}]}
      """
    let page = try JSONDecoder().decode(PlayOfferPage.self, from: Data(json.utf8))
    let facts = page.items.compactMap { $0.statement(app: "com.a") }.map(\.fact)
    let yen = Money(micros: 100_000_000, currency: "JPY")
    let offer = CatalogueOffer(phases: [
      CatalogueOffer.Phase(mode: .freeTrial, period: .weekly),
      CatalogueOffer.Phase(mode: .payAsYouGo, period: .monthly, count: 3, prices: ["JP": yen]),
    ])
    #expect(facts == [.offer("new", offer)])
  }
}
