import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// The figures of prompts on Overview.
struct PromptLinesTests {
  @Test(arguments: [80, 120])
  func `large figures are whole`(_ width: Int) throws {
    var driver = Driver(try .usual(), size: Size(width: width, height: 36))
    var figures = try #require(driver.model.overview.figures)
    figures.promptsDue = [.grace: 1_350, .hold: 1_400]
    (figures.snoozed, figures.suppressed) = (123, 1_234)
    driver.model.overview.figures = figures
    #expect(driver.text.contains("2,750  1,350□ 1,400■ "), "\(driver.text)")
    #expect(driver.text.contains("123  suppr. 1,234 "), "\(driver.text)")
  }
}
