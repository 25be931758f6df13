import SubscriptionCore
import Testing

@testable import Dashboard

struct DateFormattingTests {
  /// The zone, the instant, its moment, its last day as an end, its weekday.
  static let readings: [(DisplayZone, String, String, String, String)] = [
    (.utc, "2025-11-20T17:42:00Z", "20 Nov 17:42Z", "20 Nov", "Thu"),
    (.utc, "2025-11-21T00:00:00Z", "21 Nov 00:00Z", "20 Nov", "Fri"),
    (TestZone.berlin, "2025-11-20T17:42:00Z", "20 Nov 18:42+01", "20 Nov", "Thu"),
    (TestZone.berlin, "2025-11-21T00:00:00Z", "21 Nov 01:00+01", "21 Nov", "Fri"),
    (TestZone.berlin, "2025-11-20T23:00:00Z", "21 Nov 00:00+01", "20 Nov", "Fri"),
    // The hour before and after each change of the clocks.
    (TestZone.berlin, "2025-03-30T00:59:00Z", "30 Mar 01:59+01", "30 Mar", "Sun"),
    (TestZone.berlin, "2025-03-30T01:00:00Z", "30 Mar 03:00+02", "30 Mar", "Sun"),
    (TestZone.berlin, "2025-10-26T00:30:00Z", "26 Oct 02:30+02", "26 Oct", "Sun"),
    (TestZone.berlin, "2025-10-26T01:30:00Z", "26 Oct 02:30+01", "26 Oct", "Sun"),
    (TestZone.berlin, "2025-12-31T23:00:00Z", "1 Jan 2026 00:00+01", "31 Dec", "Thu"),
    (TestZone.kolkata, "2025-11-20T18:30:00Z", "21 Nov 00:00+05:30", "20 Nov", "Fri"),
    (TestZone.losAngeles, "2025-11-21T00:00:00Z", "20 Nov 16:00-08", "20 Nov", "Thu"),
    (TestZone.losAngeles, "2025-07-01T06:59:00Z", "30 Jun 23:59-07", "30 Jun", "Mon"),
    (TestZone.lordHowe, "2025-10-04T15:29:00Z", "5 Oct 01:59+10:30", "5 Oct", "Sun"),
    (TestZone.lordHowe, "2025-10-04T15:30:00Z", "5 Oct 02:30+11", "5 Oct", "Sun"),
    (.utc, "1969-12-31T23:59:59Z", "31 Dec 1969 23:59Z", "31 Dec 1969", "Wed"),
  ]

  @Test(arguments: readings)
  func `an instant is written by the zone's calendar and clocks, and says which`(
    _ reading: (DisplayZone, String, String, String, String)
  ) {
    let dates = DateFormatting(reading.0, now: TestWorld.now)
    let instant = TestWorld.time(reading.1)
    #expect(dates.moment(instant) == reading.2)
    #expect(dates.lastDay(instant) == reading.3)
    #expect(dates.weekday(instant) == reading.4)
    #expect(Timestamp(rfc3339: dates.rfc3339(instant)) == instant)
  }

  @Test func `the present's year is the zone's`() {
    let dates = DateFormatting(TestZone.berlin, now: TestWorld.time("2025-12-31T23:30:00Z"))
    #expect(dates.day(TestWorld.time("2026-06-01T00:00:00Z")) == "1 Jun")
    #expect(dates.day(TestWorld.time("2025-12-31T22:59:00Z")) == "31 Dec 2025")
  }

  @Test func `seconds are of the minute in every zone`() {
    let instant = TestWorld.time("2025-11-20T17:41:58Z")
    #expect(DateFormatting(now: instant).timeWithSeconds(instant) == "17:41:58")
    #expect(DateFormatting(TestZone.kolkata, now: instant).timeWithSeconds(instant) == "23:11:58")
    let early = TestWorld.time("1969-12-31T23:59:58Z")
    #expect(DateFormatting(now: instant).timeWithSeconds(early) == "23:59:58")
  }
}
