import SubscriptionCore
import TerminalUI

/// A text to read in front of the screen.
public struct Pager: Hashable, Sendable {
  /// The title of the text.
  public var title: String
  /// Its lines; text from outside.
  public var lines: [String]
  /// The lines in view.
  public var scroll = TextScroll()

  /// The lines, wrapped to a width.
  private func wrapped(to width: Int) -> [String] {
    lines.flatMap { line in
      let text = SafeText.sanitized(line.split(separator: "\t").joined(separator: "    "))
      return Self.wrapped(text, to: max(1, width))
    }
  }

  /// A line in a width.
  ///
  /// What does not fit goes on below its own beginning: below the text after the blanks it begins
  /// with, or after a label with a colon and blanks, or a day and a time.
  private static func wrapped(_ line: String, to width: Int) -> [String] {
    guard SafeText.width(of: line) > width else { return [line] }
    let label = /(?: +|[A-Z][a-z ]{0,15}: {2,}|\d{1,2} [A-Z][a-z]{2} [0-9:Z+\-]+ {2,})/
    let lead = line.prefixMatch(of: label)?.output ?? ""
    let indent = lead.count < width / 2 ? String(lead) : ""
    let blanks = String(repeating: " ", count: indent.count)
    return Paragraph(String(line.dropFirst(indent.count))).lines(width: width - indent.count)
      .enumerated().map { ($0 == 0 ? indent : blanks) + $1 }
  }
}

extension Pager: Overlay {
  var takesWheel: Bool { true }

  func handle(_ press: KeyPress, in model: inout DashboardModel) -> [Effect] {
    let chord = KeyChord(press)
    if ["Esc", "q", "Enter"].contains(chord.name) {
      model.input = .none
      return []
    }
    if model.keyMap.command(for: chord, on: .detail) == .copy {
      return model.copy(lines, named: "the text")
    }
    let id = model.keyMap.command(for: chord, on: model.screen)
    if id == .help { return model.leaveForHelp(chord) }
    guard let movement = id.flatMap(Movement.init) else {
      model.tell(
        "Esc closes the text; \(model.key(.moveDown)) and \(model.key(.moveUp)) scroll it.")
      return []
    }
    var pager = self
    let inner = Panel.content(of: model.layout.body)
    pager.scroll.move(
      movement, count: wrapped(to: inner.width).count, height: inner.height)
    model.input = .pager(pager)
    return []
  }

  func hints(in model: DashboardModel) -> InputHints {
    InputHints(model.hints(.help, .moveDown, .moveUp, .copy), last: .init("Esc", "close"))
  }

  func draw(_ view: DashboardView, into frame: inout Frame, _ layout: FrameLayout) {
    let model = view.model
    let copy = model.keyMap.keys(of: .copy, on: .detail).first.map { "\($0) copy  " } ?? ""
    let keys = "\(model.key(.moveDown)) \(model.key(.moveUp)) scroll  \(copy)Esc close"
    let inner = Panel.content(of: layout.body)
    let lines = wrapped(to: inner.width)
    let hint = view.hint(scroll, count: lines.count, in: inner, keys)
    frame.fill(layout.body)
    frame.draw(
      Panel(title: SafeText.sanitized(title), hint: hint, isFocused: true), in: layout.body)
    frame.put(lines.map { [TextRun($0)] }, from: scroll, in: inner)
    frame.cursor = inner.origin
  }

  func openText(_ view: DashboardView) -> OpenText { OpenText(name: "the text", lines: lines) }

  func sentences(in model: DashboardModel) -> [String] {
    [title + "."] + lines + ["Type nothing to go on."]
  }
}

extension DashboardModel {
  /// Shows the problems with the user's files: the first one at once, all of them to read later.
  mutating func tellNotes() {
    guard let first = preferences.notes.first else { return }
    for note in preferences.notes.dropFirst() { tell(note, .warning) }
    tell(first, .warning)
    let others = preferences.notes.count - 1
    guard others > 0 else { return }
    let place = keyMap.keys(of: .messages, on: screen).isEmpty ? ":messages" : key(.messages)
    messages.flash?.text = "\(first) And \(others) more: \(place) lists them."
  }

  /// Opens the latest messages, newest first.
  mutating func openMessages() {
    guard !messages.all.isEmpty else {
      tell("There are no messages yet.")
      return
    }
    let lines = messages.all.reversed().map { "\(machineDates.moment($0.at))  \($0.text)" }
    input = .pager(Pager(title: "Messages, newest first", lines: lines))
  }
}
