import EventLedger
import SubscriptionCore
import TerminalUI

/// How much was heard, as bars of five minutes with the hours between them.
struct ArrivalChart: Hashable, Sendable {
  /// What was counted.
  let rate: ArrivalRate

  /// Makes the chart of a count.
  init(_ rate: ArrivalRate) { self.rate = rate }

  /// The bars of one kind of events: a blank for none, at least the lowest level for any.
  ///
  /// - Parameters:
  ///   - count: What is counted of a bar.
  ///   - hasHours: Whether the hours are written between the bars, or as much is left free.
  ///   - glyphs: The signs.
  /// - Returns: A text of ``width`` columns.
  func row(_ count: KeyPath<ArrivalRate.Bar, Int>, hasHours: Bool, glyphs: Glyphs) -> String {
    let most = max(1, rate.bars.map(\.all).max() ?? 1)
    return rate.bars.indices.reduce(into: "") { text, index in
      let start = rate.start(of: index)
      if index == 0 || start.milliseconds % Self.hour == 0 {
        let label = (index == 0 ? "" : " ") + Words.time(start) + " "
        text += hasHours ? label : String(repeating: " ", count: label.count)
      }
      let value = rate.bars[index][keyPath: count]
      guard value > 0 else {
        text += " "
        return
      }
      text.append(glyphs[GlyphName.sparkLevels[max(0, (value * 8 + most - 1) / most - 1)]])
    }
  }

  /// When most was heard; `nil` where nothing was.
  var peakWords: String? {
    rate.peak.map { bar in
      "peak \(Words.time(rate.start(of: bar))) (\(Words.count(rate.bars[bar].all)))"
    }
  }

  /// How many declined renewals there were.
  var failures: Int { rate.bars.reduce(0) { $0 + $1.failures } }

  /// How many paid periods there were.
  var renewals: Int { rate.bars.reduce(0) { $0 + $1.renewals } }

  /// The chart in a sentence.
  var sentence: String {
    guard let peakWords else { return "Nothing was heard in the last two hours." }
    let least = rate.isCut ? "At least " : ""
    return "\(least)\(Words.plural(rate.lastHour, "event")) in the last hour, "
      + "\(Words.count(rate.total)) in two; failures \(Words.count(failures)), "
      + "renewals \(Words.count(renewals)); \(peakWords) in five minutes."
  }

  private static let hour: Int64 = 3_600_000
}

extension DashboardView {
  /// How much was heard in the last two hours.
  func drawRate(into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty else { return }
    guard rect.height >= 5 else { return drawRateLine(into: &frame, in: rect) }
    let chart = model.events.rate.map(ArrivalChart.init)
    let hint = chart?.peakWords == nil ? "" : "5 minutes a bar"
    frame.draw(Panel(title: "Rate", hint: hint), in: rect)
    let inner = Panel.content(of: rect)
    guard let chart else { return }
    guard let peak = chart.peakWords else {
      frame.put(
        "nothing was heard in the last two hours", at: Point(x: inner.x, y: inner.y),
        width: inner.width, role: .dim)
      return
    }
    let isBlocky = frame.glyphs.set == .unicode
    let rows: [(String, StyleRole, KeyPath<ArrivalRate.Bar, Int>, String)] = [
      ("all", .chartBar, \.all, "\(Words.count(chart.rate.total))\(dot(frame))\(peak)"),
      ("failures", "timeline.fail", \.failures, Words.count(chart.failures)),
      ("renewals", "timeline.ok", \.renewals, Words.count(chart.renewals)),
    ]
    for (row, (title, role, path, words)) in rows.enumerated() {
      let sign = isBlocky ? ["  ", "\u{2593} ", "\u{2591} "][row] : ""
      let name = sign + title
      let padding = String(repeating: " ", count: max(1, 11 - name.count))
      frame.put(
        [
          TextRun(name + padding, role: row == 0 ? .dim : role),
          TextRun(chart.row(path, hasHours: row == 0, glyphs: frame.glyphs), role: role),
          TextRun("  " + words, role: .dim),
        ], at: Point(x: inner.x, y: inner.y + row), width: inner.width)
    }
  }

  private func drawRateLine(into frame: inout Frame, in rect: Rect) {
    guard let chart = model.events.rate.map(ArrivalChart.init) else { return }
    let place = Point(x: rect.x + 1, y: rect.y)
    let width = max(0, rect.width - 2)
    guard let peak = chart.peakWords else {
      frame.put("rate  nothing in the last two hours", at: place, width: width, role: .dim)
      return
    }
    frame.put(
      [
        TextRun("rate  ", role: .dim),
        TextRun(chart.row(\.all, hasHours: true, glyphs: frame.glyphs), role: .chartBar),
        TextRun("  " + peak, role: .dim),
      ], at: place, width: width)
  }
}
