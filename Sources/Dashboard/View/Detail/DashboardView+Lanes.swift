import SubscriptionCore
import TerminalUI

/// The timeline of Detail: can the user get in, is the store still trying, and what happened when.
extension DashboardView {
  private static let nameWidth = 9

  /// The panel with the lanes.
  func drawTimelinePanel(
    _ detail: DetailState, _ data: DetailData, into frame: inout Frame, in rect: Rect
  ) {
    guard rect.height >= 3 else { return }
    let inner = Panel.content(of: rect)
    let scale = detailScale(detail, width: inner.width - Self.nameWidth)
    frame.draw(
      Panel(
        title: "Timeline  \(scale.zoom.title) / cell",
        hint: inner.width >= 70 ? "h l pan  + - zoom  t today  0 fit" : "h l + - t 0",
        isFocused: detail.pane == .timeline), in: rect)
    guard scale.width > 0 else { return }
    let x = inner.x + Self.nameWidth
    drawAxis(scale, present: "NOW", into: &frame, at: Point(x: x, y: inner.y))
    for (row, lane) in lanes(data, scale).prefix(max(0, inner.height - 1)).enumerated() {
      let y = inner.y + 1 + row
      frame.put(lane.name, at: Point(x: inner.x, y: y), width: Self.nameWidth, role: .dim)
      frame.put(runs(lane.bar, frame), at: Point(x: x, y: y), width: scale.width)
    }
    let y = inner.y + 6
    guard y < inner.bottom else { return }
    frame.put(legend(frame), at: Point(x: x, y: y), width: scale.width)
  }

  /// The axis of the lanes.
  func detailScale(_ detail: DetailState, width: Int) -> TimeScale {
    let window = detail.window(now: model.now)
    let zoom = detail.zoom ?? detail.fittingZoom(now: model.now, width: max(1, width))
    guard detail.zoom == nil else {
      return TimeScale(showing: model.now, zoom: zoom, width: width, pannedBy: detail.pan)
    }
    let cell = zoom.milliseconds
    let origin = window.from.milliseconds.floored(to: cell)
      .addedClamped(cell.multipliedClamped(by: Int64(detail.pan)))
    return TimeScale(origin: Timestamp(milliseconds: origin), zoom: zoom, width: width)
  }

  /// A named row of the timeline.
  struct Lane {
    var name: String
    var bar: TimelineBar
  }

  /// The lanes in order of what support is asked first.
  func lanes(_ data: DetailData, _ scale: TimeScale) -> [Lane] {
    [
      Lane(name: "access", bar: accessBar(data, scale)),
      Lane(name: "retry", bar: retryBar(data, scale)),
      Lane(name: "payment", bar: paymentBar(data, scale)),
      Lane(name: "prompt", bar: promptBar(data, scale)),
      Lane(name: "event", bar: eventBar(data, scale)),
    ]
  }

  /// Whether the user can get in: a hold is no access here, for the retry lane shows the rest.
  private func accessBar(_ data: DetailData, _ scale: TimeScale) -> TimelineBar {
    var bar = TimelineBar(scale: scale)
    let spans = data.extra.spans.map { span in
      var span = span
      if span.kind == .hold || span.kind == .pending { span.kind = .expired }
      return span
    }
    bar.paint(spans, now: model.now)
    bar.mark(.today, at: model.now)
    return bar
  }

  /// Whether the store is trying to collect.
  private func retryBar(_ data: DetailData, _ scale: TimeScale) -> TimelineBar {
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
    return bar
  }

  /// What the store said about payments: declined, and recovered.
  private func paymentBar(_ data: DetailData, _ scale: TimeScale) -> TimelineBar {
    var bar = TimelineBar(scale: scale)
    bar.mark(.today, at: model.now)
    for line in data.events.reversed() {
      switch line.event.kind {
      case .billingFailed: bar.mark(.failed, at: line.event.effectiveAt)
      case .recovered: bar.mark(.paid, at: line.event.effectiveAt)
      case .refunded, .revoked: bar.mark(.refund, at: line.event.effectiveAt)
      case .snapshot, .purchased, .purchasePending, .pendingPurchaseCanceled, .renewed,
        .holdStarted, .autoRenewDisabled, .autoRenewEnabled, .cancellationScheduled,
        .pauseScheduled, .paused,
        .productChangeScheduled, .productChangeReverted, .productChanged, .superseded,
        .offerRedeemed, .priceChanged, .renewalExtended, .expired, .refundReversed,
        .refundDeclined, .refundRequested, .unrecognized, .promptShown, .promptSnoozed,
        .promptSuppressed, .noted, .claimed, .refreshRequested, .undone:
        break
      }
    }
    return bar
  }

  /// Prompts shown, due and to come.
  private func promptBar(_ data: DetailData, _ scale: TimeScale) -> TimelineBar {
    var bar = TimelineBar(scale: scale)
    bar.mark(.today, at: model.now)
    for tick in data.extra.ticks where !tick.isDue { bar.mark(.scheduled, at: tick.at) }
    for instant in data.extra.shown { bar.mark(.shown, at: instant) }
    if data.extra.summary.standing.prompt.isDue { bar.mark(.due, at: model.now) }
    return bar
  }

  /// When anything was heard.
  private func eventBar(_ data: DetailData, _ scale: TimeScale) -> TimelineBar {
    var bar = TimelineBar(scale: scale)
    bar.mark(.today, at: model.now)
    for line in data.events { bar.mark(.event, at: line.event.effectiveAt) }
    return bar
  }

  private func legend(_ frame: Frame) -> [TextRun] {
    var runs: [TextRun] = []
    for (kind, word) in [(Timeline.Kind.paid, "paid"), (.grace, "grace"), (.hold, "retrying")] {
      runs.append(
        TextRun(frame.glyph(kind.glyph(projected: false)), role: kind.role(projected: false)))
      runs.append(TextRun(" \(word)  ", role: .dim))
    }
    for (mark, word) in [
      (TimelineMark.failed, "declined"), (.paid, "recovered"), (.shown, "shown"), (.due, "due"),
      (.scheduled, "to come"), (.unknownEnd, "end not known"),
    ] {
      runs.append(TextRun(frame.glyph(mark.glyph), role: mark.role))
      runs.append(TextRun(" \(word)  ", role: .dim))
    }
    return runs
  }
}
