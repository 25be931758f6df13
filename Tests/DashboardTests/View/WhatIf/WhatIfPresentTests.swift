import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// The lengths that a candidate is compared with.
struct WhatIfPresentTests {
  private static func driver() throws -> Driver { try WhatIfScreenTests.driver() }

  @Test func `each length that a store offers can be the present and the candidate`() throws {
    let lengths: [(PolicyField, [String])] = [
      (.length(.appStoreGrace), ["off", "3d", "16d", "28d"]),
      (.length(.playGrace), ["off", "3d", "7d", "14d", "30d"]),
    ]
    for (place, (field, values)) in lengths.enumerated() {
      var driver = try Self.driver()
      for _ in 0..<place { driver.press("j") }
      for value in values {
        driver.press(">")
        let side = driver.model.whatIf.question.candidate.presentSide(over: .standard)
        #expect(side.text(of: field) == value)
        driver.press("l")
        #expect(driver.model.whatIf.question.candidate.text(of: field) == value)
      }
      driver.press(">")
      #expect(driver.text.contains("\(values.last ?? "") is the last value: "))
    }
  }

  @Test func `the present is replayed, and a candidate of the same length makes no difference`()
    throws
  {
    var driver = try Self.driver()
    driver.press(">", ">", "l", "l")
    driver.wait(WhatIfState.rest)
    let answer = try #require(driver.model.whatIf.answer)
    #expect(answer.question.candidate.present.appStoreGrace == .threeDays)
    #expect(answer.report.comparesLengths && answer.report.differences.episodes == 0)
    #expect(answer.policies.first.map { [$0.current, $0.candidate] } == ["3d", "3d"])
    let ofThreeDays = answer.report.current
    driver.press("l")
    driver.wait(WhatIfState.rest)
    let longer = try #require(driver.model.whatIf.answer?.report)
    #expect(longer.current == ofThreeDays)
    #expect(longer.candidate.unpaidAccess > longer.current.unpaidAccess)
    #expect(longer.differences.longerAccess > 0)
    #expect(longer.assumptions.first?.contains("Both sides are replayed") == true)
  }

  @Test func `undo takes a change of the present back, and the former replay returns`() throws {
    var driver = try Self.driver()
    let observed = try #require(driver.model.whatIf.answer?.report.current)
    driver.press(">", ">")
    driver.wait(WhatIfState.rest)
    #expect(driver.model.whatIf.answer?.report.current != observed)
    driver.press("u", "u")
    driver.wait(WhatIfState.rest)
    #expect(driver.model.whatIf.answer?.report.current == observed)
    driver.press("<")
    #expect(driver.text.contains("observed is the first value"))
  }

  @Test func `prompts are compared with those in force alone`() throws {
    var driver = try Self.driver()
    let field = PolicyField.all(of: driver.model.whatIf.question.candidate)
      .firstIndex(of: .prompts(.store(.appStore), .step))
    for _ in 0..<(try #require(field)) { driver.press("j") }
    driver.press(">")
    #expect(driver.text.contains("Prompts are compared with those in force"))
    #expect(driver.model.whatIf.question.candidate.present == PolicyLengths())
  }

  @Test(arguments: [
    ("app-store-grace 3d..16d", "3d", "16d"), ("app-store-grace off..28", "off", "28d"),
    ("app-store-grace 0..16", "off", "16d"), ("play-grace 0..14", "off", "14d"),
    ("play-grace 3d..7d", "3d", "7d"),
  ])
  func `set states both lengths`(_ text: String, _ present: String, _ candidate: String) throws {
    var driver = try Self.driver()
    driver.press(":")
    driver.type("set \(text)")
    driver.press("Enter")
    let field = PolicyField.length(text.hasPrefix("app") ? .appStoreGrace : .playGrace)
    let chosen = driver.model.whatIf.question.candidate
    #expect(chosen.presentSide(over: .standard).text(of: field) == present)
    #expect(chosen.text(of: field) == candidate)
  }

  @Test(arguments: [
    ("app-store-grace 7d", "App Store Connect offers 3, 16 and 28 days or none"),
    ("app-store-grace 3d..7d", "App Store Connect offers"),
    ("play-grace 45", "grants grace of 0 to 30 days"), ("step 1..3", "needs"),
  ])
  func `a length that the store does not offer is refused with the reason`(
    _ text: String, _ words: String
  ) throws {
    var driver = Driver(try .churning(), screen: .whatIf, size: Size(width: 200, height: 45))
    let before = driver.model.whatIf.question.candidate
    driver.press(":")
    driver.type("set \(text)")
    driver.press("Enter")
    #expect(driver.text.contains(words))
    #expect(driver.model.whatIf.question.candidate == before)
  }
}
