import SubscriptionCore
import Testing

/// Countries are one code, whichever way the store spells them.
struct CountryCodeTests {
  @Test(arguments: [
    ("JPN", "JP"), ("jpn", "JP"), ("JP", "JP"), ("jp", "JP"), ("DEU", "DE"), ("GBR", "GB"),
    ("XKS", "XK"), ("AUT", "AT"), ("AUS", "AU"), ("CHE", "CH"), ("ROU", "RO"), ("ABW", "AW"),
    ("ZWE", "ZW"),
  ])
  func `both spellings are one code`(_ spelling: String, _ code: String) {
    #expect(CountryCode.alpha2(spelling) == code)
  }

  @Test(arguments: ["", "J", "ZZZ", "QQ", "Japan", "日本", "é1", "12", "JPNX"])
  func `what is no code stays as it is`(_ text: String) {
    #expect(CountryCode.alpha2(text) == text)
  }

  @Test(arguments: ["country:JP", "country:jpn", "country:JPN", "country:jp"])
  func `a filter takes both spellings`(_ text: String) throws {
    let filter = try Filter.parse(text)
    for (store, spelling) in [("as_1", "JPN"), ("gp_1", "JP")] {
      var facts = StoreFacts()
      (facts.country, facts.product, facts.startedAt) = (spelling, "pro", .epoch)
      let event = SubscriptionEvent(
        id: "one", kind: .purchased, subscription: SubscriptionID(store), effectiveAt: .epoch,
        statedAt: .epoch, recordedAt: .epoch,
        source: store == "as_1" ? .appStoreNotification : .googlePlayNotification,
        verification: .unsigned, facts: facts)
      let subscriber = try #require(Subscriber.fold([event]))
      let row = subscriber.summary(at: .epoch, policy: .standard, profile: nil)
      #expect(row.country == "JP")
      #expect(filter.matches(row, at: .epoch))
      #expect(try !Filter.parse("country:DE").matches(row, at: .epoch))
    }
  }
}
