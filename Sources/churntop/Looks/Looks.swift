import CursesTerminal
import Dashboard
import SubscriptionCore
import TerminalUI

/// The theme, signs and colours that screens are drawn with.
struct Looks {
  /// The theme in use.
  let theme: Theme
  /// How much colour to use.
  let tier: ColorTier
  /// What is wrong with the user's themes and settings.
  let warnings: [String]
  private let glyphs: GlyphSet
  private let themes: [Theme]

  /// Chooses by options, environment and configuration.
  init(_ session: Session, _ options: LooksOptions) throws(CommandError) {
    let surroundings = session.surroundings
    tier = surroundings.tier(flag: session.color, isTerminal: true)
    var files = ThemeFiles(configurationFolder: surroundings.configurationFolder)
    let wanted = options.theme ?? session.settings.values[.theme]?.text
    if let name = options.theme, !files.catalog.names.contains(name) {
      throw .notUnderstood(
        "--theme: there is no '\(name)'. There are: "
          + files.catalog.names.joined(separator: ", ") + ".")
    }
    let usual = Self.usualTheme(tier, surroundings.environment)
    theme = files.theme(named: wanted == "auto" ? usual : wanted ?? usual)
    themes = files.catalog.names.compactMap { files.catalog.theme(named: $0)?.theme }
    var settings = session.settings
    let configured: GlyphSet? = try settings.value(
      .glyphs, default: nil, expected: "unicode, narrow or ascii"
    ) { $0 == "auto" ? GlyphSet?.none : GlyphSet(rawValue: $0) }
    glyphs = options.glyphs ?? configured ?? Self.usualGlyphs(surroundings.environment)
    warnings = files.warnings
  }

  /// The settings of a dashboard.
  func settings(
    ledgerName: String, clock: DashboardClock, isReadOnly: Bool, actor: String
  ) -> DashboardSettings {
    DashboardSettings(
      ledgerName: ledgerName, isReadOnly: isReadOnly, clock: clock, glyphs: glyphs,
      themes: themes, themeIndex: themes.firstIndex { $0.name == theme.name } ?? 0, actor: actor)
  }

  /// The theme where none is chosen: without colour `mono`, on a background that says it is
  /// light (`COLORFGBG`) the light one.
  private static func usualTheme(_ tier: ColorTier, _ environment: [String: String]) -> String? {
    guard tier > .mono else { return "mono" }
    let background = environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
    return background == 7 || background == 15 ? "cvd-light" : nil
  }

  /// The signs where none are chosen: ASCII where the locale is not UTF-8 or on the Linux console.
  private static func usualGlyphs(_ environment: [String: String]) -> GlyphSet {
    let locale =
      ["LC_ALL", "LC_CTYPE", "LANG"].lazy
      .compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let isUTF8 = locale.lowercased().contains("utf-8") || locale.lowercased().contains("utf8")
    return isUTF8 && environment["TERM"] != "linux" ? .unicode : .ascii
  }
}
