import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

struct MetricsLayoutTests {
  @Test(arguments: MetricsState.Pane.allCases, [false, true])
  func `panels never overlap, and the one with the cursor is there`(
    _ pane: MetricsState.Pane, _ hasGroups: Bool
  ) {
    guard hasGroups || pane != .groups else { return }
    for width in Array(30...170) + [250] {
      for height in Array(6...50) + [80] {
        let size = Size(width: width, height: height)
        let layout = FrameLayout(size: size)
        let parts = MetricsLayout(
          body: layout.body, tier: layout.tier, pane: pane, figureCount: 19,
          hasNotice: height % 2 == 0, hasGroups: hasGroups)
        #expect(FrameLayoutTests.areApart(parts.parts, in: size), "\(size)")
        #expect(parts[pane].height >= min(3, layout.body.height), "\(size)")
      }
    }
  }

  @Test(arguments: HostileTextTests.names)
  func `no name of a product breaks a line or reaches the terminal raw`(_ name: String) throws {
    let world = try TestWorld.churning(products: [name, "x"], count: 40)
    for (width, height) in [(160, 45), (120, 36), (80, 24), (60, 16), (40, 10)] {
      var driver = Driver(world, screen: .metrics, size: Size(width: width, height: height))
      driver.press("b", "b")
      #expect(driver.frame.isSound)
      // The list of a group is that of its name, however odd.
      let group = try #require(driver.model.metrics.report?.groups.first)
      driver.press("Enter")
      let rows = driver.model.subscribers.window.rows
      #expect(!rows.isEmpty, "\(driver.model.subscribers.filterText)")
      #expect(rows.allSatisfy { $0.summary.product.rawValue == group.name })
    }
  }
}
