import Foundation
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// The last row says the keys of what is open in front of the screen.
struct InputHintsTests {
  static let openings: [(keys: [String], hints: [String], closing: String)] = [
    ([":"], ["Enter run", "Tab complete"], "Esc close"),
    (["x"], ["? help", "Enter choose"], "Esc cancel"),
    (["A"], ["Enter record"], "Esc cancel"),
    (["C"], ["y record it", "n do not"], "Esc cancel"),
    (["c"], ["Enter keep", "space show or hide"], "Esc cancel"),
    (["@", "t"], ["Enter go"], "Esc cancel"),
    (["Enter", "Enter"], ["? help", "j down", "y copy"], "Esc close"),
  ]

  @Test(arguments: openings)
  func `what is open has its own keys in the last row`(
    _ opening: (keys: [String], hints: [String], closing: String)
  ) throws {
    var driver = Driver(try .usual(), screen: .subscribers)
    for key in opening.keys { driver.press(key) }
    let row = try #require(driver.lines.last)
    for hint in opening.hints { #expect(row.contains(hint), "\(row)") }
    #expect(row.hasSuffix(opening.closing), "\(row)")
    driver.press("Esc")
    #expect(driver.lines.last?.hasPrefix(" ? help   / f") == true || driver.model.screen == .detail)
  }

  @Test(arguments: [["x"], ["@"], ["Enter", "Enter"], ["y"]])
  func `help is a key away from a menu and from a text`(_ keys: [String]) throws {
    var driver = Driver(try .usual(), screen: .subscribers)
    for key in keys { driver.press(key) }
    driver.press("?")
    #expect(driver.model.screen == .help)
    #expect(driver.model.input == .none)
  }

  @Test func `taking back asks in its own words`() throws {
    var driver = Driver(try .usual(), screen: .subscribers)
    driver.press("C", "y", "u")
    #expect(driver.text.contains("y take it back   n do not"), "\(driver.text)")
  }

  @Test func `a click on a key of an open question answers it`() throws {
    var driver = Driver(try .usual(), screen: .subscribers)
    driver.press("M", "C")
    let row = driver.lines.count - 1
    let line = driver.lines[row]
    let range = try #require(line.range(of: "n do not"))
    let point = Point(x: line.distance(from: line.startIndex, to: range.lowerBound), y: row)
    driver.send(.mouse(MouseEvent(.press, at: point)))
    #expect(driver.model.input == .none)
    #expect(driver.text.contains("Nothing was recorded."))
  }
}
