import TerminalUI

/// A choice of looks to be kept for later sessions.
public enum AppearanceChoice: Hashable, Sendable {
  /// A theme, by its name.
  case theme(String)
  /// A set of signs.
  case glyphs(GlyphSet)
}

/// The origin of the appearance: who chose it, and whether a choice is saved.
public struct AppearanceOrigin: Hashable, Sendable {
  /// The source that overrides the saved theme, such as `config.toml:3`; `nil` for none.
  public var theme: String?
  /// The source that overrides the saved signs; `nil` for none.
  public var glyphs: String?
  /// A Boolean value that indicates whether the theme follows the terminal's background, and the
  /// terminal is to be asked for it.
  public var asksBackground: Bool
  /// The colours that there are.
  public var tier: ColorTier
  /// A Boolean value that indicates whether choices are kept for later sessions.
  public var keeps: Bool
  /// The first message, where no other is more important; empty for none.
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
