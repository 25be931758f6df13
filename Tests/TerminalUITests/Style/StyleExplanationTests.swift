import Testing

@testable import TerminalUI

@Suite struct StyleExplanationTests {
  private func origin(_ line: Int, _ file: String = "dark.toml") -> ThemeOrigin {
    ThemeOrigin(file: file, line: line, isShipped: file == "dark.toml")
  }

  private var theme: Theme {
    Theme(
      name: "x",
      roles: [
        .background: RoleStyle(background: .rgb(0x002B36)),
        .text: RoleStyle(foreground: .rgb(0x93A1A1), foreground256: .indexed(247)),
        "state.grace": RoleStyle(foreground: .rgb(0xFFFF5F), monoAttributes: .bold),
        .cursor: RoleStyle(attributes: .reverse),
      ],
      origins: [
        .background: RoleOrigin(role: origin(30), background: origin(5, "/own.toml")),
        .text: RoleOrigin(role: origin(31), foreground: origin(6)),
        "state.grace": RoleOrigin(role: origin(50), foreground: origin(50)),
        .cursor: RoleOrigin(role: origin(40)),
      ])
  }

  @Test func `each part names its role and its line`() {
    let found = theme.explanation(of: "state.grace.projected", overlay: .cursor, tier: .direct)
    #expect(found.foreground.value == "#ffff5f" && found.foreground.role == "state.grace")
    #expect(found.foreground.origin?.description == "dark.toml:50")
    #expect(found.background.value == "#002b36" && found.background.role == .background)
    #expect(found.background.origin?.description == "/own.toml:5")
    #expect(found.attributes.map(\.value) == ["reverse"])
    #expect(found.attributes.first?.role == .cursor)
  }

  @Test func `the tier decides what is explained`() {
    #expect(theme.explanation(of: .text, tier: .indexed).foreground.value == "247")
    let mono = theme.explanation(of: "state.grace", tier: .mono)
    #expect(mono.foreground.value == "default" && mono.foreground.role == nil)
    #expect(mono.attributes.map(\.value) == ["bold"])
  }

  @Test(arguments: ColorTier.allCases)
  func `an explanation agrees with what is drawn`(tier: ColorTier) {
    for role in [StyleRole.text, "state.grace", "nothing.at.all", .background] {
      for overlay in [StyleRole?.none, .cursor] {
        let style = theme.style(role, overlay: overlay, tier: tier)
        let found = theme.explanation(of: role, overlay: overlay, tier: tier)
        #expect(found.foreground.value == style.foreground.notation)
        #expect(found.background.value == style.background.notation)
      }
    }
  }

  @Test func `one line of the user's own makes a theme the user's`() {
    #expect(Theme.plain.isOwn == false)
    #expect(theme.isOwn == false)
    let own = Theme(
      name: "y", roles: [:], origins: [.text: RoleOrigin(role: origin(1, "/own.toml"))])
    #expect(own.isOwn)
  }
}
