import SubscriptionCore

/// Zones whose rules are known to the hour, so that no test depends on the machine's own.
enum TestZone {
  /// An hour before UTC, two in summer; clocks change at 01:00 UTC.
  static let berlin = zone(
    "Europe/Berlin", hours: 1,
    [
      ("2025-03-30T01:00:00Z", 120), ("2025-10-26T01:00:00Z", 60), ("2026-03-29T01:00:00Z", 120),
      ("2026-10-25T01:00:00Z", 60),
    ])
  /// Five hours and a half before UTC, always.
  static let kolkata = DisplayZone(name: "Asia/Kolkata", offset: .minutes(330))
  /// Eight hours behind UTC, seven in summer.
  static let losAngeles = zone(
    "America/Los_Angeles", hours: -8,
    [
      ("2025-03-09T10:00:00Z", -420), ("2025-11-02T09:00:00Z", -480),
      ("2026-03-08T10:00:00Z", -420),
    ])
  /// Half an hour of summer time.
  static let lordHowe = zone(
    "Australia/Lord_Howe", hours: 11,
    [("2025-04-05T15:00:00Z", 630), ("2025-10-04T15:30:00Z", 660)])
  /// Clocks go back to midnight from one o'clock, and forward from midnight to one.
  static let havana = zone(
    "America/Havana", hours: -5,
    [
      ("2025-03-09T05:00:00Z", -240), ("2025-11-02T05:00:00Z", -300),
      ("2026-03-08T05:00:00Z", -240),
    ])

  /// All of them, and UTC.
  static let all = [DisplayZone.utc, berlin, kolkata, losAngeles, lordHowe, havana]

  private static func zone(
    _ name: String, hours: Int, _ changes: [(String, Int)]
  ) -> DisplayZone {
    DisplayZone(
      name: name, offset: .hours(hours),
      changes: changes.map { DisplayZone.Change(at: TestWorld.time($0.0), to: .minutes($0.1)) })
  }
}
