import SubscriptionCore
import TerminalUI

extension DashboardModel {
  /// The rows of the present screen.
  var layout: FrameLayout { FrameLayout(size: size) }

  /// The list of the present screen and what stands beside it.
  var split: SplitLayout { split(of: screen) }

  /// A list and what stands beside it or below it.
  private func split(of screen: Screen) -> SplitLayout {
    SplitLayout(body: layout.body, tier: layout.tier, shows: showsSide(of: screen))
  }

  /// Whether the user wants a subscriber beside the list of a screen; `nil` for what its size
  /// suggests.
  func showsSide(of screen: Screen) -> Bool? {
    switch screen {
    case .subscribers: subscribers.showsSide
    case .due: due.showsSide
    case .overview, .events, .detail, .help: nil
    }
  }

  /// The parts of a list; what stands beside it takes the place of the look at its row.
  func listLayout(of screen: Screen) -> ListLayout {
    let split = split(of: screen)
    let body = screen == .due ? split.list.split(bottom: dueSummaryRows).0 : split.list
    return ListLayout(
      body: body, tier: split.tier, hasLegend: screen == .subscribers && !split.isBelow,
      hasPreview: split.side.isEmpty)
  }

  /// Where the figures of Due go; empty where there is no room.
  var dueSummary: Rect { split(of: .due).list.split(bottom: dueSummaryRows).1 }

  /// How many rows the figures of Due take, a box around more than one.
  private var dueSummaryRows: Int {
    guard !split(of: .due).isBelow else { return 0 }
    return switch layout.tier {
    case .below, .tiny, .small: 0
    case .compact: 1
    case .full, .wide: 4
    }
  }

  /// How many rows a list shows at once; Due keeps two for the headings of its sections.
  func height(ofList screen: Screen) -> Int {
    let list = listLayout(of: screen)
    let rows = Tier(columns: list.panel.width) <= .tiny ? list.table.height : list.rows
    return max(1, screen == .due ? rows - 2 : rows)
  }

  /// How many rows the list on the screen shows at once.
  var listHeight: Int { height(ofList: screen) }

  /// How many events the Events screen shows at once.
  var eventsHeight: Int {
    let table = eventsLayout.table
    let hasHeader = Tier(columns: eventsLayout.panel.width) > .tiny
    return max(1, hasHeader ? table.height - 1 : table.height)
  }

  /// The parts of the Events screen.
  var eventsLayout: EventsLayout { EventsLayout(body: layout.body, tier: layout.tier) }

  /// The zoom of the lists' timelines when none was chosen.
  var standardListZoom: TimeZoom { split.list.width >= 120 ? .day : .days2 }

  /// The panels of Detail.
  func layout(of detail: DetailState) -> DetailLayout {
    let usual = DetailLayout(
      body: layout.body, tier: layout.tier, showsWhy: detail.showsWhy, pane: detail.pane)
    guard layout.tier >= .full, let data = detail.data, !detail.showsWhy else { return usual }
    let rows = DashboardView(model: self).topRows(
      data, subscriber: usual.subscriber, answer: usual.answer)
    return DetailLayout(
      body: layout.body, tier: layout.tier, showsWhy: detail.showsWhy, pane: detail.pane,
      topRows: rows, eventRows: data.events.count)
  }

  /// How many lines the words of Detail can begin with.
  var answerHeight: Int {
    guard let detail, let data = detail.data else { return 0 }
    let inner = Panel.content(of: layout(of: detail).answer)
    return max(
      1,
      DashboardView(model: self).answerLines(data, width: inner.width).count - inner.height + 1)
  }

  /// How many lines the payments of Detail can begin with.
  var paymentsHeight: Int {
    guard let detail, let data = detail.data else { return 0 }
    let height = Panel.content(of: layout(of: detail).payments).height
    return max(1, data.payments.count - (height >= 6 ? height - 1 : height) + 1)
  }

  /// How many lines the reasons of a prompt decision can begin with.
  var whyHeight: Int {
    guard let detail, let data = detail.data else { return 0 }
    let inner = Panel.content(of: layout(of: detail).why)
    let lines = DashboardView(model: self).whyLines(data, in: inner, isWhole: true)
    return max(1, lines.count - inner.height + 1)
  }

  /// The axis that the timelines of the screen show; the lists' width is near enough for turning.
  var shownScale: TimeScale {
    let view = DashboardView(model: self)
    guard screen == .detail, let detail else {
      return view.listScale(width: max(20, size.width * 2 / 5))
    }
    return view.detailScale(detail, in: layout(of: detail).timeline)
  }
}
