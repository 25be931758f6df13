import SubscriptionCore
import TerminalUI

extension DashboardModel {
  /// Starts an action on the marked subscribers, or the one under the cursor; they are fixed from
  /// here on.
  mutating func beginAction(_ id: CommandID, about chosen: [SubscriptionID]? = nil) -> [Effect] {
    let targets = chosen ?? targets
    switch id {
    case .actions: input = .menu(actionMenu(about: targets))
    case .snooze: input = .menu(snoozeMenu(about: targets))
    case .note: input = .note(NoteEdit(subscriptions: targets))
    case .markShown: return confirm(OperatorAction(.promptShown, of: targets, at: liveNow))
    case .suppress: return confirm(OperatorAction(.promptSuppressed, of: targets, at: liveNow))
    case .askStore: return confirm(OperatorAction(.refreshRequested, of: targets, at: liveNow))
    case .claim:
      return confirm(OperatorAction(.claimed, of: targets, at: liveNow, until: liveNow + .days(1)))
    case .undo, .redo: return turnBack(id)
    case _: break
    }
    return []
  }

  private func actionMenu(about ids: [SubscriptionID]) -> Menu {
    let lines: [(String, CommandID)] = [
      ("p", .markShown), ("z", .snooze), ("s", .suppress), ("a", .note), ("c", .claim),
      ("u", .undo), ("^r", .redo),
      ("r", .askStore),
    ]
    let items = lines.compactMap { key, id in
      CommandTable.command(id).map { command in
        Menu.Item(
          key: key, title: "\(command.title): \(command.tooltip)", choice: .command(id),
          disabledReason: disabledReason(of: command))
      }
    }
    return Menu(title: "Actions", items: items, subscriptions: ids)
  }

  /// The row of a subscription, without a query to the ledger.
  func summary(of id: SubscriptionID) -> SubscriberSummary? {
    extra(of: id)?.summary ?? list?.window.rows.first { $0.summary.id == id }?.summary
  }
}

/// The menu of lengths that prompts can be snoozed for.
extension DashboardModel {
  /// The menu about some subscribers.
  func snoozeMenu(about ids: [SubscriptionID]) -> Menu {
    let lengths = [("1", 24), ("2", 72), ("3", 168)]
    var items = lengths.map { key, hours in
      Menu.Item(key: key, title: snoozeWords(hours: hours), choice: .snooze(hours: hours))
    }
    items.append(
      Menu.Item(
        key: "c", title: "until ...: a length or a date of your choice", choice: .snoozeUntil))
    return Menu(title: "Snooze prompts for", items: items, subscriptions: ids)
  }

  private func snoozeWords(hours: Int) -> String {
    "\(Formatting.plural(hours / 24, "day")), until \(dates.moment(liveNow + .hours(hours)))"
  }

  /// Updates the dates of an open menu, which are counted from the present.
  mutating func renewMenu() {
    guard case .menu(var menu) = input else { return }
    for index in menu.items.indices {
      if case .snooze(let hours) = menu.items[index].choice {
        menu.items[index].title = snoozeWords(hours: hours)
      }
    }
    input = .menu(menu)
  }
}
