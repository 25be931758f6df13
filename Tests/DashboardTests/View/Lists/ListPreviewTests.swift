import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// The lines below a list about the row under the cursor.
struct ListPreviewTests {
  @Test(arguments: [
    ("state:active", "Not met: state is grace or hold (active)"),
    ("state:canceled", "auto-renew is not off (off)"),
    ("due:now", "Due: in grace, auto-renew on, not snoozed"),
  ])
  func `the reason for a prompt or its absence reads as a sentence`(
    _ filter: String, _ words: String
  ) throws {
    var driver = Driver(try .usual(), screen: .subscribers)
    driver.press("/")
    driver.type(filter)
    driver.press("Enter")
    #expect(driver.text.contains(words), "\(driver.text)")
  }
}
