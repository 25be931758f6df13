import SubscriptionCore
import Testing

struct DisplayZoneTests {
  private static func zone(_ name: String, _ minutes: Int, _ changes: [(String, Int)])
    -> DisplayZone
  {
    DisplayZone(
      name: name, offset: .minutes(minutes),
      changes: changes.compactMap { text, minutes in
        Timestamp(rfc3339: text).map { DisplayZone.Change(at: $0, to: .minutes(minutes)) }
      })
  }

  static let berlin = zone(
    "Europe/Berlin", 60, [("2025-10-26T01:00:00Z", 60), ("2025-03-30T01:00:00Z", 120)])
  /// Midnight does not exist in spring; in autumn the last hour of a day is there twice.
  static let saoPaulo = zone(
    "America/Sao_Paulo", -180, [("2018-11-04T03:00:00Z", -120), ("2019-02-17T02:00:00Z", -180)])
  /// Midnight is there twice in autumn.
  static let havana = zone(
    "America/Havana", -240, [("2025-11-02T05:00:00Z", -300)])
  /// A whole day was left out.
  static let apia = zone("Pacific/Apia", -600, [("2011-12-30T10:00:00Z", 840)])

  /// A zone, what its clocks show, and the instant.
  static let clocks: [(DisplayZone, String, String)] = [
    (.utc, "2025-11-20T17:42:00Z", "2025-11-20T17:42:00Z"),
    (berlin, "2025-11-20T00:00:00Z", "2025-11-19T23:00:00Z"),
    (berlin, "2025-07-01T00:00:00Z", "2025-06-30T22:00:00Z"),
    // Left out: the instant of the change. There twice: the earlier one.
    (berlin, "2025-03-30T02:30:00Z", "2025-03-30T01:00:00Z"),
    (berlin, "2025-03-30T03:00:00Z", "2025-03-30T01:00:00Z"),
    (berlin, "2025-10-26T02:30:00Z", "2025-10-26T00:30:00Z"),
    (berlin, "2025-10-26T03:00:00Z", "2025-10-26T02:00:00Z"),
    (saoPaulo, "2018-11-04T00:00:00Z", "2018-11-04T03:00:00Z"),
    (saoPaulo, "2019-02-17T00:00:00Z", "2019-02-17T03:00:00Z"),
    (saoPaulo, "2019-02-16T23:30:00Z", "2019-02-17T01:30:00Z"),
    (havana, "2025-11-02T00:00:00Z", "2025-11-02T04:00:00Z"),
    (apia, "2011-12-30T12:00:00Z", "2011-12-30T10:00:00Z"),
    (apia, "2011-12-31T00:00:00Z", "2011-12-30T10:00:00Z"),
  ]

  @Test(arguments: clocks)
  func `what the clocks show is one instant, also where they change`(
    _ row: (DisplayZone, String, String)
  ) throws {
    let wall = try #require(Timestamp(rfc3339: row.1))
    #expect(row.0.instant(ofWallClock: wall).rfc3339 == row.2)
  }

  @Test(arguments: [DisplayZone.utc, berlin, saoPaulo, havana, apia])
  func `the wall clock of an instant leads back to it, or to its earlier twin`(_ zone: DisplayZone)
  {
    for hour in stride(from: 0, to: 24 * 400, by: 1) {
      for start in ["2011-12-01", "2018-11-01", "2025-03-01"] {
        let instant = (Timestamp(rfc3339: start) ?? .epoch) + .hours(hour) + .minutes(17)
        let back = zone.instant(ofWallClock: zone.wallClock(instant))
        #expect(back <= instant && zone.wallClock(back) == zone.wallClock(instant))
      }
    }
  }

  @Test(arguments: [
    (DisplayZone.utc, "Z", "Z"), (berlin, "+01", "+01:00"), (saoPaulo, "-03", "-03:00"),
    (DisplayZone(name: "Asia/Kathmandu", offset: .minutes(345)), "+05:45", "+05:45"),
    (DisplayZone(name: "America/St_Johns", offset: .minutes(-210)), "-03:30", "-03:30"),
    (DisplayZone(name: "Europe/London", offset: .zero), "+00", "+00:00"),
  ])
  func `the offset is written short and long`(_ zone: DisplayZone, _ short: String, _ long: String)
  {
    #expect(zone.suffix(at: Timestamp(seconds: 1_764_000_000)) == short)
    #expect(zone.longSuffix(at: Timestamp(seconds: 1_764_000_000)) == long)
  }

  @Test func `instants beyond every calendar are read without a trap`() {
    for instant in [
      Timestamp(milliseconds: .min), .distantPast, .distantFuture, .init(milliseconds: .max),
    ] {
      #expect(!Self.berlin.wallClock(instant).rfc3339.isEmpty)
      #expect(!Self.berlin.instant(ofWallClock: instant).rfc3339.isEmpty)
    }
  }

  @Test func `the place is the last part of the name`() {
    #expect(DisplayZone(name: "America/Argentina/Salta", offset: .hours(-3)).place == "Salta")
    #expect(DisplayZone(name: "America/Los_Angeles", offset: .hours(-8)).place == "Los Angeles")
    #expect(DisplayZone.utc.place == "UTC")
  }
}
