import SubscriptionCore
import Testing

@testable import churntop

struct LocalTimeTests {
  private static let instant = CivilDate(year: 2026, month: 3, day: 29).start + .hours(1)

  @Test(arguments: [
    ("UTC", "2026-03-29 01:00Z"), ("Asia/Tokyo", "2026-03-29 10:00+09"),
    ("Europe/Berlin", "2026-03-29 03:00+02"), ("America/New_York", "2026-03-28 21:00-04"),
  ])
  func `an instant is read on the zone's own clock`(zone: String, text: String) throws {
    let time = try #require(LocalTime(identifier: zone))
    #expect(time.minute(Self.instant) == text)
  }

  @Test func `every time of day says which clocks it reads`() throws {
    let zone = try #require(LocalTime(identifier: "Europe/Berlin")).zone
    #expect(LocalTime(zone).second(Self.instant) == "2026-03-29 03:00:00+02")
    #expect(LocalTime(.utc).second(Self.instant) == "2026-03-29 01:00:00Z")
    #expect(LocalTime(zone).heading == " (Europe/Berlin)")
    #expect(LocalTime(zone).lastDay(Self.instant) == "2026-03-29")
    #expect(LocalTime(zone).lastDay(Self.instant - .hours(2)) == "2026-03-28")
  }

  @Test func `a zone that nobody knows is none`() {
    #expect(LocalTime(identifier: "Mars/Olympus") == nil)
  }

  @Test func `instants at the ends of time are shown without a trap`() throws {
    let time = try #require(LocalTime(identifier: "Pacific/Kiritimati"))
    for instant in [
      Timestamp(milliseconds: .min), .distantPast, .distantFuture, .init(milliseconds: .max),
    ] { #expect(!time.second(instant).isEmpty) }
  }
}
