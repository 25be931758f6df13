import EventLedger
import SeededNumbers
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// Every question that the model believes to be on its way was handed out: one that was not would
/// leave its place on the screen without an answer for good.
struct RequestsTests {
  private static let keys = [
    "j", "k", "G", "g", "Enter", "Enter", "Esc", "q", "1", "2", "3", "4", "/", "/", "a", "d",
    "Bksp", "Tab", "w", "x", "z", "s", "b", "I", ">", "n", "N", "space", "*", "R", "F", "Z", "@",
    "?", ":",
    "}", "{", "L", "^g", "y", "c", "h", "0", "^f", "^c", "u", "o",
  ]

  @Test(arguments: 0..<24)
  func `no key leaves a question behind`(_ seed: Int) throws {
    var random = SeededNumbers(seed: seed)
    let world = try TestWorld.usual()
    let size = seed % 2 == 0 ? Size(width: 80, height: 24) : Size(width: 160, height: 45)
    var driver = Driver(world, size: size)
    var script: [String] = []
    for _ in 0..<80 where !driver.model.isFinished {
      let key = Self.keys.randomElement(using: &random) ?? "j"
      script.append(key)
      driver.press(key)
      try #require(driver.model.ledger.inFlight.isEmpty, "\(script.joined(separator: " "))")
      try #require(driver.model.ledger.waiting.isEmpty, "\(script.joined(separator: " "))")
    }
  }

  @Test func `a search from Overview forgets the filter that the list had`() throws {
    var driver = Driver(try TestWorld.usual(), screen: .subscribers)
    driver.press("/")
    driver.type("state:grace")
    driver.press("Enter", "1", "/")
    #expect(driver.model.subscribers.window.total == 9)
    driver.type("ada")
    #expect(driver.text.contains("1 match"))
  }
}
