extension InstantText {
  /// Parses an instant in the past: a time of day such as `18:00`, which is the latest one,
  /// `yesterday` and `today` with or without a time of day, or any text that
  /// ``instant(_:now:in:)`` parses.
  ///
  /// - Parameters:
  ///   - text: The typed text, without white space around it.
  ///   - now: The present.
  ///   - zone: The zone of a time that names none, and of days.
  /// - Returns: The instant, not later than the present; `nil` for any other text.
  public static func earlier(
    _ text: String, now: Timestamp, in zone: DisplayZone = .utc
  ) -> Timestamp? {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let today = zone.date(now)
    let instant: Timestamp? =
      switch (words.first, words.count) {
      case ("yesterday", 1): clock("00:00", on: today.adding(days: -1), in: zone)
      case ("yesterday", 2): clock(words[1], on: today.adding(days: -1), in: zone)
      case ("today", 1): clock("00:00", on: today, in: zone)
      case ("today", 2): clock(words[1], on: today, in: zone)
      case (_, 1) where text.contains(":") && text.utf8.count <= 5:
        [today, today.adding(days: -1)].compactMap { clock(text, on: $0, in: zone) }
          .first { $0 <= now }
      case _: Self.instant(text, now: now, in: zone)
      }
    return instant.flatMap { $0 <= now ? $0 : nil }
  }

  /// Returns the instant of a time of day such as `18:00` or `9:30`; `nil` for any other text.
  ///
  /// Where summer time skips the time of day, it is the instant of the change.
  private static func clock(
    _ text: String, on day: CivilDate, in zone: DisplayZone
  ) -> Timestamp? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
      parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
    else { return nil }
    return zone.instant(ofWallClock: day.start + .hours(hour) + .minutes(minute))
  }
}
