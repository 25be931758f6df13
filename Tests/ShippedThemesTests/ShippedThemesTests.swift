import Dashboard
import ShippedThemes
import TerminalUI
import Testing

/// The themes of the `themes` folder: they parse, and their states can be told apart by anyone.
@Suite struct ShippedThemesTests {
  private static let product = DashboardAppearance.auditSubject.roles

  private static func catalog() throws -> ThemeCatalog {
    ThemeCatalog(
      files: try ShippedThemes.files(), roles: DashboardAppearance.roles,
      glyphs: DashboardAppearance.glyphs)
  }

  static let names = ShippedThemes.texts.map(\.name)

  @Test(arguments: names)
  func `a theme parses, is named as its file and says something about every role`(
    name: String
  ) throws {
    let catalog = try Self.catalog()
    let (theme, warnings) = try #require(catalog.theme(named: name))
    #expect(warnings.map(\.description) == [])
    #expect(try ShippedThemes.files()[name]?.source["name"]?.word == name)
    for role in StyleRole.kit + DashboardAppearance.roles where !role.name.hasSuffix(".projected") {
      #expect(theme.roles[role] != nil, "\(role.name) is not in \(name)")
    }
  }

  @Test(arguments: names)
  func `a theme passes the gate`(name: String) throws {
    let (theme, _) = try #require(try Self.catalog().theme(named: name))
    let audit = ThemeAudit(theme, DashboardAppearance.auditSubject)
    #expect(audit.findings.map(\.description) == [])
    let isMeasured = !["mono", "terminal-16"].contains(name)
    #expect(audit.nearest.count == (isMeasured ? 2 * ColorVision.allCases.count : 0))
  }

  @Test func `each file of the folder is shipped, in order, and both defaults are among them`() {
    #expect(Self.names == Self.names.sorted())
    #expect(Self.names.contains(ShippedThemes.defaultName))
    #expect(Self.names.contains(ShippedThemes.defaultLightName))
    #expect(Self.names.count == 12)
  }

  @Test(arguments: names)
  func `a theme is the same when only what it needs is read`(name: String) throws {
    let few = try ShippedThemes.files(for: [name, "no-such-theme"])
    #expect(few.count <= 3 && few[name] != nil, "\(few.keys)")
    let catalog = ThemeCatalog(
      files: few, shipped: few, roles: DashboardAppearance.roles, glyphs: DashboardAppearance.glyphs
    )
    #expect(catalog.theme(named: name)?.theme == (try Self.catalog().theme(named: name)?.theme))
  }

  @Test(arguments: ColorTier.allCases)
  func `grace and hold never look like active`(tier: ColorTier) throws {
    for name in Self.names {
      let (theme, _) = try #require(try Self.catalog().theme(named: name))
      let looks = ["state.active", "state.grace", "state.hold"].map {
        theme.style(StyleRole($0), tier: tier)
      }
      #expect(Set(looks).count == 3, "\(name)")
    }
  }

  @Test func `the theme of the sixteen colours asks for no other`() throws {
    let (theme, _) = try #require(try Self.catalog().theme(named: "terminal-16"))
    for role in StyleRole.kit + DashboardAppearance.roles {
      for tier in [ColorTier.indexed, .direct] {
        let style = theme.style(role, tier: tier)
        for color in [style.foreground, style.background] where color != .terminal {
          guard case .indexed(0..<16) = color else {
            Issue.record("\(role.name) asks for \(color)")
            continue
          }
        }
      }
    }
  }

  @Test func `the theme without colours asks for none`() throws {
    let (theme, _) = try #require(try Self.catalog().theme(named: "mono"))
    for role in StyleRole.kit + DashboardAppearance.roles {
      let style = theme.style(role, tier: .direct)
      #expect(style.foreground == .terminal && style.background == .terminal, "\(role.name)")
      let mono = theme.style(role, tier: .mono)
      #expect(style.attributes == mono.attributes, "\(role.name)")
    }
  }
}
