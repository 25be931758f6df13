import SubscriptionCore
import TerminalUI

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

  /// Snoozes until what a line says, or says what is wrong with it.
  mutating func snooze(_ ids: [SubscriptionID], until line: inout PromptLine) -> [Effect] {
    do {
      let until = try InstantText.later(line.field.text.trimmed, now: actedAt, in: settings.zone)
      return confirm(OperatorAction(.promptSnoozed, of: ids, at: actedAt, until: until))
    } catch {
      line.problem = error.text
      input = .prompt(line)
      return []
    }
  }

  private func snoozeWords(hours: Int) -> String {
    "\(Words.plural(hours / 24, "day")), until \(dates.moment(now + .hours(hours)))"
  }

  /// Has the dates of an open menu follow the present, from which they are counted.
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
