import EventLedger
import SubscriptionCore
import TerminalUI

/// A menu in which a single key chooses.
public struct Menu: Hashable, Sendable {
  /// One line of a menu.
  public struct Item: Hashable, Sendable {
    /// The key that chooses it.
    public var key: String
    /// Its effect, in words.
    public var title: String
    /// Its effect.
    public var choice: Choice
    /// The reason that it cannot be chosen now; `nil` when it can.
    public var disabledReason: String?
  }

  /// The effect of a line of a menu.
  public indirect enum Choice: Hashable, Sendable {
    /// Runs a command.
    case command(CommandID)
    /// Snoozes for a number of hours.
    case snooze(hours: Int)
    /// Asks until when to snooze.
    case snoozeUntil
    /// Runs a custom command.
    case custom(CustomCommand)
    /// Sorts the list.
    case sort(SubscriberSort)
    /// Opens a saved view.
    case view(SavedView)
    /// Lists the subscribers behind a figure.
    case list(FigureList)
    /// Copies the menu's subscribers in a form.
    case copy(CopyRequest.Form)
    /// Copies the figures of Overview as sentences.
    case copyFigures
    /// Copies the latest message.
    case copyMessage
    /// Takes a candidate policy.
    case candidate(PolicyCandidate)
    /// Asks for the file to export the list to.
    case export(ExportRequest.Format)
    /// Asks for the file to export something else to.
    case file(ExportRequest)
    /// Replaces a file.
    case overwrite(ExportRequest)
    /// Asks for another name of a file.
    case rename(ExportRequest)
  }

  /// The menu's name.
  public var title: String
  /// Its lines.
  public var items: [Item]
  /// The subscribers it is about, as they were at the key press.
  public var subscriptions: [SubscriptionID] = []
  /// The index of the line under the cursor.
  public var selection = 0
}

extension Menu: PopupOverlay {
  var takesWheel: Bool { true }
  var copyName: String { "the menu" }

  func handle(_ press: KeyPress, in model: inout DashboardModel) -> [Effect] {
    var menu = self
    let chord = KeyChord(press)
    switch chord.name {
    case "Esc", "q": model.input = .none
    case "Down", "Up":
      menu.selection = max(0, min(selection + (chord == "Down" ? 1 : -1), items.count - 1))
      model.input = .menu(menu)
    case "Enter":
      return items.indices.contains(selection) ? choose(items[selection], in: &model) : []
    case _:
      guard let item = items.first(where: { $0.key == chord.name }) else {
        return model.leaveForHelp(chord)
      }
      return choose(item, in: &model)
    }
    return []
  }

  private func choose(_ item: Item, in model: inout DashboardModel) -> [Effect] {
    if let reason = item.disabledReason {
      model.tell("\(reason.capitalizedFirst).", .warning)
      return []
    }
    model.input = .none
    switch item.choice {
    case .command(let id):
      let isAction = CommandTable.command(id)?.group == .act
      return isAction ? model.beginAction(id, about: subscriptions) : model.perform(id)
    case .view(let view): return model.open(view)
    case .list(let list): return model.open(list)
    case .custom(let command): return model.begin(command, about: subscriptions.first)
    case .snooze(let hours):
      return model.confirm(
        OperatorAction(
          .promptSnoozed, of: subscriptions, at: model.liveNow, until: model.liveNow + .hours(hours)
        ))
    case .snoozeUntil: model.input = .prompt(PromptLine(.snooze(subscriptions)))
    case .sort(let sort): return model.turnOrder(to: sort)
    case .copy(let form): return model.copy(form, of: subscriptions)
    case .copyFigures: return model.copy(ScreenText(model: model).describe(), named: "the figures")
    case .copyMessage: return model.copyMessage()
    case .candidate(let candidate): model.choose(candidate)
    case .export(let format): model.askForFile(format)
    case .file(let request): model.askForFile(of: request)
    case .overwrite(let request): return model.export(request)
    case .rename(let request):
      model.input = .prompt(PromptLine(.exportFile(request), text: request.path))
    }
    return []
  }

  func hints(in model: DashboardModel) -> InputHints {
    InputHints(
      model.hints(.help) + [.init("Enter", "choose"), .init("Down", "next")] + model.copyHint)
  }

  func popup(in model: DashboardModel, width: Int, rows: Int) -> Popup {
    let about = model.names(of: subscriptions)
    let column = items.map(\.key.count).max() ?? 0
    let lines = items.enumerated().map { index, item in
      [
        TextRun(index == selection ? model.blank.glyph(.pointer) : " "),
        TextRun(" \(Formatting.left(item.key, column)) ", role: .hintKey),
      ] + item.words(room: width - column - 4)
    }
    return Popup(
      title: about.isEmpty ? title : "\(title): \(about)", lines: lines,
      hint: "its key chooses  Esc cancel", cursor: selection, hasChoices: true)
  }

  func sentences(in model: DashboardModel) -> [String] {
    let about = subscriptions.isEmpty ? "" : ": \(Formatting.whom(subscriptions))"
    return ["\(title)\(about). Type one of these letters, or nothing to leave it."]
      + items.map { item in
        let reason = item.disabledReason.map { " (not now: \($0))" } ?? ""
        return "\(item.key): \(item.title)\(reason)."
      }
  }

  func keys(for line: String) -> [KeyPress] {
    if line.isEmpty { return [KeyPress(.escape)] }
    let press = KeyPress(notation: line)
    let name = press.map { KeyChord($0).name }
    return items.contains { $0.key == name } ? [press].compactMap(\.self) : []
  }
}

extension Menu.Item {
  /// The words of the line; where it cannot be chosen, the reason matters more than the
  /// explanation.
  fileprivate func words(room: Int) -> [TextRun] {
    guard let disabledReason else { return [TextRun(" " + title)] }
    let note = "  (\(disabledReason))"
    let hasRoom = SafeText.width(of: title) + SafeText.width(of: note) <= room
    let name = title.split(separator: ":", maxSplits: 1).first.map(String.init)
    return [
      TextRun(" " + (hasRoom ? title : name ?? title), role: .disabled),
      TextRun(note, role: .disabled),
    ]
  }
}
