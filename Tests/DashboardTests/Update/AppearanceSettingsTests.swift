import SubscriptionCore
import Testing

@testable import Dashboard
@testable import TerminalUI

/// Choosing, keeping, reloading and explaining looks.
struct AppearanceSettingsTests {
  private static func theme(
    _ name: String, _ appearance: Theme.Appearance = .dark, grace: UInt32 = 0xFFFF5F,
    file: String = "shipped.toml"
  ) -> Theme {
    Theme(
      name: name, appearance: appearance,
      roles: [
        .title: RoleStyle(attributes: .bold),
        "state.grace": RoleStyle(foreground: .rgb(grace), monoAttributes: .bold),
        .cursor: RoleStyle(attributes: .reverse),
      ],
      origins: [
        "state.grace": RoleOrigin(
          role: ThemeOrigin(file: file, line: 7, isShipped: file == "shipped.toml"),
          foreground: ThemeOrigin(file: file, line: 3))
      ])
  }

  private static let themes = [
    theme("cvd-dark"), theme("cvd-light", .light), theme("mine", file: "/etc/mine.toml"),
    theme("nord"),
  ]

  private func driver(
    _ looks: AppearanceOrigin = AppearanceOrigin(keeps: true),
    size: Size = Size(width: 120, height: 36)
  ) throws -> Driver {
    let world = try TestWorld.usual()
    var settings = world.settings()
    settings.themes = Self.themes
    settings.looks = looks
    return Driver(world, screen: .subscribers, size: size, settings: settings)
  }

  // MARK: The list

  @Test func `each theme is shown while the cursor is on it, and Escape comes back`() throws {
    var driver = try driver()
    driver.press("T")
    #expect(driver.text.contains("┌─ Theme ─"))
    #expect(driver.text.contains("► cvd-dark"))
    #expect(driver.lines.contains { $0.contains("mine  ") && $0.contains(" yours │") })
    driver.press("j", "j")
    #expect(driver.effects == Self.themes[1...2].map { .terminal(.theme($0)) })
    #expect(driver.model.settings.theme.name == "mine")
    driver.press("Esc")
    #expect(driver.effects.last == .terminal(.theme(Self.themes[0])))
    #expect(driver.model.settings.theme.name == "cvd-dark" && driver.model.input == .none)
  }

  @Test func `Enter keeps the theme for later`() throws {
    var driver = try driver()
    driver.press("T", "G", "Enter")
    #expect(
      driver.effects == [.terminal(.theme(Self.themes[3])), .saveAppearance(.theme("nord"))])
    #expect(driver.text.contains("Theme: nord, also next time."))
    #expect(driver.model.input == .none)
  }

  @Test func `T goes round the list, and the ends are ends for j and k`() throws {
    var driver = try driver()
    driver.press("T", "k")
    #expect(driver.model.settings.themeIndex == 0)
    driver.press("T", "T", "T")
    #expect(driver.model.settings.themeIndex == 3)
    driver.press("j")
    #expect(driver.model.settings.themeIndex == 3)
    driver.press("T")
    #expect(driver.model.settings.themeIndex == 0)
  }

  @Test func `^c closes the list as Escape does`() throws {
    var driver = try driver()
    driver.press("T", "j", "^c")
    #expect(driver.model.settings.themeIndex == 0 && driver.model.input == .none)
    #expect(driver.effects.last == .terminal(.theme(Self.themes[0])))
  }

  @Test func `what decides at the next start is said`() throws {
    var driver = try driver(
      AppearanceOrigin(theme: "config.toml:3", glyphs: "--glyphs", keeps: true))
    driver.press("T", "j", "Enter")
    #expect(
      driver.text.contains("Theme: cvd-light until the end; config.toml:3 decides at the next"))
    driver.press(":")
    driver.type("glyphs narrow")
    driver.press("Enter")
    #expect(driver.text.contains("Glyphs: narrow until the end; --glyphs decides at the next"))
    #expect(driver.effects.last == .saveAppearance(.glyphs(.narrow)))
  }

  @Test func `the command line takes a name, nothing, or one that does not exist`() throws {
    var driver = try driver()
    func run(_ text: String) {
      driver.press(":")
      driver.type(text)
      driver.press("Enter")
    }
    run("theme nord")
    #expect(driver.model.settings.theme.name == "nord")
    run("theme")
    #expect(driver.text.contains("┌─ Theme ─"))
    driver.press("Esc")
    run("theme nrod")
    #expect(driver.text.contains(":theme needs one of: inspect, cvd-dark"))
  }

  @Test func `glyphs go round live`() throws {
    var driver = try driver(AppearanceOrigin())
    var sets: [GlyphSet] = []
    for _ in 0..<3 {
      driver.press(":")
      driver.type("glyphs")
      driver.press("Enter")
      sets.append(driver.model.settings.glyphs)
    }
    #expect(sets == [.narrow, .ascii, .unicode])
    #expect(driver.effects == [])
  }

  @Test(arguments: [(20, 4), (30, 6), (60, 16)])
  func `the list and the inspector fit everywhere`(width: Int, height: Int) throws {
    let size = Size(width: width, height: height)
    var driver = try driver(size: size)
    driver.press("T", "G")
    #expect(driver.frame.size == size)
    driver.press("Esc", ":")
    driver.type("theme inspect")
    driver.press("Enter", "G", "$", "j", "l")
    let corner = Point(x: width - 1, y: height - 1)
    #expect(driver.model.input == .inspector(CellInspector(point: corner)))
    // Below the smallest size nothing but counts is drawn.
    #expect(driver.frame.cursor == (height < 6 ? nil : corner))
  }

  // MARK: Files

  @Test func `a saved theme is drawn with at once`() throws {
    var driver = try driver()
    let changed = Self.theme("cvd-dark", grace: 0x00FF00)
    driver.send(.themes([changed] + Self.themes.dropFirst(), problems: []))
    #expect(driver.effects == [.terminal(.theme(changed))])
    #expect(driver.text.contains("Theme cvd-dark was read again."))
  }

  @Test func `another theme's change is silent, and the choice stays where it is`() throws {
    var driver = try driver()
    driver.press("T", "G", "Enter")
    driver.effects = []
    driver.send(.themes(Array(Self.themes.suffix(2)), problems: []))
    #expect(driver.effects == [] && driver.model.settings.theme.name == "nord")
  }

  @Test func `a file that cannot be read leaves its theme as it was, and is named`() throws {
    var driver = try driver()
    driver.press("T", "j", "j", "Enter")
    driver.effects = []
    let others = Self.themes.filter { $0.name != "mine" }
    driver.send(.themes(others, problems: ["/etc/mine.toml:7: not TOML", "x"]))
    #expect(driver.effects == [] && driver.model.settings.theme.name == "mine")
    #expect(driver.text.contains("/etc/mine.toml:7: not TOML (and 1 more)"))
  }

  @Test func `a theme that was removed is replaced by one for the same background`() throws {
    var driver = try driver()
    driver.press("T", "j", "Enter")
    driver.send(.themes([Self.themes[0], Self.theme("paper", .light)], problems: []))
    #expect(driver.model.settings.theme.name == "paper")
    #expect(driver.text.contains("The theme cvd-light is gone; this is paper."))
  }

  @Test func `a theme whose file is written anew comes back, unless another was chosen`() throws {
    let others =
      [Self.theme("catppuccin")] + Self.themes.filter { $0.name != "mine" }
      + [Self.theme("paper", .light)]
    for choosesAnother in [false, true] {
      var driver = try driver()
      driver.press("T", "j", "j", "Enter")
      driver.send(.themes(others, problems: []))
      #expect(driver.text.contains("The theme mine is gone; this is cvd-dark."))
      if choosesAnother { driver.press("T", "Enter") }
      driver.effects = []
      let mine = Self.theme("mine", grace: 0x00FF00, file: "/etc/mine.toml")
      driver.send(.themes(others + [mine], problems: []))
      #expect(driver.model.settings.theme.name == (choosesAnother ? "cvd-dark" : "mine"))
      #expect(driver.effects == (choosesAnother ? [] : [.terminal(.theme(mine))]))
      #expect(driver.text.contains("Theme mine was read again.") == !choosesAnother)
    }
  }

  // MARK: The terminal's background

  @Test func `the terminal is asked once it shows the first frame, and a light one is followed`()
    throws
  {
    var driver = try driver(AppearanceOrigin(asksBackground: true))
    #expect(driver.effects == [])
    driver.send(.shown)
    #expect(driver.effects == [.terminal(.askBackground)])
    driver.clock = driver.clock + .milliseconds(100)
    driver.send(.background(.rgb(0xFFFFFF)))
    #expect(driver.effects.last == .terminal(.theme(Self.themes[1])))
  }

  @Test(
    arguments: [
      // Milliseconds until the answer, the background, and whether the user has chosen meanwhile.
      (101, 0xFFFFFF, false), (10, 0x1C1C1C, false), (10, 0xFFFFFF, true),
    ] as [(Int, UInt32, Bool)])
  func `a late answer, a dark one and one after a choice change nothing`(
    milliseconds: Int, color: UInt32, hasChosen: Bool
  ) throws {
    var driver = try driver(AppearanceOrigin(asksBackground: true))
    driver.send(.shown)
    if hasChosen { driver.press("T", "Enter") }
    driver.clock = driver.clock + .milliseconds(milliseconds)
    driver.send(.background(.rgb(color)))
    #expect(driver.effects == [.terminal(.askBackground)])
    #expect(driver.model.settings.theme.name == "cvd-dark")
  }

  @Test func `nobody is asked where the theme was chosen, and advice is given once`() throws {
    var driver = try driver(AppearanceOrigin(advice: "If lines look broken, :glyphs narrow helps."))
    driver.send(.shown)
    #expect(driver.effects == [])
    #expect(driver.text.contains("If lines look broken, :glyphs narrow helps."))
  }

  // MARK: The inspector

  @Test func `the inspector names the role, its colours and their lines`() throws {
    var driver = try driver(AppearanceOrigin(tier: .indexed))
    driver.press(":")
    driver.type("theme inspect")
    driver.press("Enter")
    let row = try #require(driver.lines.firstIndex { $0.contains("GRC") })
    #expect(driver.frame.cursor?.y == row)
    driver.press("l", "l", "l")
    #expect(driver.text.contains("cvd-dark, 256 colours"))
    #expect(driver.text.contains("role  state.grace, under ui.cursor"))
    #expect(driver.text.contains("fg    227  shipped.toml:3"))
    #expect(driver.text.contains("bg    default, the terminal's own"))
    #expect(driver.text.contains("attr  reverse  from ui.cursor"))
    #expect(driver.text.contains("16 colours: bright-yellow on default  no colour: bold reverse"))
    driver.press("Esc")
    #expect(driver.model.input == .none)
  }

  @Test func `w goes from meaning to meaning and b back`() throws {
    var driver = try driver()
    driver.press(":")
    driver.type("theme inspect")
    driver.press("Enter")
    let start = try #require(driver.frame.cursor)
    driver.press("w")
    let next = try #require(driver.frame.cursor)
    #expect(next != start)
    driver.press("w", "b")
    #expect(driver.frame.cursor.map { $0.y * 120 + $0.x } ?? 0 > start.y * 120 + start.x)
    driver.press("g", "0", "b")
    #expect(driver.frame.cursor == Point(x: 0, y: 0))
  }
}
