import SubscriptionCore
import Testing

@testable import churntop

struct SystemZonesTests {
  /// A zone, an instant, and what is written behind its time of day.
  static let offsets: [(String, String, String)] = [
    ("Europe/Berlin", "2026-03-29T00:59:59Z", "+01"),
    ("Europe/Berlin", "2026-03-29T01:00:00Z", "+02"),
    ("Europe/Berlin", "2026-10-25T00:59:59Z", "+02"),
    ("Europe/Berlin", "2026-10-25T01:00:00Z", "+01"),
    ("Europe/London", "2026-12-01T00:00:00Z", "+00"),
    ("America/New_York", "2026-07-01T00:00:00Z", "-04"),
    ("Asia/Kolkata", "2026-07-01T00:00:00Z", "+05:30"),
    ("Australia/Lord_Howe", "2026-07-01T00:00:00Z", "+10:30"),
    ("Asia/Tokyo", "2099-07-01T00:00:00Z", "+09"),
    // A change that is not one of summer time.
    ("Europe/Istanbul", "2015-12-01T00:00:00Z", "+02"),
    ("Europe/Istanbul", "2016-12-01T00:00:00Z", "+03"),
    ("utc", "2026-07-01T00:00:00Z", "Z"), ("Etc/UTC", "2026-07-01T00:00:00Z", "Z"),
    ("asia/tokyo", "2026-07-01T00:00:00Z", "+09"),
  ]

  @Test(arguments: offsets)
  func `the rules are the tz database's`(_ row: (String, String, String)) throws {
    let zone = try #require(SystemZones.zone(named: row.0))
    let instant = try #require(Timestamp(rfc3339: row.1))
    #expect(zone.suffix(at: instant) == row.2)
  }

  @Test func `a name in any case is shown as the database spells it`() {
    #expect(SystemZones.zone(named: "europe/berlin")?.name == "Europe/Berlin")
    #expect(SystemZones.zone(named: "Zulu") == .utc)
    #expect(SystemZones.zone(named: "local") != nil)
  }

  @Test(arguments: ["", "Mars/Olympus", "Europe", "../etc/passwd", "+25:00"])
  func `what is no zone is none`(_ text: String) {
    #expect(SystemZones.zone(named: text) == nil)
    #expect(!SystemZones.isZone(text))
  }

  @Test func `a name of TZ that the machine does not know is UTC, as for every program`() {
    #expect(SystemZones.local(named: "Foo/Bar") == .utc)
  }

  @Test func `a setting may say local, an account may not`() {
    #expect(SystemZones.isSetting("local"))
    #expect(!SystemZones.isZone("local"))
  }

  @Test func `the names are in order, once each, with those of today`() {
    let names = SystemZones.names
    #expect(names == Set(names).sorted())
    #expect(names.contains("Europe/Berlin") && names.contains("Asia/Tokyo"))
    #expect(names.count > 300)
  }
}
