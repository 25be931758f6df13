import SubscriptionCore
import TerminalUI

extension DashboardModel {
  /// Begins an action about the marked subscribers, or the one under the cursor; they are fixed
  /// from here on.
  mutating func beginAction(_ id: CommandID, about chosen: [SubscriptionID]? = nil) -> [Effect] {
    let targets = chosen ?? targets
    switch id {
    case .actions: input = .menu(actionMenu(about: targets))
    case .snooze: input = .menu(snoozeMenu(about: targets))
    case .note: input = .note(LineEditor(), of: targets)
    case .markShown:
      let step = targets.first.flatMap { summary(of: $0)?.status.prompt.step }
      return confirm(
        OperatorAction(.promptShown, of: targets, at: actedAt, step: step?.rawValue ?? 2))
    case .suppress: return confirm(OperatorAction(.promptSuppressed, of: targets, at: actedAt))
    case .askStore: return confirm(OperatorAction(.refreshRequested, of: targets, at: actedAt))
    case .claim:
      return confirm(OperatorAction(.claimed, of: targets, at: actedAt, until: now + .days(1)))
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

  /// Takes a key while a menu is open.
  mutating func take(_ press: KeyPress, _ menu: Menu) -> [Effect] {
    var menu = menu
    let chord = KeyChord(press)
    switch chord.name {
    case "Esc", "q":
      input = .none
      return []
    case "Down", "Up":
      menu.selection += chord == "Down" ? 1 : -1
      menu.selection = max(0, min(menu.selection, menu.items.count - 1))
      input = .menu(menu)
      return []
    case "Enter":
      guard menu.items.indices.contains(menu.selection) else { return [] }
      return choose(menu.items[menu.selection], in: menu)
    case _:
      if let item = menu.items.first(where: { $0.key == chord.name }) {
        return choose(item, in: menu)
      }
      return leaveForHelp(chord)
    }
  }

  private mutating func choose(_ item: Menu.Item, in menu: Menu) -> [Effect] {
    if let reason = item.disabledReason {
      tell("\(reason.capitalizedFirst).", .warning)
      return []
    }
    input = .none
    switch item.choice {
    case .command(.saveView): askViewName()
    case .command(.closeView): return closeView()
    case .command(let id): return beginAction(id, about: menu.subscriptions)
    case .view(let view): return open(view)
    case .custom(let command): return begin(command, about: menu.subscriptions.first)
    case .snooze(let hours):
      return confirm(
        OperatorAction(
          .promptSnoozed, of: menu.subscriptions, at: actedAt, until: now + .hours(hours)))
    case .snoozeUntil: input = .prompt(PromptLine(.snooze(menu.subscriptions)))
    case .backgroundTask(let choice): return run(choice, about: menu.subscriptions)
    case .sort(let sort):
      return self.sort(by: sort, descending: sort == subscribers.sort && !subscribers.descending)
    }
    return []
  }

  /// Takes a key while a note is written.
  mutating func take(
    _ press: KeyPress, _ field: LineEditor, _ targets: [SubscriptionID]
  ) -> [Effect] {
    var field = field
    switch KeyChord(press).name {
    case "Esc": input = .none
    case "Enter":
      let text = field.text.trimmed
      input = .none
      guard !text.isEmpty else { return [] }
      let note = OperatorAction(.noted, of: targets, at: actedAt, text: text)
      return targets.count > 1 ? confirm(note) : [.record(note)]
    case _:
      _ = field.take(press)
      input = .note(field, of: targets)
    }
    return []
  }

  /// What is known of a subscription without asking the ledger.
  func summary(of id: SubscriptionID) -> SubscriberSummary? {
    extra(of: id)?.summary ?? list?.window.rows.first { $0.summary.id == id }?.summary
  }
}
