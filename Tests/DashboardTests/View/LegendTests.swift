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
}
