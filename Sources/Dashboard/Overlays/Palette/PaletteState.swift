import SubscriptionCore
import TerminalUI

/// The command line while it is open.
public struct PaletteState: Hashable, Sendable {
  /// The line.
  public var field = LineEditor()
  /// The index of the suggestion under the cursor.
  public var selection = 0
}

extension PaletteState: Overlay {
  var editor: LineEditor? { field }
  var takesWheel: Bool { true }

  func handle(_ press: KeyPress, in model: inout DashboardModel) -> [Effect] {
    var palette = self
    let offers = model.suggestions(for: field.text)
    switch KeyChord(press).name {
    case "Esc":
      model.input = .none
      return []
    case "Enter": return execute(offers, in: &model)
    case "Down": palette.selection = max(0, min(selection + 1, offers.count - 1))
    case "Up": palette.selection = max(0, selection - 1)
    case "Tab":
      guard offers.indices.contains(selection) else { return [] }
      palette.complete(with: offers[selection])
    case "Bksp" where field.isEmpty:
      model.input = .none
      return []
    case _:
      guard palette.field.take(press) else { return [] }
      palette.selection = 0
    }
    model.input = .palette(palette)
    return model.askZoneNames(palette.field.text)
  }

  func insert(_ text: String, in model: inout DashboardModel) -> [Effect] {
    var palette = self
    palette.field.insert(field.text.isEmpty ? model.name(inPasted: text) : text)
    palette.selection = 0
    model.input = .palette(palette)
    return model.askZoneNames(palette.field.text)
  }

  /// Puts a suggestion into the line: whole, or the command before the value that it needs.
  private mutating func complete(with offer: Suggestion) {
    if offer.isWhole {
      (field, selection) = (LineEditor(offer.text), 0)
      return
    }
    let words = offer.text.split(separator: " ")
    let needsMore = words.contains { $0.allSatisfy { $0.isUppercase || $0 == "|" } }
    field = LineEditor((words.first.map(String.init) ?? "") + (needsMore ? " " : ""))
  }

  /// Runs what is typed where it is a command, and else the line under the cursor.
  private func execute(_ offers: [Suggestion], in model: inout DashboardModel) -> [Effect] {
    let whole = offers.indices.contains(selection) && offers[selection].isWhole
    let text = whole ? offers[selection].text : field.text.trimmed
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    model.input = .none
    if selection == 0 || whole, let word = parts.first {
      let rest = parts.count > 1 ? parts[1].trimmed : ""
      let command = PaletteCommand.named(word)
      let id = CommandID(rawValue: word)
      if !rest.isEmpty, command != .verb(.help),
        command.map({ $0.word.value == nil }) ?? (id != nil)
      {
        var way = ""
        if case .show(let screen)? = command, screen.controller.filter(in: model) != nil {
          way = " \(model.key(.filter)) there filters it."
        }
        model.tell(":\(word) takes nothing after it.\(way)", .warning)
        return []
      }
      if let command { return model.run(command, rest) }
      if let id { return model.runAtOrigin(id) }
    }
    guard !text.isEmpty || selection > 0, offers.indices.contains(selection) else { return [] }
    let offer = offers[selection]
    if offer.looksUp { return model.ask(.find(text), for: .find) }
    let name = offer.text.split(separator: " ").first.map(String.init) ?? ""
    if let command = PaletteCommand.named(name) { return model.run(command, "") }
    return CommandID(rawValue: name).map { model.runAtOrigin($0) } ?? []
  }

  func hints(in model: DashboardModel) -> InputHints {
    InputHints(
      [.init("Enter", "run"), .init("Tab", "complete"), .init("Down", "next")] + model.copyHint,
      last: .init("Esc", "close"))
  }

  func draw(_ view: DashboardView, into frame: inout Frame, _ layout: FrameLayout) {
    let model = view.model
    let offers = model.suggestions(for: field.text)
    let rows = min(offers.count, max(1, layout.body.height - 4), 12)
    let box = layout.box(rows: rows + 1)
    let commands = offers.count { !$0.looksUp }
    let isZones = model.zoneOffers(for: field.text) != nil
    let count =
      isZones
      ? Formatting.plural(offers.count, "time zone") : "\(commands) of \(model.offersMax) commands"
    frame.draw(Panel(title: "Command, or any identifier", hint: count, isFocused: true), in: box)
    let inner = Panel.content(of: box)
    let first = max(0, min(selection - rows + 1, offers.count - rows))
    for (row, offer) in offers.dropFirst(first).prefix(rows).enumerated() {
      let isCurrent = first + row == selection
      let line = inner.row(row + 1)
      frame.put(
        [TextRun(isCurrent ? frame.glyph(.pointer) : " ")] + offer.words(frame, inner.width),
        at: line.origin, width: line.width)
      if isCurrent { frame.overlay(.cursor, in: line) }
    }
    frame.draw(
      TextField(
        field, prompt: ":", placeholder: "subs, due, theme NAME, a transaction or order number"),
      in: inner.row(0))
  }

  func openText(_ view: DashboardView) -> OpenText {
    let offers = view.model.suggestions(for: field.text)
    return OpenText(
      name: "the commands",
      lines: [":" + field.text]
        + offers.map { $0.words(view.blank, OpenText.width).map(\.text).joined().trimmed })
  }

  func sentences(in model: DashboardModel) -> [String] {
    ["Type a command, or nothing to leave it."]
  }
}

extension Suggestion {
  /// The line of the suggestion; where it cannot be run, the reason matters more than the
  /// explanation.
  fileprivate func words(_ frame: Frame, _ width: Int) -> [TextRun] {
    let keys = keys.map { $0.label(ascii: frame.glyphs.set == .ascii) }.joined(separator: " ")
    let padding = String(repeating: " ", count: max(1, 22 - text.count))
    let note = disabledReason.map { "(\($0))" } ?? ""
    let taken = 1 + text.count + padding.count + keys.count + 1
    let hasRoom = note.isEmpty || taken + help.count + 2 + note.count < width
    let role: StyleRole = note.isEmpty ? .text : .disabled
    var runs = [
      TextRun(" " + text, role: note.isEmpty ? .hintKey : .disabled), TextRun(padding),
    ]
    if !keys.isEmpty { runs.append(TextRun(keys + " ", role: role == .text ? .dim : role)) }
    if hasRoom { runs.append(TextRun(help + (note.isEmpty ? "" : "  "), role: role)) }
    return runs + [TextRun(note, role: .disabled)]
  }
}
