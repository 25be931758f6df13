import SubscriptionCore
import TerminalUI

/// Themes and signs: choosing, keeping, reloading, following the terminal's background.
extension DashboardModel {
  /// The time limit for the terminal's answer about its background.
  static let backgroundBudget: Duration = .milliseconds(100)

  // MARK: Choosing

  /// Opens the list of themes.
  mutating func openThemePicker() -> [Effect] {
    guard settings.themes.count > 1 else {
      tell("There is no other theme.")
      return []
    }
    messages.flash = nil
    input = .themes(ThemePicker(original: settings.theme))
    return []
  }

  /// Draws with a theme of the list.
  mutating func draw(theme index: Int) -> [Effect] {
    guard settings.themes.indices.contains(index), index != settings.themeIndex else { return [] }
    settings.themeIndex = index
    return [.terminal(.theme(settings.theme))]
  }

  /// Draws with a theme of the list and saves the choice.
  mutating func use(theme index: Int) -> [Effect] {
    let effects = draw(theme: index)
    return effects + keepTheme()
  }

  mutating func keepTheme() -> [Effect] {
    settings.looks.asksBackground = false
    appearance.goneTheme = nil
    let name = settings.theme.name
    tell("Theme: \(name)" + keepWords(settings.looks.theme))
    return settings.looks.keeps ? [.saveAppearance(.theme(name))] : []
  }

  /// Draws with a set of signs, the next one by default, and saves the choice.
  mutating func use(glyphs wanted: GlyphSet? = nil) -> [Effect] {
    settings.glyphs = wanted ?? settings.glyphs.neighbour(1)
    tell("Glyphs: \(settings.glyphs.rawValue)" + keepWords(settings.looks.glyphs))
    return settings.looks.keeps ? [.saveAppearance(.glyphs(settings.glyphs))] : []
  }

  /// The words for what becomes of a choice at the next start.
  private func keepWords(_ rival: String?) -> String {
    if let rival { return " until the end; \(rival) decides at the next start." }
    return settings.looks.keeps ? ", also next time." : "."
  }

  // MARK: Following files and the terminal

  /// Updates the themes from their files.
  ///
  /// A theme that is drawn with stays as it was while its file cannot be read. While it is gone,
  /// the default theme for the same background takes its place.
  mutating func receive(themes: [Theme], problems: [String]) -> [Effect] {
    func place(of name: String) -> Int? { themes.firstIndex { $0.name == name } }
    let old = settings.theme
    settings.themes = themes
    var isGone = false
    if let index = appearance.goneTheme.flatMap(place) ?? place(of: old.name) {
      settings.themeIndex = index
    } else if !problems.isEmpty || themes.isEmpty {
      settings.themes.append(old)
      settings.themeIndex = settings.themes.count - 1
    } else {
      settings.themeIndex =
        defaultTheme(for: old.appearance)
        ?? themes.firstIndex { $0.appearance == old.appearance } ?? 0
      isGone = true
      appearance.goneTheme = appearance.goneTheme ?? old.name
      tell("The theme \(old.name) is gone; this is \(settings.theme.name).", .warning)
    }
    if settings.theme.name == appearance.goneTheme { appearance.goneTheme = nil }
    if let first = problems.first {
      tell(first + (problems.count > 1 ? " (and \(problems.count - 1) more)" : ""), .warning)
    } else if settings.theme != old, !isGone {
      tell("Theme \(settings.theme.name) was read again.")
    }
    return settings.theme == old ? [] : [.terminal(.theme(settings.theme))]
  }

  /// The index of the default theme for a background; `nil` if it is not in the list.
  private func defaultTheme(for background: Theme.Appearance) -> Int? {
    settings.themes.firstIndex { $0.name == "cvd-\(background.rawValue)" }
  }

  /// The first frame can be seen: now there is time to ask the terminal for its background.
  mutating func begin() -> [Effect] {
    if messages.flash == nil, !settings.looks.advice.isEmpty { tell(settings.looks.advice) }
    guard settings.looks.asksBackground else { return [] }
    appearance.askedBackgroundAt = machineNow
    return [.terminal(.askBackground)]
  }

  /// Draws with the theme made for the terminal's background, if its answer came in time and no
  /// theme was chosen since.
  mutating func receive(background: Color) -> [Effect] {
    guard settings.looks.asksBackground, let asked = appearance.askedBackgroundAt,
      machineNow - asked <= Self.backgroundBudget, let isLight = background.isLight
    else { return [] }
    settings.looks.asksBackground = false
    let wanted: Theme.Appearance = isLight ? .light : .dark
    guard settings.theme.appearance != wanted,
      let index = defaultTheme(for: wanted)
    else { return [] }
    return draw(theme: index)
  }
}
