import SubscriptionCore
import TerminalUI

extension DashboardModel {
  /// The rows of the present screen.
  var layout: FrameLayout { FrameLayout(size: size) }

  /// How many rows a list shows at once; Due keeps two for the headings of its sections.
  func height(ofList screen: Screen) -> Int {
    let layout = layout
    let list = ListLayout(
      body: layout.body, tier: layout.tier, hasLegend: screen == .subscribers)
    let rows = layout.tier <= .tiny ? list.table.height : list.rows
    return max(1, screen == .due ? rows - 2 : rows)
  }

  /// How many rows the list on the screen shows at once.
  var listHeight: Int { height(ofList: screen) }

  /// How many events the Events screen shows at once.
  var eventsHeight: Int {
    let list = ListLayout(body: layout.body, tier: layout.tier, hasLegend: false)
    return max(1, layout.tier <= .tiny ? list.table.height : list.rows)
  }

  /// The zoom of the lists' timelines when none was chosen.
  var standardListZoom: TimeZoom { size.width >= 120 ? .day : .days2 }

  /// The zoom at which the latest billing episode fits the Detail screen.
  func fittingZoom(of detail: DetailState) -> TimeZoom {
    detail.fittingZoom(now: now, width: max(10, size.width - 14))
  }
}
