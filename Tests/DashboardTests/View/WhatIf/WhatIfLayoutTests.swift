import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

struct WhatIfLayoutTests {
  @Test(arguments: WhatIfState.Pane.allCases)
  func `panels never overlap, and the one with the cursor is there`(_ pane: WhatIfState.Pane) {
    for width in Array(30...170) + [250] {
      for height in Array(6...50) + [80] {
        let size = Size(width: width, height: height)
        let layout = FrameLayout(size: size)
        let parts = WhatIfLayout(body: layout.body, tier: layout.tier, pane: pane)
        #expect(FrameLayoutTests.areApart(parts.parts, in: size), "\(size)")
        #expect(parts[pane].height >= min(3, layout.body.height), "\(size)")
      }
    }
  }

  @Test(arguments: HostileTextTests.names)
  func `no name of a rule or a product reaches the terminal raw`(_ name: String) throws {
    let world = try TestWorld.churning(products: [name, "x"], count: 40)
    var settings = world.settings()
    settings.policy.prompts.rules = [
      try PromptRule(name: name, when: try Filter.parse("plan:P1M"), plan: PromptPlan())
    ]
    for (width, height) in [(160, 45), (120, 36), (80, 24), (60, 16), (40, 10)] {
      var driver = Driver(
        world, screen: .whatIf, size: Size(width: width, height: height), settings: settings)
      driver.press("l", "l", "l", "G", "h")
      driver.wait(WhatIfState.rest)
      for _ in 0..<4 {
        #expect(driver.frame.isSound)
        driver.press("Tab")
      }
    }
  }
}
