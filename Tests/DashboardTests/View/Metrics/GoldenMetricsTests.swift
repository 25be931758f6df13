import Dashboard
import ShippedThemes
import SubscriptionCore
import TerminalScript
import TerminalUI
import Testing

/// The Metrics screen of a world with every outcome, panel by panel.
struct GoldenMetricsTests {
  /// The keys before a picture.
  static let views: [(name: String, keys: [String])] = [
    ("figures", []), ("curve", ["Tab"]), ("cohorts", ["Tab", "Tab"]),
    ("groups", ["b", "b"]), ("numbers", ["t"]),
    ("explain", ["j", "j", "w"]), ("published", ["p"]),
  ]
  /// The pictures: the texts over the screen differ by size in the breaks of their
  /// lines alone.
  static let pictures: [(String, Int, Int)] =
    ["figures", "curve", "cohorts", "groups"].flatMap { view in
      [(160, 45), (120, 36), (80, 24), (60, 16), (40, 10)].map { (view, $0.0, $0.1) }
    }
    + ["numbers", "explain", "published"].flatMap { [($0, 120, 36), ($0, 80, 24)] }

  static func driver(
    _ width: Int, _ height: Int, _ glyphs: GlyphSet, _ world: TestWorld
  ) -> Driver {
    Driver(
      world, screen: .metrics, size: Size(width: width, height: height),
      settings: world.settings(glyphs: glyphs))
  }

  @Test(arguments: pictures)
  func `a panel looks as it was drawn before`(view: String, width: Int, height: Int) throws {
    var driver = Self.driver(width, height, .unicode, try .churning())
    for key in Self.views.first(where: { $0.name == view })?.keys ?? [] { driver.press(key) }
    try Golden.check(driver.text, "metrics-\(view)-\(width)x\(height)")
  }

  @Test(arguments: [GlyphSet.narrow, .ascii])
  func `charts in other signs look as they were drawn before`(_ glyphs: GlyphSet) throws {
    var driver = Self.driver(120, 36, glyphs, try .churning())
    driver.press("Tab")
    try Golden.check(driver.text, "metrics-charts-120x36-in-\(glyphs.rawValue)")
  }

  @Test func `the screen without colours and with all of them`() throws {
    let theme = try #require(GoldenLooksTests.theme)
    var driver = Self.driver(120, 36, .unicode, try .churning())
    driver.press("Tab")
    let frame = driver.frame
    let looks = [ColorTier.mono, .direct].map { tier in
      "== \(tier.title)\n" + frame.looks(of: theme, tier: tier)
    }
    try Golden.check(looks.joined(separator: "\n"), "metrics-curve-120x36-looks")
  }

  @Test(arguments: [(120, 36), (80, 24)])
  func `an empty ledger and one of a day say so`(_ size: (Int, Int)) throws {
    let empty = try TestWorld { _ in }
    try Golden.check(
      Self.driver(size.0, size.1, .unicode, empty).text, "metrics-empty-\(size.0)x\(size.1)")
    let young = try TestWorld.churning(count: 30, days: 1)
    try Golden.check(
      Self.driver(size.0, size.1, .unicode, young).text, "metrics-young-\(size.0)x\(size.1)")
  }

  @Test(arguments: [(120, 36), (80, 24), (60, 16), (40, 10)])
  func `the pages of prompts and of money look as they were drawn before`(
    _ size: (Int, Int)
  ) throws {
    let world = try TestWorld.prompting()
    for (name, key) in [("prompts", "P"), ("money", "$")] {
      var driver = Self.driver(size.0, size.1, .unicode, world)
      driver.press(key)
      try Golden.check(driver.text, "metrics-\(name)-\(size.0)x\(size.1)")
    }
  }

  @Test func `the page of prompts without any says so`() throws {
    var driver = Self.driver(120, 36, .unicode, try .churning())
    driver.press("P")
    try Golden.check(driver.text, "metrics-prompts-none-120x36")
  }

  @Test func `the pages in words`() throws {
    let driver = Self.driver(120, 36, .unicode, try .prompting())
    let words = ScreenText(model: driver.model, isPaged: true).describe()
    let start = try #require(words.firstIndex(of: "Money:"))
    try Golden.check(words[start...].joined(separator: "\n"), "metrics-pages-words")
  }

  @Test func `the screen in words`() throws {
    let world = try TestWorld.churning()
    var driver = Self.driver(120, 36, .unicode, world)
    driver.press("b")
    let words = ScreenText(model: driver.model, isPaged: true).describe()
    try Golden.check(words.joined(separator: "\n"), "metrics-words")
  }
}
