import SubscriptionCore

/// The row of dates above timelines, with the present at its own column.
public enum TimeAxis {
  /// A text at a column.
  public struct Label: Hashable, Sendable {
    /// The first column of the text.
    public var column: Int
    /// The text.
    public var text: String
  }

  /// The labels of a scale, left to right, at least one blank apart.
  ///
  /// The present's label comes first and is never left out while the present is in view; the
  /// others stand where a round date begins, the month or the day only where it changes.
  public static func labels(_ scale: TimeScale, now: Timestamp, present: String? = nil) -> [Label] {
    var taken: [Range<Int>] = []
    var labels: [Label] = []
    if let cell = scale.cell(of: now) {
      let text = present ?? plain(now, scale: scale)
      let fits = cell + 1 + text.count <= scale.width
      let column = fits ? cell + 1 : max(0, cell - text.count)
      labels.append(Label(column: column, text: text))
      taken.append(min(column, cell)..<column + text.count + 1)
    }
    var previous: Timestamp?
    for column in ticks(scale) {
      let instant = scale.start(ofColumn: column)
      let text = written(instant, after: previous, scale: scale)
      let range = column..<column + text.count + 1
      guard range.upperBound - 1 <= scale.width else { continue }
      guard !taken.contains(where: { $0.overlaps(range) }) else { continue }
      labels.append(Label(column: column, text: text))
      taken.append(range)
      previous = instant
    }
    return labels.sorted { $0.column < $1.column }
  }

  /// The columns in which a round instant begins, at a distance that leaves room for a label.
  private static func ticks(_ scale: TimeScale) -> [Int] {
    let step = self.step(scale.zoom)
    var columns: [Int] = []
    var column = 0
    while column < scale.width {
      let start = scale.start(ofColumn: column).milliseconds
      let round = (start - 1).floored(to: step) + step
      let next = scale.column(of: Timestamp(milliseconds: round))
      guard next < scale.width else { break }
      if next >= column { columns.append(next) }
      column = max(column, next) + 1
    }
    return columns
  }

  /// The distance between labels in milliseconds: whole hours below a day, whole days above.
  private static func step(_ zoom: TimeZoom) -> Int64 {
    let minute: Int64 = 60_000
    let day = 1_440 * minute
    let wanted = zoom.milliseconds * 8
    let round: [Int64] = [10, 15, 30, 60, 120, 180, 360, 720].map { $0 * minute }
    if let step = round.first(where: { $0 >= wanted }) { return step }
    return (wanted + day - 1).floored(to: day)
  }

  private static func written(
    _ instant: Timestamp, after previous: Timestamp?, scale: TimeScale
  ) -> String {
    let date = CivilDate(instant)
    let month = Words.months[date.month - 1]
    let before = previous.map(CivilDate.init)
    if step(scale.zoom) < 86_400_000 {
      return before == date ? Words.time(instant) : "\(date.day) \(month) \(Words.time(instant))"
    }
    if let before, before.year != date.year { return "\(date.day) \(month) \(date.year)" }
    if before?.month == date.month, scale.zoom < .week { return "\(date.day)" }
    return "\(date.day) \(month)"
  }

  private static func plain(_ instant: Timestamp, scale: TimeScale) -> String {
    let date = CivilDate(instant)
    let day = "\(date.day) \(Words.months[date.month - 1])"
    return step(scale.zoom) < 86_400_000 ? day + " " + Words.time(instant) : day
  }
}
