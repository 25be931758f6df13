import EventLedger
import SubscriptionCore
import TerminalUI

/// The commands that concern the world around the screens.
extension DashboardModel {
  /// Runs one of them.
  mutating func runAround(_ id: CommandID) -> [Effect] {
    switch id {
    case .asOf: return openAsOf()
    case .live: return comeBack()
    case .slower: return turnSpeed(by: -1)
    case .faster: return turnSpeed(by: 1)
    case .copy: openCopyMenu()
    case .copyOpen: return copyOpen()
    case .openBeside: toggleSide()
    case .export: openExportMenu()
    case .mouse: return toggleMouse()
    case .reveal: toggleReveal()
    case .payments: turnToPayments()
    case .reply: return openReply()
    case .messages: openMessages()
    case .unknownPlans: return drill(OverviewFigures.unknownPlansFilter)
    case _: break
    }
    return []
  }

  /// Why one of them makes no sense now; `nil` where it does.
  func unfit(_ id: CommandID) -> String? {
    switch id {
    case .slower, .faster:
      if settings.asOf != nil { return "time stands still in the past; \(Self.liveWords)" }
      guard case .scaled = settings.clock else { return "only the demo's time can be turned" }
      return nil
    case .openBeside:
      return layout.tier >= SplitLayout.least
        ? nil : "it takes 80x24; \(key(.open)) opens the subscriber"
    case .unknownPlans:
      return overview.figures?.moneyUnknown == 0 ? "the money of every subscriber is known" : nil
    case .pause: return settings.asOf == nil ? nil : "nothing arrives in the past"
    case .live: return settings.asOf == nil && journey == nil ? "this is the present" : nil
    case .export:
      let isEmpty = screen == .events ? events.lines.isEmpty : list?.window.rows.isEmpty != false
      return isEmpty ? "the list is empty" : nil
    case _: return nil
    }
  }

  /// The menu items for going to another time and back.
  var timeItems: [Menu.Item] {
    [
      Menu.Item(
        key: "t", title: "everything as it was at another time", choice: .backgroundTask(.asOf)),
      Menu.Item(
        key: "l", title: "back to now", choice: .backgroundTask(.live), disabledReason: unfit(.live)
      ),
    ]
  }
}
