import SeededNumbers
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// Parts of the last frame that are laid into the next one: no frame differs by it.
struct RenderCacheTests {
  /// What changes rows, what stands beside them, or how either looks.
  private static let keys = [
    "j", "k", "j", "k", "^d", "G", "g", "space", "v", "\\", "I", ">", "^g", "+", "-", "h", "l",
    "t", "c", "s", "T", "Enter", "Esc", "Esc", "2", "3", "2", "1", "R", "Z", "n", "w", "m", "q",
  ]

  @Test(arguments: 0..<12)
  func `a frame made of kept parts is the frame drawn anew`(_ seed: Int) throws {
    var random = SeededNumbers(seed: seed)
    let world = try TestWorld.usual()
    let size = [
      Size(width: 200, height: 50), Size(width: 160, height: 45), Size(width: 120, height: 36),
      Size(width: 80, height: 24),
    ][seed % 4]
    var driver = Driver(world, screen: .subscribers, size: size)
    var program = DashboardProgram()
    for number in 0..<80 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        try StableViewTests.append(world.ledger, seed * 100 + number)
        driver.wait(.seconds(1))
      case 1: driver.wait(.seconds(Int.random(in: 1..<90, using: &random)))
      case _: driver.press(Self.keys.randomElement(using: &random) ?? "j")
      }
      let fresh = DashboardView(model: driver.model).frame(size: size)
      let kept = program.view(driver.model, size: size)
      #expect(kept == fresh, "after \(number) steps")
      if kept != fresh { return }
    }
  }

  @Test func `a move of the cursor leaves all rows but two as they were`() throws {
    let world = try TestWorld.usual()
    var driver = Driver(world, screen: .subscribers, size: Size(width: 160, height: 45))
    let still = driver.model.still
    driver.press("j")
    #expect(driver.model.subscribers.window.cursor.line == 1)
    #expect(driver.model.still == still)
    driver.press("^g")
    #expect(driver.model.still != still)
  }
}
