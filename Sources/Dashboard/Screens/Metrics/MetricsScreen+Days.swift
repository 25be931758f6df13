import SubscriptionCore
import TerminalUI

/// The notice that past days are no longer what they were.
extension MetricsScreen {
  /// Draws the line of the changed days, on which the cursor can stand.
  func drawChangedDays(into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty, let report = metrics.report else { return }
    let isCurrent = metrics.isOnChangedDays
    let pointer = isCurrent ? frame.glyph(.pointer) : " "
    let words = changedDaysWords(width: rect.width - 2)
    frame.put(
      [TextRun(pointer + " "), TextRun(words, role: .flashWarn)], at: Point(x: rect.x, y: rect.y),
      width: rect.width)
    frame.record(.line(report.figures.count, pane: MetricsState.Pane.figures.rawValue), in: rect)
    guard isCurrent else { return }
    frame.overlay(.cursor, in: rect)
    frame.cursor = Point(x: rect.x, y: rect.y)
  }

  /// The number of changed days and since when, for example `3 past days changed since 18:04Z`.
  var changedDaysTitle: String {
    let count = Formatting.plural(metrics.changedDays.count, "past day")
    guard let seenAt = metrics.changedDays.map(\.before.seenAt).min() else { return count }
    let dates = model.dates
    let isToday = dates.date(seenAt) == dates.date(model.now)
    return "\(count) changed since \(isToday ? dates.clock(seenAt) : dates.moment(seenAt))"
  }

  /// The notice in a width: with the days and their reason where there is room.
  func changedDaysWords(width: Int = .max) -> String {
    let title = changedDaysTitle
    let days = "\(title): \(CivilDate.list(metrics.changedDays.map(\.day)))"
    return [days + " (late news)", days, title].first { $0.count <= width }
      ?? Formatting.plural(metrics.changedDays.count, "past day") + " changed"
  }

  /// The days with what they counted and count now, the latest first.
  private var changedDaysLines: [String] {
    metrics.changedDays.reversed().map { change in
      let counts = change.events.map { event in
        "\(Formatting.count(change.now[event])) \(event.verb), "
          + "were \(Formatting.count(change.before[event]))"
      }
      return "\(Self.day(change.day)): \(counts.joined(separator: "; "))"
    }
  }

  /// The changed days and the reasons for which they may have changed.
  var changedDaysExplanation: [String] {
    changedDaysLines + [
      "",
      "Each of these days was over when this screen showed it last, and counts something else now: "
        + "news came late, was imported, or took back what was known. Days are UTC.",
      "",
      "Figures of windows with one of these days changed with them, and so may what stood at the "
        + "end of later days, such as MRR. Leaving the screen takes its figures as seen.",
    ]
  }

  /// The changed days as sentences, the notice numbered; empty without any.
  ///
  /// - Parameter number: The number before the notice.
  /// - Returns: The sentences.
  func changedDaysSentences(number: String) -> [String] {
    guard !metrics.changedDays.isEmpty else { return [] }
    return ["", "\(number)\(changedDaysWords())."]
      + changedDaysLines.prefix(Self.toldChangesMax).map { $0 + "." }
  }

  /// The most changed days whose counts are told.
  private static let toldChangesMax = 9
}
