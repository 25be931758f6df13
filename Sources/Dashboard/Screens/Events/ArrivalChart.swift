import EventLedger
import SubscriptionCore
import TerminalUI

/// A bar chart of the events received, with hours or days between the bars.
struct ArrivalChart: Hashable, Sendable {
  /// The counts.
  let rate: ArrivalRate
  /// The formatter of instants.
  let dates: DateFormatting

  /// Makes the chart of a count.
  init(_ rate: ArrivalRate, _ dates: DateFormatting) { (self.rate, self.dates) = (rate, dates) }

  /// The bars of one kind of events: a blank for none, at least the lowest level for any, the
  /// highest for the most of that kind, so that few failures show among many renewals.
  ///
  /// - Parameters:
  ///   - count: The figure of a bar.
  ///   - role: The role of the bars; the times between them are dim.
  ///   - hasHours: Whether the times are written between the bars, or as much is left free.
  ///   - glyphs: The signs.
  /// - Returns: The bars and times in their order.
  func row(
    _ count: KeyPath<ArrivalRate.Bar, Int>, role: StyleRole, hasHours: Bool, glyphs: Glyphs
  ) -> [TextRun] {
    let most = max(1, rate.bars.map { $0[keyPath: count] }.max() ?? 1)
    return rate.bars.indices.reduce(into: []) { runs, index in
      if let word = label(of: index) {
        let label = (index == 0 ? "" : " ") + word + " "
        let blank = String(repeating: " ", count: label.count)
        runs.append(TextRun(hasHours ? label : blank, role: .dim))
      }
      let value = rate.bars[index][keyPath: count]
      let level = (value * 8 + most - 1) / most
      let sign = value > 0 ? String(glyphs[GlyphName.sparkLevels[max(0, level - 1)]]) : " "
      if runs.last?.role == role {
        runs[runs.count - 1].text += sign
      } else {
        runs.append(TextRun(sign, role: role))
      }
    }
  }

  /// The label before a bar: the first one's time, every hour, quarter of a day or week.
  private func label(of bar: Int) -> String? {
    let start = rate.start(of: bar)
    let length = rate.barLength
    let step = length < .hours(1) ? Self.hour : length < .days(1) ? 6 * Self.hour : 168 * Self.hour
    // A day that began before the clocks changed begins an hour beside midnight now.
    let half = dates.zone.isUTC || length < .days(1) ? 0 : 12 * Self.hour
    let middle = dates.zone.wallClock(start).milliseconds + half
    let wall = half == 0 ? middle : middle.floored(to: 24 * Self.hour)
    guard bar == 0 || wall % step == 0 else { return nil }
    let isMidnight = wall % (24 * Self.hour) == 0
    let isDay = length >= .hours(1) && (bar == 0 || isMidnight)
    return isDay ? dates.day(start) : dates.time(start)
  }

  /// The time of the highest bar; `nil` without events.
  var peakWords: String? { peak(of: \.all) }

  /// The time and the height of the highest bar of one kind; `nil` without events.
  func peak(of count: KeyPath<ArrivalRate.Bar, Int>) -> String? {
    guard let most = rate.bars.map({ $0[keyPath: count] }).max(), most > 0,
      let bar = rate.bars.firstIndex(where: { $0[keyPath: count] == most })
    else { return nil }
    let start = rate.start(of: bar)
    let day = dates.day(start)
    let isToday = day == dates.day(dates.now)
    let when =
      rate.barLength >= .days(1)
      ? day : isToday ? dates.time(start) : dates.moment(start)
    return "peak \(when) (\(Formatting.count(most)))"
  }

  /// The number of events of one kind, and the time of the highest bar.
  func words(_ count: KeyPath<ArrivalRate.Bar, Int>, dot: String) -> String {
    let total = rate.bars.reduce(0) { $0 + $1[keyPath: count] }
    return Formatting.count(total) + (peak(of: count).map { dot + $0 } ?? "")
  }

  /// The length of all bars together, as in `the last two hours`.
  var spanWords: String {
    rate.barLength < .hours(1) ? "two hours" : rate.barLength < .days(1) ? "24 hours" : "24 days"
  }

  /// The length of a bar.
  private var lengthWords: String {
    rate.barLength < .hours(1) ? "5 minutes" : rate.barLength < .days(1) ? "1 hour" : "1 day"
  }

  /// The length of a bar, and a note where the count was cut off.
  var barWords: String {
    lengthWords + " a bar" + (rate.isCut ? ", the latest counted only" : "")
  }

  /// The number of declined renewals.
  var failures: Int { rate.bars.reduce(0) { $0 + $1.failures } }

  /// The number of paid periods.
  var renewals: Int { rate.bars.reduce(0) { $0 + $1.renewals } }

  /// The chart in a sentence.
  ///
  /// - Parameters:
  ///   - span: The time that the bars cover, as in `the last two hours`.
  ///   - isPast: Whether the bars end before the present, and the last hour is not among them.
  /// - Returns: The sentence.
  func sentence(about span: String, isPast: Bool) -> String {
    guard let peakWords else { return "Nothing arrived in \(span)." }
    let least = rate.isCut ? "At least " : ""
    let hour = isPast ? "" : ", \(Formatting.count(rate.lastHour)) in the last hour"
    return "\(least)\(Formatting.plural(rate.total, "event")) in \(span)\(hour); "
      + "failures \(Formatting.count(failures)), renewals \(Formatting.count(renewals)); "
      + "\(peakWords) in \(lengthWords)."
  }

  private static let hour: Int64 = 3_600_000
}

extension EventsScreen {
  /// Draws the rate of the events that match the filter.
  func drawRate(into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty else { return }
    guard rect.height >= 5 else { return drawRateLine(into: &frame, in: rect) }
    let chart = events.rate.map { ArrivalChart($0, dates) }
    let title = events.filter == nil ? "Rate" : "Rate of events that match the filter"
    frame.draw(Panel(title: title, hint: rateHint(chart, frame)), in: rect)
    let inner = Panel.content(of: rect)
    guard let chart else { return }
    guard chart.peakWords != nil else {
      frame.put(
        "nothing arrived in \(rateSpan(chart))", at: inner.origin,
        width: inner.width, role: .dim)
      return
    }
    let rows: [(String, StyleRole, KeyPath<ArrivalRate.Bar, Int>)] = [
      ("all", .chartBar, \.all), ("failures", "timeline.fail.bar", \.failures),
      ("renewals", "timeline.ok.bar", \.renewals),
    ]
    for (row, (title, role, path)) in rows.enumerated() {
      let words = chart.words(path, dot: dot(frame))
      frame.put(
        [TextRun(Formatting.left(title, 11), role: row == 0 ? .dim : role)]
          + chart.row(path, role: role, hasHours: row == 0, glyphs: frame.glyphs)
          + [TextRun("  " + words, role: .dim)],
        at: Point(x: inner.x, y: inner.y + row), width: inner.width)
    }
  }

  /// The length of a bar, and the keys that go through time.
  private func rateHint(_ chart: ArrivalChart?, _ frame: Frame) -> String {
    guard let chart else { return "" }
    let (earlier, later) = (model.key(.timeEarlier), model.key(.timeLater))
    let zoom = "\(model.key(.timeZoomOut)) \(model.key(.timeZoomIn)) bars"
    let present = events.until == nil ? "" : dot(frame) + "\(model.key(.timeToday)) now"
    return [
      "each row has its own scale", chart.barWords, "\(earlier) \(later) through time\(present)",
      zoom,
    ]
    .joined(separator: dot(frame))
  }

  /// The time that the bars cover.
  func rateSpan(_ chart: ArrivalChart) -> String {
    guard let until = events.until else { return "the last \(chart.spanWords)" }
    return "the \(chart.spanWords) before \(dates.moment(until))"
  }

  private func drawRateLine(into frame: inout Frame, in rect: Rect) {
    guard let chart = events.rate.map({ ArrivalChart($0, dates) }) else { return }
    let place = Point(x: rect.x + 1, y: rect.y)
    let width = max(0, rect.width - 2)
    guard let peak = chart.peakWords else {
      frame.put("rate  nothing in \(rateSpan(chart))", at: place, width: width, role: .dim)
      return
    }
    frame.put(
      [TextRun("rate  ", role: .dim)]
        + chart.row(\.all, role: .chartBar, hasHours: true, glyphs: frame.glyphs)
        + [TextRun("  " + peak, role: .dim)], at: place, width: width)
  }
}
