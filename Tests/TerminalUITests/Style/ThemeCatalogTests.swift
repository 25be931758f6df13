import TerminalUI
import Testing

@Suite struct ThemeCatalogTests {
  private func table(_ entries: [String: ThemeSource]) -> ThemeSource { .table(entries) }

  private func catalog(_ sources: [String: ThemeSource]) -> ThemeCatalog {
    ThemeCatalog(
      files: sources.mapValues { ThemeFile($0) }, roles: ["state.grace", "state.grace.projected"])
  }

  private var dark: ThemeSource {
    table([
      "name": .text("dark"), "appearance": .text("dark"),
      "palette": table(["lemon": .text("#ffff5f")]),
      "roles": table([
        "state.grace": table([
          "fg": .text("lemon"), "c256": .number(227), "c16": .text("bright-yellow"),
          "mono": .text("bold"),
        ]),
        "ui.title": table(["attr": .text("bold underline")]),
        "ui.border": .text("cyan"),
      ]),
    ])
  }

  @Test func `a role is drawn by the tier`() throws {
    let (theme, warnings) = try #require(catalog(["dark": dark]).theme(named: "dark"))
    #expect(warnings.isEmpty)
    let grace: StyleRole = "state.grace"
    #expect(theme.style(grace, tier: .direct).foreground == .rgb(0xFFFF5F))
    #expect(theme.style(grace, tier: .indexed).foreground == .indexed(227))
    #expect(theme.style(grace, tier: .sixteen).foreground == .indexed(11))
    #expect(
      theme.style(grace, tier: .mono)
        == ResolvedStyle(
          foreground: .terminal, background: .terminal, attributes: .bold))
    #expect(theme.style(.title, tier: .mono).attributes == [.bold, .underline])
  }

  @Test func `an unknown part of a role looks like the role`() throws {
    let (theme, _) = try #require(catalog(["dark": dark]).theme(named: "dark"))
    #expect(theme.style("state.grace.projected", tier: .indexed).foreground == .indexed(227))
    #expect(theme.style("nothing", tier: .indexed) == .plain)
  }

  @Test func `an overlay adds to what is below it`() throws {
    let (theme, _) = try #require(catalog(["dark": dark]).theme(named: "dark"))
    let style = theme.style("state.grace", overlay: .title, tier: .indexed)
    #expect(style.foreground == .indexed(227) && style.attributes == [.bold, .underline])
  }

  @Test func `a theme inherits roles and palette, and its own win`() throws {
    let light = table([
      "inherits": .text("dark"), "appearance": .text("light"),
      "roles": table(["ui.border": .text("lemon")]),
    ])
    let (theme, warnings) = try #require(
      catalog(["dark": dark, "light": light]).theme(named: "light"))
    #expect(warnings.isEmpty)
    #expect(theme.appearance == .light && theme.name == "light")
    #expect(theme.style(.border, tier: .direct).foreground == .rgb(0xFFFF5F))
    #expect(theme.style(.title, tier: .mono).attributes == [.bold, .underline])
  }

  @Test func `what cannot be used is named, with the nearest that can`() throws {
    let source = table([
      "name": .text("odd"), "rolls": .text("x"), "appearance": .text("grey"),
      "inherits": .text("drak"),
      "palette": table(["a": .text("#12345"), "b": .number(300)]),
      "glyphs": table(["box.horizontl": .text("="), "text.none": .text("山")]),
      "roles": table([
        "state.graec": .text("default"),
        "ui.title": table(["atr": .text("bold"), "attr": .text("loud"), "fg": .text("pink")]),
        "ui.border": .other,
      ]),
    ])
    let (theme, warnings) = try #require(
      catalog(["odd": source, "dark": dark]).theme(named: "odd"))
    #expect(theme.name == "odd")
    #expect(
      warnings.map(\.description) == [
        "theme odd: inherits: there is no theme \"drak\" to inherit from; did you mean \"dark\"?",
        "theme odd: palette.a: \"#12345\" is no colour; use #rrggbb, 0-255, default or a name of "
          + "the palette",
        "theme odd: palette.b: \"300\" is no colour; use #rrggbb, 0-255, default or a name of "
          + "the palette",
        "theme odd: appearance: \"grey\" is neither dark nor light",
        "theme odd: rolls: no such key, ignored; did you mean \"roles\"?",
        "theme odd: roles.state.graec: no such role, ignored; did you mean \"state.grace\"?",
        "theme odd: roles.ui.border: a value of another kind was expected, ignored",
        "theme odd: roles.ui.title.atr: no such key, ignored; did you mean \"attr\"?",
        "theme odd: roles.ui.title.attr: \"loud\" is no attribute; use normal, bold, dim, italic, "
          + "underline or reverse",
        "theme odd: roles.ui.title.fg: \"pink\" is no colour; use #rrggbb, 0-255, default or a "
          + "name of the palette",
        "theme odd: glyphs.box.horizontl: no such sign, ignored; did you mean \"box.horizontal\"?",
        "theme odd: glyphs.text.none: \"山\" does not take one column; use a single narrow "
          + "character",
      ])
  }

  @Test func `a role with nothing but mistakes is inherited`() throws {
    let child = table([
      "inherits": .text("dark"),
      "roles": table([
        "state.grace": .text("lemno"), "ui.border": table(["fg": .text("nope")]),
        "ui.title": table(["attr": .text("bold"), "fg": .text("nope")]),
      ]),
    ])
    let (theme, warnings) = try #require(
      catalog(["dark": dark, "child": child]).theme(named: "child"))
    #expect(warnings.count == 3)
    #expect(theme.style("state.grace", tier: .direct).foreground == .rgb(0xFFFF5F))
    #expect(theme.style("state.grace", tier: .mono).attributes == .bold)
    #expect(theme.style(.border, tier: .indexed).foreground != .terminal)
    #expect(theme.style(.title, tier: .mono).attributes == .bold)
  }

  @Test func `a changed palette changes what is inherited, with its own tiers`() throws {
    let light = table([
      "inherits": .text("dark"),
      "palette": table([
        "lemon": table([
          "color": .text("#808000"), "c256": .number(100), "c16": .text("yellow"),
        ])
      ]),
      "roles": table(["ui.bg": .text("lemon"), "ui": table(["title": .text("lemon")])]),
    ])
    let (theme, warnings) = try #require(
      catalog(["dark": dark, "light": light]).theme(named: "light"))
    #expect(warnings.isEmpty)
    let grace: StyleRole = "state.grace"
    #expect(theme.style(grace, tier: .direct).foreground == .rgb(0x808000))
    // What the role itself states for a tier wins over the palette.
    #expect(theme.style(grace, tier: .indexed).foreground == .indexed(227))
    #expect(theme.style(.title, tier: .indexed).foreground == .indexed(100))
    #expect(theme.style(.title, tier: .sixteen).background == .indexed(3))
  }

  @Test func `a background has tiers of its own`() throws {
    let source = table([
      "roles": table([
        "ui.title": table([
          "fg": .text("#ffffff"), "bg": .text("#010203"), "bg256": .number(17),
          "bg16": .text("default"),
        ])
      ])
    ])
    let (theme, _) = try #require(catalog(["x": source]).theme(named: "x"))
    #expect(
      ColorTier.allCases.map { theme.style(.title, tier: $0).background }
        == [.terminal, .terminal, .indexed(17), .rgb(0x010203)])
  }

  @Test func `a warning and a role name the line of their file`() throws {
    let parent = ThemeFile(
      table([
        "palette": table(["lemon": .text("#ffff5f")]),
        "roles": table(["ui.title": table(["fg": .text("lemon"), "attr": .text("bold")])]),
      ]), path: "dark.toml", isShipped: true,
      lines: ["palette.lemon": 4, "roles": 6, "roles.ui.title": 7])
    let child = ThemeFile(
      table([
        "inherits": .text("dark"), "palette": table(["lemon": .text("#808000")]),
        "roles": table([
          "ui.titel": .text("lemon"), "ui.border": .text("lemno"),
          "ui.tab": table(["attr": .text("loud")]),
        ]),
      ]), path: "/home/mira/own.toml",
      lines: ["palette.lemon": 3, "roles.ui.titel": 5, "roles.ui.border": 6, "roles.ui.tab": 7])
    let (theme, warnings) = try #require(
      ThemeCatalog(files: ["dark": parent, "own": child]).theme(named: "own"))
    #expect(
      warnings.map(\.description) == [
        "/home/mira/own.toml:6: roles.ui.border: \"lemno\" is no colour; use #rrggbb, 0-255, "
          + "default or a name of the palette; did you mean \"lemon\"?",
        "/home/mira/own.toml:7: roles.ui.tab.attr: \"loud\" is no attribute; use normal, bold, "
          + "dim, italic, underline or reverse",
        "/home/mira/own.toml:5: roles.ui.titel: no such role, ignored; did you mean "
          + "\"ui.title\"?",
      ])
    let origin = try #require(theme.origins[.title])
    #expect(origin.role.description == "dark.toml:7" && origin.role.isShipped)
    #expect(origin.foreground?.description == "/home/mira/own.toml:3")
    #expect(origin.background == nil)
  }

  @Test func `a shipped theme that the user replaced is still what the others inherit from`()
    throws
  {
    let shipped = ["dark": dark, "nord": table(["inherits": .text("dark")])].mapValues {
      ThemeFile($0, path: "shipped.toml", isShipped: true)
    }
    let own = ThemeFile(
      table([
        "inherits": .text("dark"), "palette": table(["lemon": .text("#808000")]),
        "roles": table(["ui.border": .text("lemon")]),
      ]), path: "/own.toml")
    let catalog = ThemeCatalog(
      files: shipped.merging(["dark": own]) { $1 }, shipped: shipped, roles: ["state.grace"])
    let (theme, warnings) = try #require(catalog.theme(named: "dark"))
    #expect(warnings == [])
    #expect(theme.style("state.grace", tier: .direct).foreground == .rgb(0x808000))
    #expect(theme.style(.title, tier: .mono).attributes == [.bold, .underline])
    let (nord, _) = try #require(catalog.theme(named: "nord"))
    #expect(nord.style("state.grace", tier: .direct).foreground == .rgb(0xFFFF5F))
    #expect(catalog.isShipped("nord") && !catalog.isShipped("dark"))
  }

  @Test func `themes that inherit from each other come to an end`() throws {
    let one = table(["inherits": .text("two")])
    let two = table(["inherits": .text("one")])
    let (_, warnings) = try #require(catalog(["one": one, "two": two]).theme(named: "one"))
    #expect(warnings.map(\.reason) == [.circularInheritance("one")])
  }

  @Test func `a name that no theme has gives none`() {
    #expect(catalog([:]).theme(named: "dark") == nil)
    #expect(catalog(["dark": dark, "abc": dark]).names == ["abc", "dark"])
  }
}
