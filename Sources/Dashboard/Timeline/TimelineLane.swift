import SubscriptionCore

/// A named row of a timeline, with the day on which what it shows ends.
struct TimelineLane: Hashable, Sendable {
  /// The word before the row.
  var name: String
  /// The row.
  var bar: TimelineBar
  /// The instant after the last one of what the lane shows; `nil` where there is none to name.
  var end: Timestamp?

  /// Creates a lane.
  init(_ name: String, _ bar: TimelineBar, end: Timestamp? = nil) {
    (self.name, self.bar, self.end) = (name, bar, end)
  }

  /// The inclusive last day, beside the cell in which the end lies.
  ///
  /// `nil` where the end is out of view, or where the words would hide anything but emptiness.
  func endLabel(_ scale: TimeScale, _ dates: DateFormatting) -> TimeAxis.Label? {
    guard let end, let cell = scale.cell(of: end - .milliseconds(1)) else { return nil }
    let isWithinDay = TimeTick.fitting(scale.zoom).isWithinDay
    let day = isWithinDay ? dates.moment(end) : dates.lastDay(end)
    for text in [" \(day) ", " \(day)"] {
      let columns = cell + 1..<cell + 1 + text.count
      guard columns.upperBound <= bar.cells.count, bar.cells[columns].allSatisfy(\.isQuiet) else {
        continue
      }
      return TimeAxis.Label(column: columns.lowerBound, text: text)
    }
    return nil
  }
}

extension BarCell {
  /// A Boolean value that indicates whether nothing is lost when words stand over the cell.
  fileprivate var isQuiet: Bool {
    switch self {
    case .empty: true
    case .fill(let kind, _): kind.isOver
    case .mark: false
    }
  }
}
