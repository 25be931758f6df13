import EventLedger
import SubscriptionCore
import Testing

/// How fresh the events of a store are, and when silence is an alarm.
struct StoreFeedTests {
  private let start = Timestamp(seconds: 1_700_000_000)

  private func feed(_ hours: some Sequence<Int>) -> StoreFeed {
    var feed = StoreFeed(store: .appStore, app: "com.example", eventAt: start)
    for hour in hours { feed.add(eventAt: start + .hours(hour)) }
    return feed
  }

  @Test func `an event in every hour makes three hours of silence an alarm`() {
    let busy = feed(0..<48)
    let last = start + .hours(47)
    #expect(busy.lastEventAt == last)
    #expect(busy.usualTolerance == .hours(3))
    #expect(!busy.isStale(at: last + .hours(3), tolerance: nil))
    #expect(busy.isStale(at: last + .hours(3) + .minutes(1), tolerance: nil))
  }

  @Test func `quiet nights are usual, and one outage is not`() {
    let days = (0..<6).flatMap { day in (8..<20).map { day * 24 + $0 } }
    let usual = feed(days)
    #expect(usual.usualSilence == .hours(13))
    let outage = feed(days + (0..<6).flatMap { day in (8..<20).map { (day + 9) * 24 + $0 } })
    #expect(outage.usualSilence == .hours(13))
  }

  @Test func `the tolerance that was configured goes before what is usual`() {
    let busy = feed(0..<48)
    let now = start + .hours(50)
    #expect(!busy.isStale(at: now, tolerance: nil))
    #expect(busy.isStale(at: now, tolerance: .hours(1)))
    #expect(!busy.isStale(at: start + .days(60), tolerance: .days(90)))
  }

  @Test func `a feed of which little is known may be silent for a day`() {
    let young = feed([1, 2])
    #expect(young.usualSilence == nil)
    #expect(young.usualTolerance == .hours(24))
  }

  @Test(arguments: 0..<5)
  func `the order of arrival changes nothing`(_ seed: Int) {
    let hours = (0..<400).map { $0 * 7 % 401 }
    let mixed = hours.map { ($0 * (seed * 2 + 3)) % 401 }
    let expected = feed(Set(mixed).sorted())
    #expect(feed(mixed).lastEventAt == expected.lastEventAt)
    #expect(feed(mixed) == expected)
    #expect(feed(mixed.reversed()) == expected)
  }

  @Test func `feeds are kept as text and read again`() {
    var feeds = StoreFeeds()
    for (store, app) in [(Store.googlePlay, "b.app"), (.appStore, "a.app"), (.appStore, nil)] {
      for hour in [5, 0, 9] {
        feeds.add(
          store: store, app: app.map { AppID($0) }, environment: .production,
          at: start + .hours(hour))
      }
    }
    feeds.add(store: .appStore, app: "z", environment: .sandbox, at: start + .days(3))
    #expect(feeds.all.map { $0.app?.rawValue } == [nil, "a.app", "b.app"])
    #expect(feeds.named.map { $0.app?.rawValue } == ["a.app", "b.app"])
    #expect(feeds.lastEventAt == start + .days(3))
    #expect(StoreFeeds(text: feeds.text) == feeds)
    #expect(StoreFeeds(text: "") == StoreFeeds())
    #expect(StoreFeeds(text: "12\nnew-store\t5\t1\tx\ngarbage").all.isEmpty)
  }

  @Test func `feeds merge as if they had been one`() {
    var (early, late, whole) = (StoreFeeds(), StoreFeeds(), StoreFeeds())
    for hour in 0..<40 {
      let instant = start + .hours(hour)
      whole.add(store: .appStore, app: "a", environment: .production, at: instant)
      if hour < 20 {
        early.add(store: .appStore, app: "a", environment: .production, at: instant)
      } else {
        late.add(store: .appStore, app: "a", environment: .production, at: instant)
      }
    }
    late.merge(early)
    #expect(late == whole)
  }
}
