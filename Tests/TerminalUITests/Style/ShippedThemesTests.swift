import ShippedThemes
import TOMLKit
import TerminalUI
import Testing

/// The themes of the `themes` folder: they parse, and their states can be told apart by anyone.
@Suite struct ShippedThemesTests {
  private static let states = [
    "active", "grace", "hold", "paused", "canceled", "expired", "refunded",
  ].map { StyleRole("state." + $0) }

  private static let product =
    states + [
      "state.unknown", "timeline.today", "timeline.axis", "timeline.due", "timeline.shown",
      "timeline.scheduled", "timeline.fail", "timeline.ok", "chart.bar", "delta.up", "delta.down",
      "row.alarm",
    ]

  private func source(_ value: any TOMLValueConvertible) -> ThemeSource {
    if let table = value.table {
      var entries: [String: ThemeSource] = [:]
      for (key, entry) in table { entries[key] = source(entry) }
      return .table(entries)
    }
    if let text = value.string { return .text(text) }
    if let number = value.int { return .number(number) }
    return .other
  }

  private func catalog() throws -> ThemeCatalog {
    var sources: [String: ThemeSource] = [:]
    for file in ShippedThemes.files {
      sources[file.name] = source(try TOMLTable(string: file.toml))
    }
    return ThemeCatalog(sources: sources, roles: Self.product)
  }

  @Test(arguments: ShippedThemes.files.map(\.name))
  func `a theme parses and says something about every role`(name: String) throws {
    let (theme, warnings) = try #require(try catalog().theme(named: name))
    #expect(warnings.map(\.description) == [])
    #expect(theme.name == name)
    for role in StyleRole.kit + Self.product {
      #expect(theme.roles[role] != nil, "\(role.name) is not in \(name)")
    }
  }

  @Test func `the theme chosen by default is shipped`() throws {
    #expect(try catalog().names.contains(ShippedThemes.defaultName))
  }

  @Test(
    arguments: ["cvd-dark", "cvd-light"], Sight.allCases)
  func `states differ for every kind of sight`(name: String, sight: Sight) throws {
    let (theme, _) = try #require(try catalog().theme(named: name))
    let colors = Self.states.map { role in
      (role.name, theme.style(role, tier: .indexed).foreground.components ?? (0, 0, 0))
    }
    for (index, left) in colors.enumerated() {
      for right in colors[(index + 1)...] {
        let distance = LabColor(sight.see(left.1)).distance(to: LabColor(sight.see(right.1)))
        #expect(distance >= 15, "\(left.0) and \(right.0) are only \(distance) apart")
      }
    }
  }

  @Test(arguments: [("cvd-dark", (0, 0, 0)), ("cvd-light", (255, 255, 255))])
  func `states can be read on their background`(
    name: String, background: (red: Int, green: Int, blue: Int)
  ) throws {
    let (theme, _) = try #require(try catalog().theme(named: name))
    for role in Self.states {
      let color = theme.style(role, tier: .indexed).foreground.components ?? background
      let isLoud: Bool = role.name == "state.active" || role.name == "state.hold"
      let contrast = LabColor.contrast(color, background)
      #expect(contrast >= (isLoud ? 4.5 : 3), "\(role.name) has \(contrast)")
    }
  }

  @Test(arguments: ColorTier.allCases)
  func `grace and hold never look like active`(tier: ColorTier) throws {
    for name in try catalog().names {
      let (theme, _) = try #require(try catalog().theme(named: name))
      let looks = ["state.active", "state.grace", "state.hold"].map {
        theme.style(StyleRole($0), tier: tier)
      }
      #expect(Set(looks).count == 3, "\(name)")
    }
  }
}
