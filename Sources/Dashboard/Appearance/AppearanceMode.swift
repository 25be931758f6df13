import TerminalUI

/// What is open in front of the screen to choose or to explain its looks.
public enum AppearanceMode: Hashable, Sendable {
  /// The list of themes, each shown while the cursor is on it.
  case picker(ThemePicker)
  /// A place of the screen whose meaning and colours are named.
  case inspector(Point)
}

/// The list of themes while it is open.
public struct ThemePicker: Hashable, Sendable {
  /// The theme to come back to.
  public var original: Theme
}

/// A choice of looks to be kept for later sessions.
public enum AppearanceChoice: Hashable, Sendable {
  /// A theme, by its name.
  case theme(String)
  /// A set of signs.
  case glyphs(GlyphSet)
}

/// How the looks were chosen at the start, for what can be done about them later.
public struct AppearanceOrigin: Hashable, Sendable {
  /// Who chose the theme over the kept choice, in words such as `config.toml:3`; `nil` for nobody.
  public var theme: String?
  /// Who chose the signs over the kept choice; `nil` for nobody.
  public var glyphs: String?
  /// Whether the theme follows the terminal's background, and the terminal is to be asked for it.
  public var asksBackground: Bool
  /// The colours that there are.
  public var tier: ColorTier
  /// Whether choices are kept for later sessions.
  public var keeps: Bool
  /// What to say at first, where nothing more important is said; empty for nothing.
  public var advice: String

  /// Creates an origin.
  public init(
    theme: String? = nil, glyphs: String? = nil, asksBackground: Bool = false,
    tier: ColorTier = .direct, keeps: Bool = false, advice: String = ""
  ) {
    self.theme = theme
    self.glyphs = glyphs
    self.asksBackground = asksBackground
    self.tier = tier
    self.keeps = keeps
    self.advice = advice
  }
}
