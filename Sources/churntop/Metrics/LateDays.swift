import EventLedger
import SubscriptionCore

/// The days of the window before whose figures late news changed after that window was over.
///
/// Who reads a report every week has read the figures of the week before: this is what became of
/// them since.
struct LateDays {
  /// The instant from which on changes are looked at.
  let since: Timestamp
  /// The days, oldest first, each with the number of changes that took effect on it.
  let days: [(day: CivilDate, changes: Int)]
  /// A Boolean value that indicates whether there are more changes that were not looked at.
  let isAtLeast: Bool

  /// Creates the days of the window before from the late news since an instant.
  init(since: Timestamp, before: Range<CivilDate>, _ news: DigestSystem.LateNews) {
    self.since = since
    days = news.days.filter { before.contains($0.key) }.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
    isAtLeast = news.isAtLeast
  }

  /// Reads the days of windows; `nil` where the ledger is too young for an earlier report, or its
  /// role may not read changes.
  init?(of windows: MetricsWindows, in ledger: some Ledger) throws(LedgerError) {
    do throws(LedgerError) {
      guard let first = try ledger.firstChange(before: windows.previousNow) else { return nil }
      let since = max(windows.previousNow, first.recordedAt)
      self.init(
        since: since, before: windows.previous,
        try ledger.lateNews(since: since, now: windows.now))
    } catch .refused {
      return nil
    }
  }

  /// The number of changes.
  private var count: Int { days.reduce(0) { $0 + $1.changes } }

  /// Returns the sentence that names the days, its instant in a time zone; `nil` without any.
  func sentence(_ time: LocalTime = .utc) -> String? {
    guard !days.isEmpty else { return nil }
    let changes =
      CountText.grouped(count) + (isAtLeast ? "+" : "")
      + " late \(count == 1 ? "change" : "changes")"
    let verb = days.count == 1 ? "day of the window before is" : "days of the window before are"
    return "Since \(time.minute(since)), \(days.count) \(verb) no longer what an earlier report "
      + "said, by \(changes): \(CivilDate.list(days.map(\.day)))."
  }

  /// The days as data.
  var json: JSON {
    [
      "since": JSON(since), "count": JSON(count), "atLeast": .bool(isAtLeast),
      "days": .array(
        days.map { ["day": .string($0.day.iso8601), "changes": JSON($0.changes)] as JSON }),
    ]
  }
}
