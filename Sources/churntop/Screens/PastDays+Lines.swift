import SubscriptionCore

/// The counts of past days as lines of a state file.
extension PastDays {
  /// The most days that are stored: more than the longest window of the screen reads.
  private static let storedMax = 400

  /// The latest days, oldest first: the day, the instant at which it was seen, and its counts, for
  /// example `2026-11-03 2026-11-19T18:04:00Z 12 5 400 3 0`.
  var lines: [String] {
    days.sorted { $0.key < $1.key }.suffix(Self.storedMax).map { day, counts in
      ([day.iso8601, counts.seenAt.rfc3339] + Event.allCases.map { String(counts[$0]) })
        .joined(separator: " ")
    }
  }

  /// Reads ``lines``; a line that this build cannot read is left out.
  init(lines: [String]) {
    var days: [CivilDate: Counts] = [:]
    for line in lines {
      let cells = line.split(separator: " ")
      let numbers = cells.dropFirst(2).compactMap { Int($0) }
      guard cells.count == 2 + Event.allCases.count, numbers.count == Event.allCases.count,
        let day = CivilDate(iso8601: String(cells[0])),
        let seenAt = Timestamp(rfc3339: String(cells[1]))
      else { continue }
      var counts = Counts(seenAt: seenAt)
      for (event, number) in zip(Event.allCases, numbers) { counts[event] = number }
      days[day] = counts
    }
    self.init(days)
  }
}
