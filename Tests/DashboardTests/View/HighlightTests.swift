import SubscriptionCore
import TerminalScript
import TerminalUI
import Testing

@testable import Dashboard

struct HighlightTests {
  @Test(arguments: [Screen.subscribers, .due])
  func `a rule sets its rows apart, the first that matches, the cursor over all`(
    _ screen: Screen
  ) throws {
    var driver = Driver(try TestWorld.usual(), screen: screen)
    driver.model.preferences.highlights = [
      HighlightRule(when: try Filter.parse("loses<24h"), role: "row.alarm"),
      HighlightRule(when: try Filter.parse("state:grace"), role: "row.watch"),
    ]
    driver.press("G")
    let picture = driver.frame.roles(["row.alarm": "!", "row.watch": "w", .cursor: "#"])
    for (line, roles) in zip(driver.lines, picture) where line.hasPrefix("│") {
      let expected: Character? =
        line.contains("► ") ? "#" : line.contains("Ben Achebe") ? "!" : nil
      if let expected { #expect(roles.contains(expected), "\(line)") }
      if line.contains("Ada Okafor"), expected == nil { #expect(roles.contains("w")) }
      if line.contains("Castellano"), expected == nil { #expect(!roles.contains("!")) }
    }
    #expect(picture.contains { $0.contains("!") })
  }
}
