import CursesTerminal
import Dashboard
import ProgramConventions
import TerminalUI

/// The checks of the terminal.
extension Doctor {
  /// Checks type, size, colours and the widths of glyphs.
  func terminal() throws(CommandError) -> [Finding] {
    guard TerminalFacts.isTerminal else {
      return [
        Finding(
          area: .terminal, name: "type", text: "input or output is not a terminal",
          verdict: .note, advice: "Run 'churntop doctor' in the terminal that you use.")
      ]
    }
    let looks = try AppearanceSettings(session, appearance)
    return [type, size, colors(looks), locale] + widths(looks)
  }

  private var environment: [String: String] { session.dependencies.environment }

  private var type: Finding {
    let name = environment["TERM", default: ""]
    guard let type = session.dependencies.terminalType else {
      return Finding(
        area: .terminal, name: "type", text: "TERM is '\(name)', with which no screen can be drawn",
        verdict: .problem, advice: "Set TERM to the type of the terminal, such as xterm-256color.")
    }
    guard let colors = TerminalFacts.terminfoColors(type) else {
      return Finding(
        area: .terminal, name: "type", text: "TERM is '\(type)', which terminfo does not know",
        verdict: .problem,
        advice: "Install the terminal's description (\(TerminalFacts.terminfoPackage(type))), "
          + "or set TERM=xterm-256color.")
    }
    let text = "\(type), \(colors) colours"
    let isTmux = environment["TMUX"]?.isEmpty == false
    guard !isTmux || type.hasPrefix("tmux") || type.hasPrefix("screen") else {
      return Finding(
        area: .terminal, name: "type", text: "\(text), inside tmux", verdict: .note,
        advice: "If rows are drawn over each other until ^L, leave TERM as tmux sets it, such as "
          + "tmux-256color.")
    }
    return Finding(area: .terminal, name: "type", text: text)
  }

  private var size: Finding {
    guard let size = TerminalFacts.size else {
      return Finding(area: .terminal, name: "size", text: "unknown", verdict: .note)
    }
    let text = "\(size.width)x\(size.height)"
    guard size.width >= 60, size.height >= 16 else {
      return Finding(
        area: .terminal, name: "size", text: text, verdict: .problem,
        advice: "Screens need 60x16; 120x36 shows all panels.")
    }
    return Finding(area: .terminal, name: "size", text: text)
  }

  private func colors(_ looks: AppearanceSettings) -> Finding {
    let reasons = ["NO_COLOR", "CLICOLOR_FORCE", "COLORTERM"].compactMap { name in
      environment[name].map { "\(name)=\($0)" }
    }
    let because = reasons.isEmpty ? "" : ", with \(reasons.joined(separator: " "))"
    return Finding(
      area: .terminal, name: "colours",
      text: "\(looks.tier.name) in the theme \(looks.theme.name)\(because)")
  }

  private var locale: Finding {
    let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    let known = name?.lowercased() ?? ""
    guard known.contains("utf-8") || known.contains("utf8") else {
      return Finding(
        area: .terminal, name: "locale",
        text: "\(name.map { "'\($0)'" } ?? "none"), so screens are drawn in ASCII", verdict: .note,
        advice: "Set LANG to a locale in UTF-8, such as C.UTF-8, for boxes and bars.")
    }
    return Finding(area: .terminal, name: "locale", text: name ?? "")
  }

  private func widths(_ looks: AppearanceSettings) -> [Finding] {
    let glyphs = DashboardAppearance.glyphs(looks.glyphs, theme: looks.theme)
    let characters = glyphs.characters.sorted()
    guard let wide = WidthProbe.wide(among: characters) else {
      return [
        Finding(
          area: .terminal, name: "widths", text: "the terminal does not say where its cursor is",
          verdict: .note, advice: "If lines look broken, try :glyphs narrow.")
      ]
    }
    guard !wide.isEmpty else {
      return [
        Finding(
          area: .terminal, name: "widths",
          text: "all \(characters.count) glyphs of the set '\(looks.glyphs.rawValue)' are one "
            + "column wide")
      ]
    }
    let named = wide.prefix(12).map { "\($0.character) \($0.columns)" }.joined(separator: ", ")
    let narrower = looks.glyphs == .unicode ? "narrow" : "ascii"
    return [
      Finding(
        area: .terminal, name: "widths",
        text: "\(wide.count) of \(characters.count) glyphs are not one column wide: \(named)",
        verdict: .problem,
        advice: "Set glyphs = \"\(narrower)\" in config.toml, or use --glyphs \(narrower).")
    ]
  }
}

extension ColorTier {
  /// The name for people.
  fileprivate var name: String {
    switch self {
    case .mono: "no colours"
    case .sixteen: "16 colours"
    case .indexed: "256 colours"
    case .direct: "all colours"
    }
  }
}
