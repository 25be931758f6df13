import SubscriptionCore
import TerminalScript
import TerminalUI
import Testing

@testable import Dashboard

struct DashboardAppearanceTests {
  @Test(arguments: GlyphSet.allCases)
  func `every sign takes one column and states have different ones`(_ set: GlyphSet) {
    let glyphs = DashboardAppearance.glyphs(set, theme: .plain)
    for definition in DashboardAppearance.glyphs {
      #expect(SafeText.width(of: String(glyphs[definition.name])) == 1)
    }
    let states = SubscriptionState.allCases.map { glyphs[$0.glyph] }
    #expect(Set(states).count == states.count)
  }

  @Test(arguments: GlyphSet.allCases)
  func `told and expected look different without colour, and so do kinds`(_ set: GlyphSet) {
    let glyphs = DashboardAppearance.glyphs(set, theme: .plain)
    let kinds: [Timeline.Kind] = [.paid, .grace, .hold, .paused, .canceled, .renewalPending]
    let told = kinds.map { glyphs[$0.glyph(projected: false)] }
    let expected = kinds.map { glyphs[$0.glyph(projected: true)] }
    #expect(Set(told + expected).count == 2 * kinds.count)
  }

  @Test func `the ascii set is ascii, and so is every screen drawn with it`() throws {
    let world = try TestWorld { world in
      world.grace("as_2000000900000002", "acc-2", failed: "2025-11-11", ends: "2025-11-27")
    }
    for screen in Screen.allCases {
      let frame = try world.frame(
        screen, 120, 36, glyphs: .ascii, subscription: "as_2000000900000002")
      let strange = Set(frame.text).filter { !$0.isASCII }
      #expect(strange == [], "\(screen.rawValue)")
    }
  }

  @Test func `rows carry the meaning of their state, the cursor lies over them`() throws {
    let frame = try TestWorld.usual().frame(.subscribers, 80, 24)
    let legend: [StyleRole: Character] = [
      SubscriptionState.grace.role: "G", SubscriptionState.grace.projectedRole: "g",
      SubscriptionState.hold.role: "H", SubscriptionState.hold.projectedRole: "h",
      SubscriptionState.active.role: "A", TimelineMark.due.role: "!", .cursor: "#",
      SubscriptionState.active.barRole: "A", SubscriptionState.grace.barRole: "G",
      SubscriptionState.hold.barRole: "H",
      TimelineMark.shown.role: "*", TimelineMark.scheduled.role: "o",
    ]
    let picture = frame.roles(legend)
    #expect(picture[4].filter { $0 == "#" }.count == 41)
    #expect(picture[4].contains("AAAAAAAAAAAAG!"))
    let second = String(picture[5].dropFirst(5).prefix(5))
    #expect(second == "GGGGG")
    #expect(picture[5].contains("AAAAAAAAAG*GG!o"))
  }

  @Test func `the hardware cursor rests on the row under the cursor`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press("j")
    #expect(driver.frame.cursor?.y == 5)
    driver.press("/")
    let y = try #require(driver.frame.cursor?.y)
    #expect(driver.lines[y].contains("/ "))
  }
}
