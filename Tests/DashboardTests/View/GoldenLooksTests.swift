import Dashboard
import ShippedThemes
import SubscriptionCore
import TerminalUI
import Testing

/// Every screen in the default theme with each number of colours, so that a change of colour is
/// seen like a change of text.
struct GoldenLooksTests {
  static let theme: Theme? = try? ThemeCatalog(
    files: ShippedThemes.files(), roles: DashboardLooks.roles, glyphs: DashboardLooks.glyphs
  ).theme(named: ShippedThemes.defaultName)?.theme

  @Test(arguments: Screen.allCases)
  func `a screen is coloured as it was before`(screen: Screen) throws {
    let theme = try #require(Self.theme)
    let frame = try TestWorld.usual().frame(screen, 80, 24, subscription: "as_2000000900000002")
    var text = frame.text
    for tier in ColorTier.allCases.reversed() {
      text += "\n== \(tier.title)\n" + frame.looks(of: theme, tier: tier)
    }
    try Golden.check(text, "\(screen.rawValue)-80x24-looks")
  }

  /// The other tiers; their text is in the frames of the same size.
  @Test(arguments: Screen.allCases, [(160, 45), (120, 36), (60, 16), (40, 10), (20, 4)])
  func `a screen is coloured as it was before at the size of each tier`(
    screen: Screen, size: (Int, Int)
  ) throws {
    let theme = try #require(Self.theme)
    let (width, height) = size
    let frame = try TestWorld.usual().frame(
      screen, width, height, subscription: "as_2000000900000002")
    let looks = ColorTier.allCases.reversed().map { tier in
      "== \(tier.title)\n" + frame.looks(of: theme, tier: tier)
    }
    try Golden.check(
      looks.joined(separator: "\n"), "\(screen.rawValue)-\(width)x\(height)-looks")
  }

  @Test func `the preview of the default theme is coloured as it was before`() throws {
    let theme = try #require(Self.theme)
    let frame = ThemePreview.frame(of: theme, glyphs: .unicode)
    try Golden.check(
      frame.text + "\n" + frame.looks(of: theme, tier: .direct), "preview-78x20-looks")
  }
}
