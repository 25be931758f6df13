import TerminalUI
import Testing

@testable import Dashboard

/// The facts of Detail, where they are higher than their panel.
struct FactsTests {
  @Test(arguments: [(120, 36), (80, 24), (60, 16)])
  func `every fact is read to its end at every size`(_ width: Int, _ height: Int) throws {
    var driver = Driver(
      try GoldenDetailTests.world(), screen: .subscribers,
      size: Size(width: width, height: height))
    driver.press(":")
    driver.type("as_2000000900000002")
    driver.press("Enter")
    #expect(!driver.text.contains("account   acc-2"), "\(driver.text)")
    driver.press("S-Tab")
    #expect(driver.model.detail?.pane == .facts)
    let first = driver.text
    #expect(first.contains(/1-\d+ of \d+  j k scroll/), "\(first)")
    var seen = first
    for _ in 1...20 {
      driver.press("j")
      seen += driver.text
    }
    #expect(seen.contains("account   acc-2"), "\(seen)")
    #expect(seen.contains("refresh   unanswered since 20 Nov 17:00Z"))
    let last = driver.text
    driver.press("j")
    #expect(driver.text == last)
    driver.press("Tab")
    #expect(driver.model.detail?.pane == .timeline)
  }
}
