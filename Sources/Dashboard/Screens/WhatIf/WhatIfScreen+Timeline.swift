import SubscriptionCore
import TerminalUI

extension WhatIfScreen {
  private static let nameWidth = 10

  /// Draws one subscriber's timelines under both policies, and the difference in access.
  func drawTimelines(into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty else { return }
    let keys = model.keys(.recordPrevious, .recordNext)
    let inner = drawPanel(
      .timeline, timelineTitle(rect, frame), hint: "\(keys) others  \(enter(frame)) open",
      into: &frame, in: rect)
    guard let row = whatIf.shownRow else {
      frame.draw(lines: noTimelineWords, in: inner)
      return
    }
    // An axis of the present alone would run away from the bars of a replay.
    var past = model
    past.now = row.now
    Self(model: past).draw(row, into: &frame, in: inner)
  }

  /// Draws the lanes of an episode.
  private func draw(_ row: WhatIfRow, into frame: inout Frame, in rect: Rect) {
    let scale = Self.scale(of: row, width: max(0, rect.width - Self.nameWidth), dates)
    guard scale.width > 0 else { return }
    let x = rect.x + Self.nameWidth
    drawAxis(scale, present: "NOW", into: &frame, at: Point(x: x, y: rect.y))
    for (index, lane) in lanes(row, scale, rows: rect.height - 1).enumerated() {
      let y = rect.y + 1 + index
      frame.put(lane.name, at: Point(x: rect.x, y: y), width: Self.nameWidth - 1, role: .dim)
      guard let bar = lane.lane else {
        frame.put(difference(row, scale), at: Point(x: x, y: y), width: scale.width)
        continue
      }
      frame.put(runs(bar.bar, frame), at: Point(x: x, y: y), width: scale.width)
      guard let end = bar.endLabel(scale, dates) else { continue }
      frame.put(end.text, at: Point(x: x + end.column, y: y), role: .axis)
    }
  }

  /// The lanes that have room: of access, then the difference, then those of prompts.
  private func lanes(
    _ row: WhatIfRow, _ scale: TimeScale, rows: Int
  ) -> [(name: String, lane: TimelineLane?)] {
    let comparison = row.comparison
    let current = accessLane(comparison.current, row, scale)
    let candidate = accessLane(comparison.candidate, row, scale)
    guard rows >= 5 else {
      return [("current", current), ("candidate", candidate), ("change", nil)]
        .prefix(max(0, rows)).map { ($0.0, $0.1) }
    }
    return [
      ("current", current), ("  prompts", promptLane(row.currentPrompts, scale)),
      ("candidate", candidate), ("  prompts", promptLane(row.candidatePrompts, scale)),
      ("change", nil),
    ]
  }

  private func accessLane(
    _ replay: EpisodeReplay, _ row: WhatIfRow, _ scale: TimeScale
  ) -> TimelineLane {
    var bar = TimelineBar(scale: scale)
    let before = Timeline.Span(
      kind: .paid, from: scale.start(ofColumn: 0), to: row.failedAt, projected: false, access: true)
    let spans = replay.spans(from: row.failedAt).map { span in
      var span = span
      // What is paid for after the replay is not known to it.
      if span.kind == .paid, span.to == nil { span.to = max(row.now, span.from) }
      return span
    }
    bar.paint([before] + spans, now: row.now)
    bar.mark(.failed, at: row.failedAt)
    if replay.isRecovered { bar.mark(.paid, at: replay.endsAt) }
    bar.mark(.today, at: row.now)
    return TimelineLane("", bar, end: replay.losesAccessAt)
  }

  private func promptLane(_ prompts: [PromptCase.Shown], _ scale: TimeScale) -> TimelineLane {
    var bar = TimelineBar(scale: scale)
    bar.mark(.today, at: model.now)
    for prompt in prompts { bar.mark(.shown, at: prompt.at) }
    return TimelineLane("", bar)
  }

  /// The time with access that the candidate adds or takes away.
  private func difference(_ row: WhatIfRow, _ scale: TimeScale) -> [TextRun] {
    let (old, new) = (row.comparison.current.accessUntil, row.comparison.candidate.accessUntil)
    let prompts = (row.currentPrompts.count, row.candidatePrompts.count)
    guard old != new else {
      let alike =
        row.currentPrompts == row.candidatePrompts
        ? "no difference" : "prompts of other steps or days"
      let words = prompts.0 == prompts.1 ? alike : "prompts \(prompts.0) to \(prompts.1)"
      return [TextRun(words, role: .dim)]
    }
    func column(_ instant: Timestamp) -> Int { max(0, min(scale.width, scale.column(of: instant))) }
    let first = column(min(old, new))
    let count = max(1, column(max(old, new)) - first)
    let isMore = new > old
    let shown = prompts.0 == prompts.1 ? "" : ", prompts \(prompts.0) to \(prompts.1)"
    let length = Formatting.age(isMore ? new - old : old - new)
    return [
      TextRun(String(repeating: " ", count: first)),
      TextRun(
        String(repeating: isMore ? "+" : "-", count: count), role: isMore ? .deltaUp : .deltaDown),
      TextRun(" \(isMore ? "+" : "-")\(length)\(shown)", role: .dim),
    ]
  }

  /// The axis that shows an episode whole, with a little before and after it.
  static func scale(of row: WhatIfRow, width: Int, _ dates: DateFormatting) -> TimeScale {
    let comparison = row.comparison
    let ends = [comparison.current, comparison.candidate].flatMap { replay in
      [replay.endsAt, replay.accessUntil]
        + (replay.outcome == .open ? [min(replay.retryEnds, row.now + .days(45))] : [])
    }
    let start = row.failedAt - .days(5)
    let end = (ends.max() ?? row.now) + .days(6)
    let zoom = TimeZoom.fitting((end - start).wholeMilliseconds, cells: width)
    return TimeScale(containing: start, zoom: zoom, width: width, in: dates.zone)
  }

  private func timelineTitle(_ rect: Rect, _ frame: Frame) -> String {
    guard let row = whatIf.shownRow else { return "Timelines under both policies" }
    let width = max(0, Panel.content(of: rect, model.layout.tier).width - Self.nameWidth)
    let zoom = Self.scale(of: row, width: width, dates).zoom.title
    let id = Self.short(row.id, width: 16, ellipsis: frame.glyph(.ellipsis))
    let name = name(of: row.person, isMasked: model.masks(row.id))
    let old = whatIf.isOld ? ", former candidate" : ""
    return rect.width >= 100
      ? "\(id) \(name) under both policies  \(zoom)/cell\(old)" : "\(id) \(name)  \(zoom)/cell"
  }

  private var noTimelineWords: [String] {
    if whatIf.showsSubject, let subject = whatIf.subject {
      return whatIf.isSubjectMissing
        ? ["\(subject) has had no failed renewal; there is nothing to replay."]
        : ["Reading \(subject)."]
    }
    let key = model.keyMap.keys(of: .whatIfOf, on: .subscribers).first?.name
    return ["No episode differs. \(key ?? ":whatif.subscriber") on a subscriber shows theirs here."]
  }
}
