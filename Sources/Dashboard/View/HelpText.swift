import SubscriptionCore
import TerminalUI

/// The lines of the help screen, folded from the command table, the filter's fields and the states.
public enum HelpText {
  /// One line: a heading, or text.
  struct Line: Hashable, Sendable {
    var runs: [TextRun]

    init(heading: String) { runs = [TextRun(heading, role: .header)] }
    init(_ runs: [TextRun] = []) { self.runs = runs }
  }

  /// The lines for the screen that help was opened on.
  static func lines(for model: DashboardModel) -> [Line] {
    let glyphs = DashboardLooks.glyphs(model.settings.glyphs, theme: model.settings.theme)
    var screenOnly: [Line] = []
    for command in CommandTable.all
    where command.screens.contains(model.helpOrigin)
      && command.screens.count < Screen.allCases.count
    {
      screenOnly.append(line(command, model, glyphs))
    }
    var lines = [Line(heading: "THIS SCREEN: \(model.helpOrigin.title.uppercased())")]
    lines += screenOnly
    for group in Command.Group.allCases {
      let commands = CommandTable.all.filter {
        $0.group == group && $0.screens.count == Screen.allCases.count && !$0.keys.isEmpty
      }
      guard !commands.isEmpty else { continue }
      lines += [Line(), Line(heading: "EVERYWHERE: \(group.rawValue.uppercased())")]
      lines += commands.map { line($0, model, glyphs) }
    }
    return lines + [Line()] + filterLines + [Line()] + stateLines(glyphs) + paletteLines
  }

  private static func line(
    _ command: Command, _ model: DashboardModel, _ glyphs: Glyphs
  ) -> Line {
    let keys = command.keys.map { $0.label(ascii: glyphs.set == .ascii) }.joined(separator: " ")
    let padding = String(repeating: " ", count: max(1, 12 - keys.count))
    let key = keys.isEmpty ? "x or :" : keys
    var runs = [
      TextRun("  " + key, role: .hintKey),
      TextRun((keys.isEmpty ? "      " : padding) + command.tooltip),
    ]
    let place = model.helpOrigin
    var there = model
    there.screen = place
    if command.writes, let reason = there.disabledReason(of: command) {
      runs.append(TextRun("  (\(reason))", role: .disabled))
    }
    return Line(runs)
  }

  private static let filterLines: [Line] = {
    var lines = [
      Line(heading: "FILTER LANGUAGE"),
      Line([TextRun("  state:grace,hold -tag:vip mrr>=20 loses<3d due:now \"ada okafor\" /re/")]),
      Line([
        TextRun(
          "  space = and   | = or   ( )   leading - = not   : equals   :~ contains   < > <= >=")
      ]),
    ]
    for field in FilterField.allCases {
      let padding = String(repeating: " ", count: max(1, 12 - field.rawValue.count))
      lines.append(
        Line([TextRun("  " + field.rawValue, role: .hintKey), TextRun(padding + field.help)]))
    }
    return lines
  }()

  private static func stateLines(_ glyphs: Glyphs) -> [Line] {
    [Line(heading: "STATES")]
      + SubscriptionState.allCases.map { state in
        Line([
          TextRun("  \(glyphs[state.glyph]) \(state.code)", role: state.role),
          TextRun("  \(state.title): \(state.meaning)"),
        ])
      }
  }

  private static let paletteLines: [Line] =
    [Line(), Line(heading: "COMMAND LINE (:)")]
    + PaletteCommand.allCases.map { command in
      let padding = String(repeating: " ", count: max(1, 22 - command.usage.count))
      return Line([
        TextRun("  :" + command.usage, role: .hintKey), TextRun(padding + command.help),
      ])
    }
}

extension SubscriptionState {
  /// What the state means to the user, in a clause.
  var meaning: String {
    switch self {
    case .pending: "a first payment has not arrived; no access"
    case .active: "paid and renewing; access"
    case .renewalPending: "past its date, the store has not spoken; access for a while"
    case .grace: "a renewal was declined; access while the store tries again"
    case .hold: "a renewal was declined; no access while the store tries again"
    case .paused: "paused by the user; no access"
    case .canceled: "auto-renew is off; access until what was paid for ends"
    case .expired: "ended; no access"
    case .refunded: "the payment was given back; no access"
    case .superseded: "replaced by another purchase, which has the access"
    case .unknown: "the store has said nothing that places it"
    }
  }
}

extension DashboardView {
  /// Keys, the filter language and the states, scrolled.
  func drawHelp(into frame: inout Frame, in body: Rect) {
    let lines = HelpText.lines(for: model)
    frame.draw(
      Panel(
        title: "Help", hint: "j k scroll  Esc close", isFocused: true), in: body)
    let inner = Panel.content(of: body)
    let first = max(0, min(model.helpTop, lines.count - inner.height))
    for (row, line) in lines.dropFirst(first).prefix(inner.height).enumerated() {
      frame.put(line.runs, at: Point(x: inner.x, y: inner.y + row), width: inner.width)
    }
    frame.cursor = Point(x: inner.x, y: inner.y)
  }
}
