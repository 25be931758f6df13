import TerminalUI
import Testing

@Suite struct ThemeAuditTests {
  private let subject = ThemeAudit.Subject(
    states: ["state.active", "state.grace"], loud: ["state.active"],
    vital: ["state.active", "state.grace"], roles: [.text],
    glyphGroups: [["state.active", "state.grace"]],
    glyphs: [
      GlyphDefinition("state.active", "◉", ascii: "A"),
      GlyphDefinition("state.grace", "◒", ascii: "G"),
    ])

  private func audit(
    _ active: RoleStyle, _ grace: RoleStyle, appearance: Theme.Appearance = .dark,
    more: [StyleRole: RoleStyle] = [:], glyphs: [GlyphName: Character] = [:]
  ) -> ThemeAudit {
    var roles = more
    roles["state.active"] = active
    roles["state.grace"] = grace
    return ThemeAudit(
      Theme(name: "x", appearance: appearance, roles: roles, glyphs: glyphs), subject)
  }

  private let sky = RoleStyle(foreground: .rgb(0x5FD7FF))
  private let lemon = RoleStyle(foreground: .rgb(0xFFFF5F), monoAttributes: .bold)

  @Test func `colours far apart on black pass`() {
    let audit = audit(sky, lemon)
    #expect(audit.findings == [])
    #expect(audit.background == .rgb(0))
    #expect(audit.nearest.count == 2 * ColorVision.allCases.count)
    #expect(audit.contrasts.count == 4)
  }

  @Test func `the same colours are faint on white, and only there`() {
    let findings = audit(sky, lemon, appearance: .light).findings.map(\.description)
    #expect(
      findings.first
        == "state.active has a contrast of 1.6 where 4.5 is needed (truecolor): move it away from "
        + "the background's lightness")
    #expect(findings.count == 2)
    let onWhite = audit(
      sky, lemon, more: [.background: RoleStyle(background: .rgb(0xFF_FFFF))])
    #expect(onWhite.findings.map(\.description) == findings)
  }

  @Test func `faint text is measured as terminals draw it`() {
    func findings(_ attributes: TextAttributes) -> [String] {
      let text = RoleStyle(foreground: .rgb(0x707070), attributes: attributes)
      let audit = audit(sky, lemon, appearance: .light, more: [.text: text])
      return audit.findings.map(\.description).filter { $0.hasPrefix("ui.fg") }
    }
    #expect(findings([]) == [])
    #expect(findings(.dim).count == 1)
    #expect(findings(.dim).first?.hasPrefix("ui.fg has a contrast of 2.6 where 4.5") == true)
  }

  @Test func `red and green of one lightness are close for some`() {
    let findings = audit(
      RoleStyle(foreground: .rgb(0xE07060), foreground16: .indexed(9)),
      RoleStyle(foreground: .rgb(0x8F9F40), foreground16: .indexed(2), monoAttributes: .bold)
    ).findings
    guard case .close(let distance) = findings.first else {
      Issue.record("\(findings)")
      return
    }
    #expect(findings.count == 1, "of each pair the worst is named")
    #expect([.protan, .deutan].contains(distance.sight))
    let usual = ColorVision.usual.distance(.rgb(0xE07060), .rgb(0x8F9F40)) ?? 0
    #expect(usual > ThemeAudit.distanceNeeded)
  }

  @Test func `what fewer colours or none make alike is named`() {
    let dark = RoleStyle(foreground: .rgb(0x5FD7FF), foreground16: .indexed(6))
    let light = RoleStyle(foreground: .rgb(0xFFFF5F), foreground16: .indexed(6))
    #expect(
      audit(dark, light).findings.map(\.description) == [
        "state.active and state.grace look the same (16 colours): state another 'c16'",
        "state.active and state.grace look the same (no colour): state another 'mono'",
      ])
  }

  @Test func `a colour the user sets is not measured, and no colour is no fault`() {
    let own = audit(
      RoleStyle(foreground: .indexed(6)),
      RoleStyle(foreground: .indexed(11), monoAttributes: .bold))
    #expect(own.findings == [] && own.nearest == [])
    #expect(audit(RoleStyle(), RoleStyle(attributes: .bold)).findings == [])
  }

  @Test func `two meanings with one sign are named, in the sets where they are`() {
    #expect(
      audit(sky, lemon, glyphs: ["state.grace": "◉"]).findings.map(\.description) == [
        "state.active and state.grace have one sign, ◉, in the unicode set: change one under "
          + "[glyphs]",
        "state.active and state.grace have one sign, ◉, in the narrow set: change one under "
          + "[glyphs]",
      ])
  }

  @Test(arguments: [(2.96, "2.9"), (15, "15.0"), (4.5, "4.5"), (0.09, "0.0")])
  func `a figure is never rounded up to a limit`(value: Double, text: String) {
    #expect(value.tenths == text)
  }
}
