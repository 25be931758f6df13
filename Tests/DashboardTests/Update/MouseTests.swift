import Foundation
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

@Suite struct MouseTests {
  private func place(of text: String, in driver: Driver) throws -> Point {
    for (y, line) in driver.lines.enumerated() {
      if let range = line.range(of: text) {
        return Point(x: line.distance(from: line.startIndex, to: range.lowerBound), y: y)
      }
    }
    Issue.record("\(text) is not on the screen: \(driver.text)")
    return Point(x: 0, y: 0)
  }

  private func click(_ text: String, _ driver: inout Driver) throws {
    let point = try place(of: text, in: driver)
    driver.send(.mouse(MouseEvent(.press, at: point)))
    driver.send(.mouse(MouseEvent(.release, at: point)))
  }

  private func driver(_ screen: Screen) throws -> Driver {
    var driver = Driver(try .usual(), screen: screen)
    driver.press("M")
    return driver
  }

  @Test func `it is off until M`() throws {
    var driver = Driver(try .usual(), screen: .overview)
    try click("3 Due", &driver)
    #expect(driver.model.screen == .overview)
    driver.press("M")
    #expect(driver.effects == [.terminal(.mouse(true))])
    try click("3 Due", &driver)
    #expect(driver.model.screen == .due)
    driver.press("M")
    #expect(driver.effects.last == .terminal(.mouse(false)))
  }

  @Test(arguments: [Screen.subscribers, .events])
  func `a click puts the cursor on the row, a second one opens it`(screen: Screen) throws {
    var driver = try driver(screen)
    try click("T. Nguyễn", &driver)
    let pointed = driver.lines.first { $0.contains("► ") && $0.contains("T. Nguyễn") }
    #expect(pointed != nil, "\(driver.text)")
    try click("T. Nguyễn", &driver)
    if screen == .events {
      #expect(driver.text.contains("Payload: SUBSCRIPTION_PAUSED"), "\(driver.text)")
      return
    }
    #expect(driver.model.screen == .detail)
    #expect(driver.text.contains("gp_0a1b2c3d4e5f6079"), "\(driver.text)")
  }

  @Test func `below a heading of Due the right row is found`() throws {
    var driver = try driver(.due)
    try click("Ben Achebe", &driver)
    #expect(driver.lines.contains { $0.contains("►") && $0.contains("Ben Achebe") })
    try click("R. Castellano", &driver)
    #expect(driver.lines.contains { $0.contains("►") && $0.contains("R. Castellano") })
  }

  @Test func `two slow clicks open nothing`() throws {
    var driver = try driver(.subscribers)
    try click("Ada Okafor", &driver)
    driver.wait(.seconds(1))
    try click("Ada Okafor", &driver)
    #expect(driver.model.screen == .subscribers)
  }

  @Test func `a heading sorts, and sorts the other way round`() throws {
    var driver = try driver(.subscribers)
    try click("NAME", &driver)
    #expect(driver.text.contains("sort name▲"), "\(driver.text)")
    try click("NAME", &driver)
    #expect(driver.text.contains("sort name▼"), "\(driver.text)")
  }

  @Test func `a hint runs, the wheel scrolls, a drag pans`() throws {
    var driver = try driver(.subscribers)
    try click("? help", &driver)
    #expect(driver.model.screen == .help)
    driver.press("q")
    let before = driver.pointed
    driver.send(.mouse(MouseEvent(.wheelDown, at: Point(x: 10, y: 10))))
    #expect(driver.pointed != before)
    let axis = driver.lines[3]
    driver.send(.mouse(MouseEvent(.press, at: Point(x: 90, y: 3))))
    driver.send(.mouse(MouseEvent(.drag, at: Point(x: 78, y: 3))))
    driver.send(.mouse(MouseEvent(.release, at: Point(x: 78, y: 3))))
    #expect(driver.lines[3] != axis, "\(driver.text)")
  }

  @Test func `panels side by side on Overview are told apart`() throws {
    var driver = try driver(.overview)
    try click("grace", &driver)
    try click("grace", &driver)
    #expect(driver.text.contains("/ state:grace"), "\(driver.text)")
  }

  @Test(arguments: [
    (Screen.subscribers, 120), (.subscribers, 50), (.due, 120), (.due, 50), (.events, 120),
    (.events, 50),
  ])
  func `a click on any line puts the cursor on that line`(screen: Screen, width: Int) throws {
    var driver = Driver(try .usual(), screen: screen, size: Size(width: width, height: 36))
    driver.press("M")
    var clicked = 0
    for y in 1..<34 {
      let target: HitTarget? = driver.frame.hit(at: Point(x: 8, y: y))
      guard case .line? = target else { continue }
      driver.send(.mouse(MouseEvent(.press, at: Point(x: 8, y: y))))
      driver.wait(.seconds(1))
      #expect(driver.frame.cursor?.y == y, "\(driver.text)")
      clicked += 1
    }
    #expect(clicked >= 4)
  }

  @Test func `a click on what is behind a question means nothing`() throws {
    var driver = try driver(.subscribers)
    let row = try place(of: "Ada Okafor", in: driver)
    let before = driver.model.subscribers.window.selected
    driver.press("x")
    driver.send(.mouse(MouseEvent(.press, at: row)))
    #expect(driver.model.subscribers.window.selected == before)
    #expect(driver.model.input != .none)
  }

  @Test func `a click on a panel of a subscriber gives it the cursor`() throws {
    var driver = Driver(try GoldenDetailTests.world(), screen: .subscribers)
    driver.press("M", ":")
    driver.type("as_2000000900000002")
    driver.press("Enter")
    for (text, pane) in [
      ("In plain words", DetailState.Pane.answer), ("Subscriber", .facts),
      ("Timeline", .timeline), ("Events (", .events),
    ] {
      try click("─ \(text)", &driver)
      #expect(driver.model.detail?.pane == pane, "\(text)")
    }
    try click("─ In plain words", &driver)
    let point = try place(of: "─ In plain words", in: driver)
    driver.send(.mouse(MouseEvent(.wheelDown, at: point)))
    #expect(driver.model.detail?.answer.top ?? 0 > 0)
    #expect(driver.model.input == .none)
  }
}
