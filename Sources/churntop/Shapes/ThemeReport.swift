import Dashboard
import TerminalUI

/// The report of `theme check`: the colours with their contrast, the nearest states, the verdict.
struct ThemeReport {
  let theme: Theme
  /// The measurements.
  let audit: ThemeAudit
  /// The problems of the theme's file.
  let warnings: [ThemeWarning]

  /// Formats the report, coloured if a tier is given.
  func text(ink tier: ColorTier?) -> String {
    let name = DisplayText.sanitized(theme.name)
    var text = "\(name), for \(theme.appearance.rawValue) backgrounds"
    text +=
      theme.roles[.background]?.background ?? .terminal == .terminal
      ? ", measured on \(audit.background.notation)\n\n"
      : " of its own, \(audit.background.notation)\n\n"
    text += colors(tier) + "\n" + distances + "\n"
    for warning in warnings { text += "! \(DisplayText.sanitized(warning.description))\n" }
    for finding in audit.findings { text += "! \(DisplayText.sanitized(finding.description))\n" }
    return text + verdict + "\n"
  }

  private func colors(_ tier: ColorTier?) -> String {
    var table = Table(columns: [
      .init(title: "STATE"), .init(title: "TRUECOLOR"), .init(title: "CONTRAST", leansRight: true),
      .init(title: "256"), .init(title: "CONTRAST", leansRight: true), .init(title: "16"),
      .init(title: "NO COLOUR"),
    ])
    let states = DashboardAppearance.auditSubject.states
    for state in states {
      let measured = audit.contrasts.filter { $0.role == state }
      var cells: [Table.Cell] = [.init(text: String(state.name.dropFirst("state.".count)))]
      for contrast in measured {
        cells.append(.init(text: contrast.style.foreground.notation))
        let value = contrast.value?.tenths ?? "-"
        cells.append(.init(text: contrast.isEnough ? value : "! " + value))
      }
      cells.append(.init(text: theme.style(state, tier: .sixteen).foreground.notation))
      cells.append(.init(text: theme.style(state, tier: .mono).attributes.words))
      table.rows.append(cells)
    }
    guard let tier else { return table.text(ink: false) }
    let lines = table.text(ink: false).split(separator: "\n").map(String.init)
    return zip([nil] + states.map(Optional.some), lines).map { state, line in
      (state.map { theme.style($0, tier: tier).wrap(line) } ?? line) + "\n"
    }.joined()
  }

  private var distances: String {
    guard !audit.nearest.isEmpty else {
      return "The colours are the terminal's own, so no distance can be measured.\n"
    }
    var table = Table(columns: [
      .init(title: "HARDEST TO TELL APART"), .init(title: "TRUECOLOR", leansRight: true),
      .init(title: ""), .init(title: "256", leansRight: true), .init(title: ""),
    ])
    for sight in ColorVision.allCases {
      var cells: [Table.Cell] = [.init(text: sight.title)]
      for distance in audit.nearest where distance.sight == sight {
        let names = [distance.left, distance.right].map { $0.name.dropFirst("state.".count) }
        cells.append(.init(text: (distance.isEnough ? "" : "! ") + distance.value.tenths))
        cells.append(.init(text: names.joined(separator: ", ")))
      }
      while cells.count < table.columns.count { cells.append(.init(text: "-")) }
      table.rows.append(cells)
    }
    return table.text(ink: false).replacing("256  \n", with: "256\n")
  }

  private var verdict: String {
    let count = audit.findings.count + warnings.count
    guard count > 0 else { return "passes: everyone can read its states and distinguish them" }
    return count == 1 ? "1 thing needs a look" : "\(count) things need a look"
  }
}
