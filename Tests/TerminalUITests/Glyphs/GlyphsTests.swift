import Testing

@testable import TerminalUI

@Suite struct GlyphsTests {
  @Test(arguments: GlyphSet.allCases)
  func `every sign takes one column`(set: GlyphSet) {
    for definition in GlyphDefinition.kit {
      let sign = String(definition.sign(in: set))
      #expect(SafeText.width(of: sign) == 1, "\(definition.name.name)")
      #expect(SafeText.sanitized(sign) == sign)
    }
  }

  @Test func `the ASCII set is ASCII`() {
    for definition in GlyphDefinition.kit { #expect(definition.ascii.isASCII) }
  }

  @Test func `each name is defined once`() {
    let names = GlyphDefinition.kit.map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test(arguments: GlyphSet.allCases)
  func `levels of a sparkline differ`(set: GlyphSet) {
    let glyphs = Glyphs(set)
    #expect(Set(GlyphName.sparkLevels.map { glyphs[$0] }).count == 8)
  }

  @Test func `a theme changes signs of one column, but not in ASCII`() {
    let overrides: [GlyphName: Character] = [.pointer: "»", .none: "山"]
    #expect(Glyphs(.unicode, overrides: overrides)[.pointer] == "»")
    #expect(Glyphs(.unicode, overrides: overrides)[.none] == "—")
    #expect(Glyphs(.ascii, overrides: overrides)[.pointer] == ">")
    #expect(Glyphs(.unicode)["no.such"] == "?")
  }

  @Test func `a product adds signs of its own`() {
    let own = GlyphDefinition("state.grace", "◒", ascii: "G")
    #expect(Glyphs(.narrow, adding: [own])["state.grace"] == "◒")
    #expect(Glyphs(.ascii, adding: [own])["state.grace"] == "G")
  }
}
