import ShippedThemes
import SubscriptionCore
import TerminalScript
import TerminalUI
import Testing

@testable import Dashboard

/// The What-if screen of a world with every outcome, panel by panel.
struct GoldenWhatIfTests {
  /// The keys before a picture: 28 days at the App Store, 14 at Google Play, a cap of six.
  private static let change = [
    "l", "l", "l", "l", "j", "l", "l", "l", "l", "G", "k", "h", "h", "h", "h", "h", "h",
  ]
  /// The keys after the replay.
  static let views: [(name: String, keys: [String])] = [
    ("changed", []), ("effect", ["Tab"]), ("differs", ["d", "j"]), ("presets", ["P"]),
    ("assumptions", ["w"]), ("save", ["S"]),
  ]
  static let pictures: [(String, Int, Int)] =
    ["changed", "effect", "differs"].flatMap { view in
      [(160, 45), (120, 36), (80, 24), (60, 16), (60, 20), (40, 10)].map { (view, $0.0, $0.1) }
    }
    + ["presets", "assumptions", "save"].flatMap { [($0, 120, 36), ($0, 80, 24)] }

  static func driver(
    _ width: Int, _ height: Int, _ glyphs: GlyphSet, _ world: TestWorld, then keys: [String] = []
  ) -> Driver {
    var driver = Driver(
      world, screen: .whatIf, size: Size(width: width, height: height),
      settings: world.settings(glyphs: glyphs))
    for key in change { driver.press(key) }
    driver.wait(WhatIfState.rest)
    for key in keys { driver.press(key) }
    return driver
  }

  @Test(arguments: pictures)
  func `a panel looks as it was drawn before`(view: String, width: Int, height: Int) throws {
    let keys = Self.views.first { $0.name == view }?.keys ?? []
    let driver = Self.driver(width, height, .unicode, try .churning(), then: keys)
    try Golden.check(driver.text, "whatif-\(view)-\(width)x\(height)")
  }

  @Test(arguments: [GlyphSet.narrow, .ascii])
  func `the screen in other signs looks as it was drawn before`(_ glyphs: GlyphSet) throws {
    let driver = Self.driver(120, 36, glyphs, try .churning(), then: ["d", "j"])
    try Golden.check(driver.text, "whatif-differs-120x36-in-\(glyphs.rawValue)")
  }

  @Test func `the screen without colours and with all of them`() throws {
    let theme = try #require(GoldenLooksTests.theme)
    let frame = Self.driver(120, 36, .unicode, try .churning()).frame
    let looks = [ColorTier.mono, .direct].map { tier in
      "== \(tier.title)\n" + frame.looks(of: theme, tier: tier)
    }
    try Golden.check(looks.joined(separator: "\n"), "whatif-changed-120x36-looks")
  }

  @Test(arguments: [(120, 36), (80, 24), (60, 16)])
  func `one subscriber whose failure is open`(_ width: Int, _ height: Int) throws {
    let world = try TestWorld.usual()
    var driver = Driver(world, screen: .subscribers, size: Size(width: width, height: height))
    driver.press("/")
    driver.type("id:as_2000000900000002")
    driver.press("Enter", "p", "l", "l", "l", "l")
    driver.wait(WhatIfState.rest)
    if width == 60 { driver.press("Tab", "Tab") }
    try Golden.check(driver.text, "whatif-subscriber-\(width)x\(height)")
  }

  @Test func `an empty ledger says so`() throws {
    let driver = Self.driver(120, 36, .unicode, try TestWorld { _ in })
    try Golden.check(driver.text, "whatif-empty-120x36")
  }

  @Test func `the screen in words`() throws {
    let driver = Self.driver(120, 36, .unicode, try .churning())
    let words = ScreenText(model: driver.model, isPaged: true).describe()
    try Golden.check(words.joined(separator: "\n"), "whatif-words")
  }
}
