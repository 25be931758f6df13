import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// What signs mean is said beside them.
struct LegendTests {
  @Test(arguments: [80, 120], [GlyphSet.unicode, .narrow, .ascii])
  func `the list names each of its fills`(_ width: Int, _ glyphs: GlyphSet) throws {
    let world = try TestWorld.usual()
    let driver = Driver(
      world, screen: .subscribers, size: Size(width: width, height: 24),
      settings: world.settings(glyphs: glyphs))
    let row = try #require(driver.lines.first { $0.contains(" no access") }, "\(driver.text)")
    let sign = driver.model.settings.signs[Timeline.Kind.renewalPending.glyph(projected: false)]
    let state = SubscriptionState.renewalPending
    #expect(row.contains("\(sign) \(width < 100 ? state.code : state.title)"), "\(row)")
    let next = try #require(driver.lines.first { $0.contains(" scheduled") })
    #expect((row + next).contains("/cell"), "\(driver.text)")
    #expect(next.contains("to come"), "\(driver.text)")
  }

  @Test(arguments: [Size(width: 80, height: 24), Size(width: 90, height: 28)])
  func `a timeline without room for a legend has it in the row below`(_ size: Size) throws {
    var driver = Driver(try .usual(), screen: .subscribers, size: size)
    driver.press("Enter")
    #expect(driver.model.screen == .detail)
    let last = driver.lines[size.height - 2]
    #expect(last.contains("█ retrying") || driver.text.contains("█ retrying  "), "\(driver.text)")
    driver.model.tell("Saved.")
    #expect(driver.lines[size.height - 2].trimmed == "Saved.")
  }

  @Test func `the last sign of a timeline is named in the room that it has`() throws {
    let id: SubscriptionID = "gp_0a1b2c3d4e5f6071"
    let world = try TestWorld { world in
      world.tell(id, .purchased, TestWorld.time("2025-10-13"), "acc-4") {
        $0.expiresAt = TestWorld.time("2025-11-13")
      }
      world.tell(id, .billingFailed, TestWorld.time("2025-11-14"), "acc-4") {
        $0.status = .grace
        $0.expiresAt = TestWorld.time("2025-11-24")
        $0.graceEndsAt = TestWorld.time("2025-11-24")
      }
      world.shown(id, at: "2025-11-15T10:00:00Z")
    }
    var driver = Driver(world, screen: .subscribers)
    driver.press("Enter")
    let legend = try #require(driver.lines.first { $0.contains("━ paid  ") }, "\(driver.text)")
    #expect(legend.contains("▫ to come  @ mail"), "\(driver.text)")
  }
}
