import Dashboard
import ShippedThemes
import SubscriptionCore
import TerminalScript
import TerminalUI
import Testing

/// Every screen in the default theme at a size of each tier and with each number of colours, so
/// that a change of colour is seen like a change of text.
struct GoldenLooksTests {
  static let theme: Theme? = try? ThemeCatalog(
    files: ShippedThemes.files(), roles: DashboardAppearance.roles,
    glyphs: DashboardAppearance.glyphs
  ).theme(named: ShippedThemes.defaultName)?.theme

  /// The text of each is in the golden frame of the same screen, size and signs.
  @Test(arguments: GoldenFrameTests.cases)
  func `a screen is coloured as it was before`(
    _ picture: (Screen, Int, Int, GlyphSet)
  ) throws {
    let (screen, width, height, glyphs) = picture
    let theme = try #require(Self.theme)
    let frame = try TestWorld.usual().frame(
      screen, width, height, glyphs: glyphs, subscription: "as_2000000900000002")
    let looks = ColorTier.allCases.reversed().map { tier in
      "== \(tier.title)\n" + frame.looks(of: theme, tier: tier)
    }
    try Golden.check(
      looks.joined(separator: "\n"),
      "\(screen.rawValue)-\(width)x\(height)-\(glyphs.rawValue)-looks")
  }

  @Test func `the preview of the default theme is coloured as it was before`() throws {
    let theme = try #require(Self.theme)
    let frame = ThemePreview.frame(of: theme, glyphs: .unicode)
    try Golden.check(
      frame.text + "\n" + frame.looks(of: theme, tier: .direct), "preview-78x20-looks")
  }
}
