import SubscriptionCore

/// The row of dates above timelines, with the present at its own column.
public enum TimeAxis {
  /// A text at a column.
  public struct Label: Hashable, Sendable {
    /// The first column of the text.
    public var column: Int
    /// The text.
    public var text: String

    /// The columns it takes with the blank after it.
    fileprivate var columns: Range<Int> { column..<column + text.count + 1 }
  }

  /// The labels of a scale, left to right, at least one blank apart.
  ///
  /// The present's label is never left out while the present is in view. The others stand where a
  /// round date of the calendar begins; midnight, the first of a month and January go before their
  /// neighbours. Month, year or day are named where they change; a time of day is alone where its
  /// day has no room.
  ///
  /// - Complexity: O(*w*) for *w* columns.
  static func labels(_ scale: TimeScale, _ dates: DateFormatting, present: String? = nil) -> [Label]
  {
    let tick = TimeTick.fitting(scale.zoom)
    let own = ownLabel(scale, now: dates.now, text: present ?? plain(tick, dates))
    let places = places(scale, tick, dates, beside: own.taken)
    var labels = own.label.map { [$0] } ?? []
    var previous: Timestamp?
    var free = 0
    for (index, instant) in places.enumerated() {
      let column = scale.column(of: instant)
      guard column >= free else { continue }
      let major = places[(index + 1)...].first { tick.isMajor($0, dates) }
        .map(scale.column(of:))
      let ahead = [major, own.taken?.lowerBound, scale.width + 1].compactMap(\.self)
      let limit = ahead.filter { $0 > column }.min() ?? scale.width + 1
      for after in tick.isWithinDay ? [previous, instant] : [previous] {
        let label = Label(column: column, text: tick.text(instant, after: after, dates))
        guard label.columns.upperBound <= limit else { continue }
        labels.append(label)
        free = label.columns.upperBound
        if after == previous { previous = instant }
        break
      }
    }
    return labels.sorted { $0.column < $1.column }
  }

  /// The label of the present and the columns it takes with the present's own column.
  private static func ownLabel(
    _ scale: TimeScale, now: Timestamp, text: String
  ) -> (label: Label?, taken: Range<Int>?) {
    guard let cell = scale.cell(of: now) else { return (nil, nil) }
    let isLeft = cell + 1 + text.count <= scale.width
    let label = Label(column: isLeft ? cell + 1 : max(0, cell - text.count), text: text)
    return (label, min(label.column, cell)..<max(label.columns.upperBound, cell + 1))
  }

  /// The ticks that get a label: the major ones first, then those between them.
  private static func places(
    _ scale: TimeScale, _ tick: TimeTick, _ dates: DateFormatting, beside taken: Range<Int>?
  ) -> [Timestamp] {
    let instants = tick.instants(from: scale.origin, to: scale.end, in: dates.zone)
    var columns = taken.map { [$0] } ?? []
    var places: [Timestamp] = []
    for isMajor in [true, false] {
      for instant in instants where tick.isMajor(instant, dates) == isMajor {
        let text = tick.text(instant, after: isMajor ? nil : instant, dates)
        let label = Label(column: scale.column(of: instant), text: text)
        guard label.columns.upperBound <= scale.width + 1 else { continue }
        guard !columns.contains(where: { $0.overlaps(label.columns) }) else { continue }
        columns.append(label.columns)
        places.append(instant)
      }
    }
    return places.sorted()
  }

  private static func plain(_ tick: TimeTick, _ dates: DateFormatting) -> String {
    let date = dates.date(dates.now)
    let day = "\(date.day) \(date.monthName)"
    return tick.isWithinDay ? day + " " + dates.time(dates.now) : day
  }
}
