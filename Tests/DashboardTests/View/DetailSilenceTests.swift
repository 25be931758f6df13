import SubscriptionCore
import Testing

@testable import Dashboard

/// Detail of a subscriber of whom the store has reported nothing for long.
struct DetailSilenceTests {
  @Test func `the facts claim no more than the explanation beside them`() throws {
    let world = try TestWorld { world in
      world.active("as_2000000900000011", "acc-1", "2024-01-05", "P1M", months: 1)
    }
    var driver = Driver(world, screen: .subscribers)
    driver.press("Enter")
    let data = try #require(driver.model.detail?.data)
    #expect(data.isLongSilent)
    let text = driver.text
    #expect(text.contains("no prompt: it is not known"), "\(text)")
    #expect(text.contains("by the last report"), "\(text)")
    #expect(!text.contains("none while subscribed"), "\(text)")
    let words = DashboardView(model: driver.model).promptWords(data.extra.summary)
    #expect(words.hasPrefix("no prompt: the store has not said that the renewal failed"))
  }
}
