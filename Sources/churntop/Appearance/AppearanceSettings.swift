import ConfigurationFiles
import Dashboard
import Foundation
import ProgramConventions
import ShippedThemes
import SubscriptionCore
import Synchronization
import TerminalUI

/// The theme, glyphs and colours of the screens.
struct AppearanceSettings {
  /// The screens that an appearance is for.
  enum Use: Hashable {
    /// A dashboard on the user's ledger, whose choices are stored.
    case dashboard
    /// A demo, which stores nothing.
    case demo
    /// Frames of a script or as text, which depend on no stored choice.
    case frames
    /// Pictures, which do not depend on the terminal either.
    case pictures

    /// A Boolean value that indicates whether the stored choice counts.
    var readsChoice: Bool { self == .dashboard || self == .demo }
  }

  /// The theme in use.
  let theme: Theme
  /// The colour tier.
  let tier: ColorTier
  /// The problems of the user's themes and settings.
  let warnings: [String]
  /// The glyph set in use.
  let glyphs: GlyphSet
  /// The themes that may replace the current one at once.
  private let themes: [Theme]
  private let origin: AppearanceOrigin
  private let zone: DisplayZone
  private let configurationFolder: String
  private let stateFolder: String

  /// Chooses by options, configuration, the stored choice and the environment, in that order.
  init(
    _ session: Session, _ options: AppearanceOptions, for use: Use = .dashboard
  ) throws(CommandError) {
    zone = session.time.zone
    let dependencies = session.dependencies
    let environment = dependencies.environment
    (configurationFolder, stateFolder) = (
      dependencies.configurationFolder, dependencies.stateFolder
    )
    tier =
      options.colors
      ?? (use == .pictures ? .direct : dependencies.tier(flag: session.color, isTerminal: true))
    let kept = use.readsChoice ? StoredAppearance(stateFolder: stateFolder) : .empty
    let configured = session.settings.values[.theme]
    let usual = Self.usualTheme(tier, use == .pictures ? [:] : environment)
    var files = ThemeFiles(
      configurationFolder: configurationFolder,
      only: [options.theme, configured?.text, kept.theme, usual].compactMap(\.self))
    let isFile = options.theme.map { $0.contains("/") || $0.hasSuffix(".toml") } ?? false
    let stated = options.theme ?? configured?.text
    if let name = stated, !isFile, name != "auto", !files.names.contains(name) {
      // An unknown theme in a file is reported, and the program starts all the same.
      let origin = options.theme == nil ? configured?.origin : .option("--theme")
      if let origin, !origin.isFile { throw .notUnderstood(files.refusal(of: name, origin)) }
    }
    // A stored theme that no longer exists is no reason for a warning.
    let known = kept.theme.flatMap { files.names.contains($0) ? $0 : nil }
    let wanted = stated ?? known
    let isOpen = wanted == nil || wanted == "auto"
    if let name = options.theme, isFile {
      theme = try files.chosen(name).theme
    } else {
      theme = files.theme(named: isOpen ? usual : wanted)
    }
    let defaults = [ShippedThemes.defaultName, ShippedThemes.defaultLightName]
    themes =
      [theme]
      + (isOpen ? defaults : []).filter { [theme] in $0 != theme.name }
      .compactMap { files.catalog.theme(named: $0)?.theme }
    let signs: GlyphSet? = try session.settings.value(
      .glyphs, default: nil, expected: "unicode, narrow or ascii"
    ) { $0 == "auto" ? GlyphSet?.none : GlyphSet(rawValue: $0) }
    glyphs =
      options.glyphs ?? signs
      ?? (use == .pictures ? .unicode : kept.glyphs ?? Self.usualGlyphs(environment))
    warnings = files.warnings
    let isFar = environment["SSH_CONNECTION"]?.isEmpty == false
    origin = AppearanceOrigin(
      theme: stated == nil ? nil : options.theme == nil ? configured?.origin.text : "--theme",
      glyphs: options.glyphs != nil
        ? "--glyphs" : signs == nil ? nil : session.settings.values[.glyphs]?.origin.text,
      asksBackground: isOpen && tier > .mono && environment["COLORFGBG"] == nil
        && (wanted == "auto" || !isFar),
      tier: tier, keeps: use == .dashboard,
      advice: options.glyphs ?? signs ?? kept.glyphs == nil
        ? Self.advice(environment, glyphs: glyphs) : "")
  }

  func settings(
    ledgerName: String, clock: DashboardClock, isReadOnly: Bool, actor: String
  ) -> DashboardSettings {
    var settings = DashboardSettings(
      ledgerName: ledgerName, isReadOnly: isReadOnly, clock: clock, glyphs: glyphs,
      themes: themes, looks: origin,
      actor: actor)
    settings.zone = zone
    return settings
  }

  /// Stores a choice for later sessions.
  func keep(_ choice: AppearanceChoice) throws {
    try StoredAppearance.keep(choice, stateFolder: stateFolder)
  }

  /// Sends all themes to a dashboard, which can start without them, and again after each change of
  /// the user's own, until the watch ends.
  func follow(_ post: @escaping @Sendable (DashboardMessage) -> Void) -> FolderWatch? {
    let folder = configurationFolder
    let drawn = theme
    let known = Mutex<(themes: [Theme], problems: [String])?>(nil)
    let read: @Sendable () -> Void = {
      let files = ThemeFiles(configurationFolder: folder)
      let news = known.withLock { known -> DashboardMessage? in
        var read = files.all(keeping: known?.themes ?? [drawn])
        // A theme that was given as a file is in no folder.
        if !read.themes.contains(where: { $0.name == drawn.name }), drawn.isOwn {
          read.themes.append(drawn)
        }
        let isFirst = known == nil
        if let known, known == read { return nil }
        known = read
        // A screen has room for the end of a path only; the start reported everything.
        let problems = read.problems.map { $0.replacingOccurrences(of: folder + "/", with: "") }
        return .themes(read.themes, problems: isFirst ? [] : problems)
      }
      if let news { post(news) }
    }
    Task.detached(priority: .utility) { read() }
    return FolderWatch(ThemeFiles.folder(configurationFolder: folder), onChange: read)
  }

  /// Returns the default theme: `mono` without colour, the light one on a background that
  /// `COLORFGBG` declares as light.
  private static func usualTheme(_ tier: ColorTier, _ environment: [String: String]) -> String {
    guard tier > .mono else { return "mono" }
    let background = environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
    return background == 7 || background == 15
      ? ShippedThemes.defaultLightName : ShippedThemes.defaultName
  }

  /// Returns the default glyphs: ASCII if the locale is not UTF-8 or on the Linux console.
  static func usualGlyphs(_ environment: [String: String]) -> GlyphSet {
    let locale = locale(environment)
    let isUTF8 = locale.contains("utf-8") || locale.contains("utf8")
    return isUTF8 && environment["TERM"] != "linux" ? .unicode : .ascii
  }

  /// Returns advice for terminals that may draw boxes and bars two columns wide, such as those set
  /// up for Chinese, Japanese and Korean; the locale decides it, not the terminal's answers.
  private static func advice(_ environment: [String: String], glyphs: GlyphSet) -> String {
    let isWide = ["zh", "ja", "ko"].contains { locale(environment).hasPrefix($0) }
    return isWide && glyphs == .unicode
      ? "If lines look broken here, :glyphs narrow draws boxes and bars with ASCII." : ""
  }

  private static func locale(_ environment: [String: String]) -> String {
    ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }?.lowercased() ?? ""
  }
}
