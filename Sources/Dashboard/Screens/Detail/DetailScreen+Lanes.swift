import SubscriptionCore
import TerminalUI

/// The timeline of Detail: access, retries, payments, prompts and events.
extension DetailScreen {
  private static let laneCount = 6

  /// The panel with the lanes.
  func drawTimelinePanel(
    _ detail: DetailState, _ data: DetailData, into frame: inout Frame, in rect: Rect
  ) {
    guard rect.height >= 3 else { return }
    let inner = Panel.content(of: rect)
    let scale = detail.scale(in: rect, dates)
    frame.draw(
      Panel(
        title: timelineTitle(scale),
        hint: detail.isBeside ? "" : axisHint(isBrief: inner.width < 70),
        isFocused: detail.pane == .timeline && !detail.isBeside), in: rect)
    guard scale.width > 0 else { return }
    let x = inner.x + DetailState.nameWidth
    drawAxis(scale, present: "NOW", into: &frame, at: Point(x: x, y: inner.y))
    // The legend goes before the last lane, which repeats the events below.
    let room = inner.height - 1
    let lanes = lanes(data, scale, rows: room == Self.laneCount ? room - 1 : room)
    for (row, lane) in lanes.enumerated() {
      let y = inner.y + 1 + row
      frame.put(lane.name, at: Point(x: inner.x, y: y), width: DetailState.nameWidth, role: .dim)
      frame.put(runs(lane.bar, frame), at: Point(x: x, y: y), width: scale.width)
      guard let end = lane.endLabel(scale, dates) else { continue }
      frame.put(end.text, at: Point(x: x + end.column, y: y), role: .axis)
    }
    let y = inner.y + 1 + lanes.count
    guard y < inner.bottom else { return }
    frame.put(legend(lanes, frame, width: scale.width), at: Point(x: x, y: y), width: scale.width)
  }

  /// The keys that move the axis, with what each does unless room is short.
  private func axisHint(isBrief: Bool) -> String {
    let pan = model.keys(.timeEarlier, .timeLater)
    let zoom = model.keys(.timeZoomIn, .timeZoomOut)
    let (today, fit) = (model.key(.timeToday), model.key(.timeFit))
    return isBrief
      ? [pan, zoom, today, fit].joined(separator: " ")
      : "\(pan) pan  \(zoom) zoom  \(today) today  \(fit) fit"
  }

  /// The time of a cell, and the direction of the present when it is out of view.
  private func timelineTitle(_ scale: TimeScale) -> String {
    let title = "Timeline  \(scale.zoom.title) / cell"
    guard scale.width > 0, scale.cell(of: model.now) == nil else { return title }
    return title + (scale.end <= model.now ? "  today is later (t)" : "  today is earlier (t)")
  }

  /// The lanes that have room, the most asked for first.
  func lanes(_ data: DetailData, _ scale: TimeScale, rows: Int) -> [TimelineLane] {
    let lanes = [
      accessLane(data, scale), retryLane(data, scale),
      TimelineLane("payment", paymentBar(data, scale)),
      TimelineLane("prompt", promptBar(data, scale)),
      TimelineLane("store", storeBar(data, scale)), TimelineLane("event", eventBar(data, scale)),
    ]
    return Array(lanes.prefix(max(0, rows)))
  }

  /// The lane of access.
  ///
  /// A hold counts as no access, because the retry lane shows it, and so does a renewal that the
  /// store owes for longer than access is granted without its word.
  private func accessLane(_ data: DetailData, _ scale: TimeScale) -> TimelineLane {
    var bar = TimelineBar(scale: scale)
    let spans = TimelineForecast.spans(data.extra.spans, for: data.extra.summary.status)
    bar.paint(
      spans.map { span in
        var span = span
        switch span.kind {
        case .hold, .pending: span.kind = .expired
        case .renewalPending where !span.access: span.kind = .expired
        case .trial, .paid, .renewalPending, .grace, .paused, .canceled, .expired, .refunded: break
        }
        return span
      }, now: model.now)
    bar.mark(.today, at: model.now)
    return TimelineLane("access", bar, end: TimelineForecast.accessEnd(of: spans, at: model.now))
  }

  /// The lane of the store's retries.
  private func retryLane(_ data: DetailData, _ scale: TimeScale) -> TimelineLane {
    let now = model.now
    var bar = TimelineBar(scale: scale)
    var spans: [Timeline.Span] = []
    for episode in data.episodes {
      let end = episode.endedAt ?? episode.retryEnds
      let told = min(end ?? now, now)
      if episode.failedAt < told {
        spans.append(
          Timeline.Span(
            kind: .hold, from: episode.failedAt, to: told, projected: false, access: false))
      }
      guard episode.outcome == .open, end.map({ $0 > now }) ?? true else { continue }
      spans.append(
        Timeline.Span(
          kind: .hold, from: max(episode.failedAt, now), to: end, projected: true, access: false))
    }
    bar.paint(spans, now: now)
    bar.mark(.today, at: now)
    return TimelineLane("retry", bar, end: spans.last?.to)
  }

  /// The payments for the subscription: declined, paid, refunded, and the next one.
  ///
  /// No store tells each attempt to collect, so a renewal that failed is drawn once.
  private func paymentBar(_ data: DetailData, _ scale: TimeScale) -> TimelineBar {
    var bar = TimelineBar(scale: scale)
    bar.mark(.today, at: model.now)
    let own = data.payments.reversed().filter { $0.subscription == data.extra.summary.id }
    for payment in own {
      if payment.kind == .declined { bar.mark(.failed, at: payment.at) }
      if payment.kind.isCharged { bar.mark(.paid, at: payment.at) }
    }
    for refund in own.compactMap(\.refundedAt) { bar.mark(.refund, at: refund) }
    if let next = data.extra.summary.status.renewsAt, next > model.now {
      bar.markIfFree(.scheduled, at: next)
    }
    return bar
  }

  /// Prompts shown, due and to come.
  private func promptBar(_ data: DetailData, _ scale: TimeScale) -> TimelineBar {
    var bar = TimelineBar(scale: scale)
    bar.mark(.today, at: model.now)
    for tick in data.extra.ticks where !tick.isDue { bar.mark(.scheduled, at: tick.at) }
    for instant in data.extra.shown { bar.mark(.shown, at: instant) }
    if data.extra.summary.status.prompt.isDue { bar.mark(.due, at: model.now) }
    return bar
  }

  /// The store's own mails and messages, past and projected.
  ///
  /// Mails as its documentation says,
  /// and the days from which its message waits for the next launch. The store does not report
  /// whether it was seen.
  private func storeBar(_ data: DetailData, _ scale: TimeScale) -> TimelineBar {
    var bar = TimelineBar(scale: scale)
    bar.mark(.today, at: model.now)
    for notice in data.notices {
      bar.mark(notice.channel == .pushAndMail ? .storeMail : .storeMessage, at: notice.at)
    }
    return bar
  }

  /// The instants of all events.
  private func eventBar(_ data: DetailData, _ scale: TimeScale) -> TimelineBar {
    var bar = TimelineBar(scale: scale)
    bar.mark(.today, at: model.now)
    for line in data.events { bar.mark(.event, at: line.event.effectiveAt) }
    return bar
  }

  /// The legend of the signs on show, as many as have room.
  private func legend(_ lanes: [TimelineLane], _ frame: Frame, width: Int) -> [TextRun] {
    var runs: [TextRun] = []
    var used = 0
    let signs = signs(on: lanes)
    for (place, (sign, role, word)) in signs.enumerated() {
      let need = word.count + 2
      // The last sign needs no room for an ellipsis behind it.
      guard used + need <= width - (place == signs.count - 1 ? 0 : 2) else {
        return runs + [TextRun(frame.glyph(.ellipsis), role: .dim)]
      }
      used += need + 2
      runs.append(TextRun(frame.glyph(sign), role: role))
      runs.append(TextRun(" \(word)  ", role: .dim))
    }
    return runs
  }

  /// The legend where the timeline has no row for it.
  var status: [String] {
    guard let detail = model.detail, let data = detail.data, model.layout.tier == .compact
    else { return [] }
    let place = text.layout(of: detail)[.timeline]
    let rows = Panel.content(of: place).height - 1
    let lanes = lanes(data, detail.scale(in: place, dates), rows: rows)
    guard lanes.count == rows else { return [] }
    return signs(on: lanes).map { "\(model.settings.signs[$0.sign]) \($0.word)" }
  }

  /// The signs on show with their words, the fills first.
  private func signs(
    on lanes: [TimelineLane]
  ) -> [(sign: GlyphName, role: StyleRole, word: String)] {
    let cells = Set(lanes.flatMap(\.bar.cells))
    var signs: [(sign: GlyphName, role: StyleRole, word: String)] = []
    let kinds: [(Timeline.Kind, String)] = [
      (.paid, "paid"), (.grace, "grace"), (.hold, "retrying"), (.paused, "paused"),
      (.canceled, "canceled"), (.renewalPending, SubscriptionState.renewalPending.title),
      (.expired, "no access"),
    ]
    for (kind, word) in kinds {
      let isShown = [true, false].contains { cells.contains(.fill(kind, projected: $0)) }
      guard isShown else { continue }
      signs.append((kind.glyph(projected: false), kind.role(projected: false), word))
    }
    let marks: [(TimelineMark, String)] = [
      (.failed, "declined"), (.paid, "arrived"), (.refund, "refund"), (.shown, "shown"),
      (.due, "due"), (.scheduled, "to come"), (.storeMail, "mail"),
      (.storeMessage, "message"), (.unknownEnd, "end not known"),
    ]
    for (mark, word) in marks where cells.contains(.mark(mark)) {
      signs.append((mark.glyph, mark.role, word))
    }
    return signs
  }
}
