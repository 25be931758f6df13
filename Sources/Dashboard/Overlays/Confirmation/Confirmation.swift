import SubscriptionCore
import TerminalUI

/// The question before an action is recorded, with the consequences of the action.
public struct Confirmation: Hashable, Sendable {
  /// The action, on the subscribers of the key press.
  public var action: OperatorAction
  /// The consequences; `nil` until the ledger has answered.
  public var preview: ActionPreview?
  /// The line, where the action is on so many that a `y` is not enough.
  public var field = LineEditor()
  /// The lines in view, on a screen without room for all.
  public var scroll = TextScroll()

  /// The number of subscribers from which the name of the action is typed.
  public static let typedFrom = 10

  /// Asks about an action.
  public init(_ action: OperatorAction) { self.action = action }

  /// The words to type, such as `snooze 12`; `nil` where a `y` is enough.
  public var phrase: String? {
    let count = action.subscriptions.count
    return count < Self.typedFrom ? nil : "\(action.verb) \(count)"
  }
}

extension Confirmation: PopupOverlay {
  var editor: LineEditor? { phrase == nil ? nil : field }
  var copyName: String { "the question" }

  func handle(_ press: KeyPress, in model: inout DashboardModel) -> [Effect] {
    if let scrolled = scrolled(by: press, in: model) {
      model.input = .confirm(scrolled)
      return []
    }
    let key = KeyChord(press).name
    switch (key, phrase) {
    case ("y", nil), ("Enter", nil): return record(in: &model)
    case ("Esc", _), ("n", nil), ("q", nil):
      model.input = .none
      model.tell("Nothing was recorded.")
    case (_, nil): model.tell("y records it, n or Esc does not.")
    case ("Enter", let phrase?):
      guard field.text.trimmed == phrase else {
        model.tell("Type \(phrase) and Enter to record it, Esc not to.", .warning)
        return []
      }
      return record(in: &model)
    case (_, _?):
      var confirmation = self
      _ = confirmation.field.take(press)
      model.input = .confirm(confirmation)
    }
    return []
  }

  /// The question after a key that scrolls it; `nil` for any other key, and where all is in view.
  private func scrolled(by press: KeyPress, in model: DashboardModel) -> Confirmation? {
    let keys: [NamedKey] = [.up, .down, .pageUp, .pageDown]
    guard phrase == nil || keys.contains(where: { press.key == .named($0) }),
      let id = model.keyMap.command(for: KeyChord(press), on: model.screen),
      let movement = Movement(id)
    else { return nil }
    let lines = popup(in: model, model.layout).lines.count
    let height = Panel.content(of: model.layout.box(rows: lines)).height
    guard lines > height else { return nil }
    var scrolled = self
    scrolled.scroll.move(
      movement, count: lines, height: height, page: max(1, model.layout.body.height - 4))
    return scrolled
  }

  private func record(in model: inout DashboardModel) -> [Effect] {
    model.input = .none
    return [.record(action)]
  }

  func insert(_ text: String, in model: inout DashboardModel) -> [Effect] {
    guard phrase != nil else {
      model.refuse(paste: text)
      return []
    }
    var confirmation = self
    confirmation.field.insert(text)
    model.input = .confirm(confirmation)
    return []
  }

  func hints(in model: DashboardModel) -> InputHints {
    let yes = action.agreement
    let answers: [InputHints.Line] =
      phrase.map { [.init("Enter", "\(yes), once \($0) is typed")] }
      ?? [.init("y", yes), .init("n", "do not")]
    return InputHints(answers + model.copyHint)
  }

  func popup(in model: DashboardModel, width: Int, rows: Int) -> Popup {
    let width = max(10, width - 4)
    var lines = Paragraph("This will be recorded: \(Formatting.sentence(action, model.dates)).")
      .lines(width: width).map { [TextRun($0)] }
    // The consequences come before the names: a small screen has no room for all.
    for words in preview.map({ Formatting.consequences(of: action, $0, now: model.now) }) ?? [] {
      lines += Paragraph("! \(words).").lines(width: width).map { [TextRun($0, role: .flashWarn)] }
    }
    if let effect = preview.flatMap({ Formatting.effect(of: action, $0) }) {
      lines.append([TextRun(effect.capitalizedFirst + ".", role: .dim)])
    }
    let who = model.names(of: action.subscriptions)
    if who != action.subscriptions.map(\.rawValue).joined(separator: ", ") {
      lines += Paragraph(who).lines(width: width).map { [TextRun($0, role: .title)] }
    }
    if let words = model.timeWords(of: action) { lines.append([TextRun(words, role: .dim)]) }
    if let phrase {
      lines.append([
        TextRun("type "), TextRun(phrase, role: .hintKey),
        TextRun(" and \(model.enter(model.blank)) to \(action.agreement)   "),
        TextRun("Esc", role: .hintKey), TextRun(" do not"),
      ])
      lines.append([TextRun("")])
    } else {
      lines.append(Popup.answers(yes: action.agreement))
    }
    let title = action.reversal == nil ? "Record this?" : "Take back?"
    let undo = model.undoWords(after: action)
    return Popup(
      title: action.reversal == .redo ? "Record again?" : title, lines: lines,
      hint: width < 60 ? "dry run; \(undo)" : "nothing is written yet; then \(undo)",
      field: phrase.map { phrase in
        (TextField(field, prompt: "> ", placeholder: phrase), lines.count - 1)
      }, pinned: 1, scroll: scroll)
  }

  func sentences(in model: DashboardModel) -> [String] {
    let consequences = preview.map { Formatting.consequences(of: action, $0, now: model.now) } ?? []
    let effect = preview.flatMap { Formatting.effect(of: action, $0) }
    let answer = phrase.map { "Type \($0) to record it" } ?? "Type y to record it"
    return ["This will be recorded: \(Formatting.sentence(action, model.dates))."]
      + (model.timeWords(of: action).map { [$0] } ?? [])
      + (consequences + (effect.map { [$0] } ?? [])).map { $0.capitalizedFirst + "." } + [
        "Then \(model.undoWords(after: action)).", "\(answer), or nothing not to.",
      ]
  }

  func keys(for line: String) -> [KeyPress] {
    phrase == nil || line.isEmpty
      ? KeyPress.answer(line) : line.map { KeyPress($0) } + [KeyPress(.enter)]
  }
}

/// The question before a custom command runs.
public struct CommandConfirmation: Hashable, Sendable {
  /// The command with the values of its subscriber.
  public let prepared: PreparedCommand
}

extension CommandConfirmation: PopupOverlay {
  var copyName: String { "the question" }

  func handle(_ press: KeyPress, in model: inout DashboardModel) -> [Effect] {
    switch KeyChord(press).name {
    case "y", "Enter":
      model.input = .none
      return model.run(prepared)
    case "n", "Esc", "q":
      model.input = .none
      model.tell("\(prepared.command.name) was not run.")
    case _: model.tell("y runs it, n or Esc does not.")
    }
    return []
  }

  func hints(in model: DashboardModel) -> InputHints {
    InputHints([.init("y", "run it"), .init("n", "do not")] + model.copyHint)
  }

  func popup(in model: DashboardModel, width: Int, rows: Int) -> Popup {
    var lines = Paragraph("This will be run, without a shell: \(prepared.line)")
      .lines(width: max(10, width - 4)).map { [TextRun($0)] }
    if prepared.command.writes {
      lines.append([TextRun("! it changes something outside of churntop.", role: .flashWarn)])
    }
    return Popup(
      title: prepared.command.title, lines: lines + [Popup.answers(yes: "run it")],
      hint: "nothing has run yet", pinned: prepared.command.writes ? 2 : 1)
  }

  func sentences(in model: DashboardModel) -> [String] {
    ["This will be run, without a shell: \(prepared.line)", "Type y to run it, or n."]
  }

  func keys(for line: String) -> [KeyPress] { KeyPress.answer(line) }
}

extension Popup {
  /// The last line of a question that a `y` or an `n` answers.
  fileprivate static func answers(yes: String) -> [TextRun] {
    [
      TextRun("y", role: .hintKey), TextRun(" \(yes)   "), TextRun("n", role: .hintKey),
      TextRun(" do not"),
    ]
  }
}

extension KeyPress {
  /// The keys of a typed answer to a question: Escape for an empty line.
  fileprivate static func answer(_ line: String) -> [KeyPress] {
    guard !line.isEmpty else { return [KeyPress(.escape)] }
    return [KeyPress(["y", "yes"].contains(line.lowercased()) ? "y" : "n")]
  }
}

extension DashboardModel {
  /// Asks whether an action is to be recorded, and the ledger for its consequences.
  mutating func confirm(_ action: OperatorAction) -> [Effect] {
    guard !action.subscriptions.isEmpty else { return [] }
    input = .confirm(Confirmation(action))
    return ask(.preview(action, now: now), for: .preview)
  }

  /// Stores the consequences of an action, as long as the question is still open.
  mutating func receive(_ preview: ActionPreview, of action: OperatorAction) {
    guard case .confirm(var confirmation) = input, confirmation.action == action else { return }
    guard let left = settle(action, preview) else { return }
    (confirmation.action, confirmation.preview) = (left, preview)
    if left.kind == .claimed { confirmation.action.takesOver = Set(preview.claims.keys) }
    if left.kind == .promptShown { confirmation.action.steps = preview.steps }
    input = .confirm(confirmation)
  }

  /// Removes the marks of the subscribers of an action.
  mutating func unmark(_ ids: [SubscriptionID]) {
    let acted = Set(ids)
    for screen in [Screen.subscribers, .due] {
      update(listOf: screen) { list in
        guard !list.marks.ids.isEmpty, list.marks.ids.allSatisfy(acted.contains) else { return }
        list.marks = Marks()
        list.rangeStart = nil
      }
    }
  }
}

extension OperatorAction {
  /// The words of a yes to it.
  var agreement: String {
    switch reversal {
    case nil: "record it"
    case .undo?: "take it back"
    case .redo?: "record it again"
    }
  }
}

extension String {
  /// The text with its first letter as a capital.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension ModelReader {
  /// The identifiers of subscriptions, each with its person; of more than three the first and the
  /// number of the others.
  func names(of ids: [SubscriptionID]) -> String {
    let named = ids.prefix(3).map { id in
      let name = model.summary(of: id).map { self.name(of: $0) } ?? ""
      return name.isEmpty ? id.rawValue : "\(id.rawValue) \(name)"
    }.joined(separator: ", ")
    guard ids.count > 3 else { return named }
    return
      "\(Formatting.plural(ids.count, "subscriber")): \(named) "
      + "and \(Formatting.count(ids.count - 3)) more"
  }
}
