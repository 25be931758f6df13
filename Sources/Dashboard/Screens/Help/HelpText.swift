import SubscriptionCore
import TerminalUI

/// The lines of the help screen, folded from the command table, the filter's fields and the states.
public enum HelpText {
  /// One line: a heading, or text.
  struct Line: Hashable, Sendable {
    var runs: [TextRun]

    init(heading: String) { runs = [TextRun(heading, role: .header)] }
    init(_ runs: [TextRun] = []) { self.runs = runs }

    /// The columns that the line takes.
    var width: Int { runs.reduce(0) { $0 + SafeText.width(of: $1.text) } }

    /// The line with blanks up to a number of columns.
    func padded(to width: Int) -> Line {
      Line(runs + [TextRun(String(repeating: " ", count: max(0, width - self.width)))])
    }

    /// The line in a width: its first run is before the others, which wrap below each other
    /// between words.
    func wrapped(to width: Int) -> [Line] {
      guard self.width > width, let lead = runs.first else { return [self] }
      let indent = SafeText.width(of: lead.text)
      // A heading, and what has no room beside its beginning, goes on below its beginning.
      guard runs.count > 1, width - indent >= 16 else {
        return Paragraph(runs.map(\.text).joined()).lines(width: max(1, width - 4)).enumerated()
          .map { Line([TextRun($0 == 0 ? $1 : "    " + $1, role: lead.role)]) }
      }
      let space = TextRun(String(repeating: " ", count: indent))
      var lines: [Line] = []
      for run in runs.dropFirst() {
        for text in Paragraph(run.text).lines(width: width - indent) {
          lines.append(Line([lines.isEmpty ? lead : space, TextRun(text, role: run.role)]))
        }
      }
      return lines
    }
  }

  /// The least width at which the keys stand in two columns.
  static let twoColumns = 74

  /// The lines for the screen that help was opened on, one below the other.
  static func lines(for model: DashboardModel) -> [Line] {
    let glyphs = model.settings.signs
    let keys = here(model, isBrief: false) + everywhere(model, isBrief: false)
    return underCursor(model) + keys + [Line()] + filterLines + [Line()] + stateLines(glyphs)
      + paletteLines
  }

  /// The lines in a width, wrapped: the keys of the screen beside those of every screen where both
  /// have room, and then everything else.
  static func lines(for model: DashboardModel, width: Int) -> [Line] {
    func wrapped(_ lines: [Line], _ room: Int) -> [Line] { lines.flatMap { $0.wrapped(to: room) } }
    guard width >= twoColumns else { return wrapped(lines(for: model), width) }
    let half = (width - 2) / 2
    let isBrief = half < 50
    let glyphs = model.settings.signs
    let states = stateLines(glyphs)
    let left = wrapped(
      here(model, isBrief: isBrief) + [Line()] + (isBrief ? stateNames(glyphs) : states), half)
    let right = wrapped(everywhere(model, isBrief: isBrief), half)
    let keys = (0..<max(left.count, right.count - 1)).map { row in
      // The first line of the right column is a blank.
      let other = right.indices.contains(row + 1) ? right[row + 1].runs : []
      let own = (left.indices.contains(row) ? left[row] : Line()).padded(to: half)
      return Line(own.runs + [TextRun("  ")] + other)
    }
    let rest = (isBrief ? [Line()] + states : []) + [Line()] + filterLines + paletteLines
    return wrapped(underCursor(model), width) + keys + wrapped(rest, width)
  }

  /// The meaning of what is under the cursor of the screen that help was opened on; empty for
  /// nothing to explain.
  private static func underCursor(_ model: DashboardModel) -> [Line] {
    guard let (title, lines) = model.help.origin.controller.explanation(in: model) else {
      return []
    }
    return [Line(heading: "UNDER THE CURSOR: \(title.uppercased())")]
      + lines.map { $0.isEmpty ? Line() : Line([TextRun("  "), TextRun($0)]) } + [Line()]
  }

  /// The keys of the screen that help was opened on.
  private static func here(_ model: DashboardModel, isBrief: Bool) -> [Line] {
    let glyphs = model.settings.signs
    let commands = CommandTable.all.filter {
      $0.screens.contains(model.help.origin) && $0.screens.count < Screen.allCases.count
    }
    return [Line(heading: "THIS SCREEN: \(model.help.origin.title.uppercased())")]
      + commands.map { line($0, model, glyphs, isBrief: isBrief) }
  }

  /// The keys of every screen, group by group.
  private static func everywhere(_ model: DashboardModel, isBrief: Bool) -> [Line] {
    let glyphs = model.settings.signs
    return Command.Group.allCases.flatMap { group -> [Line] in
      let commands = CommandTable.all.filter {
        $0.group == group && $0.screens.count == Screen.allCases.count
          && !model.keyMap.keys(of: $0.id, on: model.help.origin).isEmpty
      }
      guard !commands.isEmpty else { return [] }
      return [Line(), Line(heading: "EVERYWHERE: \(group.rawValue.uppercased())")]
        + commands.map { line($0, model, glyphs, isBrief: isBrief) }
    }
  }

  private static func line(
    _ command: Command, _ model: DashboardModel, _ glyphs: Glyphs, isBrief: Bool
  ) -> Line {
    let keys = model.keyMap.keys(of: command.id, on: model.help.origin)
      .map { $0.label(ascii: glyphs.set == .ascii) }.joined(separator: " ")
    let key = keys.isEmpty ? ":" + command.id.rawValue : keys
    let padding = String(repeating: " ", count: max(1, 12 - key.count))
    var runs = [
      TextRun("  " + key + padding, role: .hintKey),
      TextRun(isBrief ? command.title : command.tooltip),
    ]
    let place = model.help.origin
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
      Line([
        TextRun("  "),
        TextRun("state:grace,hold -tag:vip mrr>=20usd loses<3d due:now \"ada okafor\" /re/"),
      ]),
      Line([
        TextRun("  "),
        TextRun(
          "space = and   | = or   ( )   leading - = not   : equals   :~ contains   < > <= >="),
      ]),
    ]
    lines.append(
      Line([
        TextRun("  "),
        TextRun("terms about failed renewals side by side are about the same one"),
      ]))
    for field in SubscriberField.all(in: .subscribers)
      + SubscriberField.filterable.filter(\.isOfEvent)
    {
      lines.append(
        Line([
          TextRun("  " + Formatting.left(field.name + " ", 12), role: .hintKey),
          TextRun(field.help + (field.isOfEvent ? " Only on Events." : "")),
        ]))
    }
    return lines
  }()

  /// The filter language in lines to be read out.
  static var filterSentences: [String] {
    filterLines.dropFirst().map { line in
      line.runs.map(\.text.trimmed).filter { !$0.isEmpty }.joined(separator: ": ")
    }
  }

  /// The signs of the states without what they mean, two on a line.
  private static func stateNames(_ glyphs: Glyphs) -> [Line] {
    let names = SubscriptionState.allCases.enumerated().map { place, state in
      [
        TextRun("\(glyphs[state.glyph]) ", role: state.role),
        TextRun(Formatting.left(state.title, place % 2 == 0 ? 16 : 0)),
      ]
    }
    return [Line(heading: "STATES")]
      + stride(from: 0, to: names.count, by: 2).map { index in
        Line([TextRun("  ")] + names[index..<min(names.count, index + 2)].flatMap(\.self))
      }
  }

  private static func stateLines(_ glyphs: Glyphs) -> [Line] {
    [Line(heading: "WHAT THE STATES MEAN")]
      + SubscriptionState.allCases.map { state in
        Line([
          TextRun("  \(glyphs[state.glyph]) \(state.code)  ", role: state.role),
          TextRun("\(state.title): \(state.meaning)"),
        ])
      }
  }

  private static let paletteLines: [Line] =
    [Line(), Line(heading: "COMMAND LINE (:)")]
    + PaletteCommand.allCases.map(\.word).map { word in
      Line([
        TextRun("  :" + Formatting.left(word.usage + " ", 22), role: .hintKey), TextRun(word.help),
      ])
    }
}

extension SubscriptionState {
  /// The meaning of the state to the user, in a clause.
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
    case .refunded: "the payment was refunded; no access"
    case .superseded: "replaced by another purchase, which has the access"
    case .unknown: "the store has said nothing that places it"
    }
  }
}
