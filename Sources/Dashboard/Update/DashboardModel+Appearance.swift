import SubscriptionCore
import TerminalUI

/// Themes and signs: choosing, keeping, reloading, following the terminal's background.
extension DashboardModel {
  /// How long the terminal's word about its background is waited for.
  static let backgroundBudget: Duration = .milliseconds(100)

  // MARK: Choosing

  /// Opens the list of themes.
  mutating func openThemePicker() -> [Effect] {
    guard settings.themes.count > 1 else {
      tell("There is no other theme.")
      return []
    }
    flash = nil
    input = .looks(.picker(ThemePicker(original: settings.theme)))
    return []
  }

  /// Takes a key while the list of themes or the inspector is open.
  mutating func take(_ press: KeyPress, _ mode: AppearanceMode) -> [Effect] {
    switch mode {
    case .picker(let picker): return take(press, picker)
    case .inspector(let point): return take(press, inspecting: point)
    }
  }

  private mutating func take(_ press: KeyPress, _ picker: ThemePicker) -> [Effect] {
    let (index, last) = (settings.themeIndex, settings.themes.count - 1)
    switch KeyChord(press).name {
    case "Esc", "q": return leave(picker)
    case "Enter":
      input = .none
      return keepTheme()
    case "j", "Down", "^n": return draw(theme: min(index + 1, last))
    case "k", "Up", "^p": return draw(theme: max(index - 1, 0))
    case "T", "Tab": return draw(theme: index == last ? 0 : index + 1)
    case "S-Tab": return draw(theme: index == 0 ? last : index - 1)
    case "g", "Home", "PgUp", "^b", "^u": return draw(theme: 0)
    case "G", "End", "PgDn", "^f", "^d": return draw(theme: last)
    case _: return []
    }
  }

  /// Closes the list and comes back to the theme before.
  private mutating func leave(_ picker: ThemePicker) -> [Effect] {
    input = .none
    guard let index = settings.themes.firstIndex(where: { $0.name == picker.original.name })
    else { return [] }
    return draw(theme: index)
  }

  /// Closes whatever of the looks is open, as Escape does.
  mutating func leaveAppearance() -> [Effect] {
    guard case .looks(.picker(let picker)) = input else { return [] }
    return leave(picker)
  }

  /// Draws with a theme of the list.
  private mutating func draw(theme index: Int) -> [Effect] {
    guard settings.themes.indices.contains(index), index != settings.themeIndex else { return [] }
    settings.themeIndex = index
    return [.terminal(.theme(settings.theme))]
  }

  /// Draws with a theme of the list and keeps it for later.
  mutating func use(theme index: Int) -> [Effect] {
    let effects = draw(theme: index)
    return effects + keepTheme()
  }

  private mutating func keepTheme() -> [Effect] {
    settings.looks.asksBackground = false
    let name = settings.theme.name
    tell("Theme: \(name)" + keepWords(settings.looks.theme))
    return settings.looks.keeps ? [.saveAppearance(.theme(name))] : []
  }

  /// Draws with a set of signs, the next one unless told which, and keeps it for later.
  mutating func use(glyphs wanted: GlyphSet? = nil) -> [Effect] {
    let all = GlyphSet.allCases
    let index = all.firstIndex(of: settings.glyphs) ?? 0
    settings.glyphs = wanted ?? all[(index + 1) % all.count]
    tell("Signs: \(settings.glyphs.rawValue)" + keepWords(settings.looks.glyphs))
    return settings.looks.keeps ? [.saveAppearance(.glyphs(settings.glyphs))] : []
  }

  /// What becomes of a choice at the next start.
  private func keepWords(_ rival: String?) -> String {
    if let rival { return " until the end; \(rival) decides at the next start." }
    return settings.looks.keeps ? ", also next time." : "."
  }

  // MARK: Following files and the terminal

  /// Takes over the themes as they lie in their files now.
  ///
  /// A theme that is drawn with stays as it was while its file cannot be read.
  mutating func take(themes: [Theme], problems: [String]) -> [Effect] {
    let old = settings.theme
    settings.themes = themes
    if let index = themes.firstIndex(where: { $0.name == old.name }) {
      settings.themeIndex = index
    } else if !problems.isEmpty || themes.isEmpty {
      settings.themes.append(old)
      settings.themeIndex = settings.themes.count - 1
    } else {
      settings.themeIndex = themes.firstIndex { $0.appearance == old.appearance } ?? 0
      tell("The theme \(old.name) is gone; this is \(settings.theme.name).", .warning)
    }
    if let first = problems.first {
      tell(first + (problems.count > 1 ? " (and \(problems.count - 1) more)" : ""), .warning)
    } else if settings.theme != old, settings.theme.name == old.name {
      tell("Theme \(old.name) is as in its file again.")
    }
    return settings.theme == old ? [] : [.terminal(.theme(settings.theme))]
  }

  /// The first frame can be seen: now there is time to ask the terminal for its background.
  mutating func begin() -> [Effect] {
    if flash == nil, !settings.looks.advice.isEmpty { tell(settings.looks.advice) }
    guard settings.looks.asksBackground else { return [] }
    askedBackgroundAt = machineNow
    return [.terminal(.askBackground)]
  }

  /// Draws with the theme made for the terminal's background, if its answer came in time and
  /// nobody has chosen since.
  mutating func take(background: Color) -> [Effect] {
    guard settings.looks.asksBackground, let asked = askedBackgroundAt,
      machineNow - asked <= Self.backgroundBudget, let isLight = background.isLight
    else { return [] }
    settings.looks.asksBackground = false
    let wanted: Theme.Appearance = isLight ? .light : .dark
    guard settings.theme.appearance != wanted,
      let index = settings.themes.firstIndex(where: { $0.name == "cvd-\(wanted.rawValue)" })
    else { return [] }
    return draw(theme: index)
  }

  // MARK: Inspecting

  /// Opens the inspector where the hardware cursor rests.
  mutating func openInspector() {
    let cursor = DashboardView(model: self).frame(size: size).cursor
    flash = nil
    input = .looks(.inspector(cursor ?? Point(x: size.width / 2, y: size.height / 2)))
  }

  private mutating func take(_ press: KeyPress, inspecting point: Point) -> [Effect] {
    var point = point
    switch KeyChord(press).name {
    case "Esc", "q", "Enter":
      input = .none
      return []
    case "h", "Left": point.x -= 1
    case "l", "Right": point.x += 1
    case "k", "Up": point.y -= 1
    case "j", "Down": point.y += 1
    case "w", "Tab": point = nextMeaning(after: point, by: 1)
    case "b", "S-Tab": point = nextMeaning(after: point, by: -1)
    case "0", "Home": point.x = 0
    case "$", "End": point.x = size.width - 1
    case "g", "PgUp": point.y = 0
    case "G", "PgDn": point.y = size.height - 1
    case "T": return []
    case _: return []
    }
    point.x = min(max(0, point.x), max(0, size.width - 1))
    point.y = min(max(0, point.y), max(0, size.height - 1))
    input = .looks(.inspector(point))
    return []
  }

  /// The nearest cell in reading order that means something else.
  private func nextMeaning(after point: Point, by step: Int) -> Point {
    var bare = self
    bare.input = .none
    let frame = DashboardView(model: bare).frame(size: size)
    let start = frame[point.x, point.y]
    var place = point.y * size.width + point.x
    while true {
      place += step
      guard (0..<size.width * size.height).contains(place) else { return point }
      let cell = frame[place % size.width, place / size.width]
      if cell.role != start.role || cell.overlay != start.overlay {
        return Point(x: place % size.width, y: place / size.width)
      }
    }
  }
}
