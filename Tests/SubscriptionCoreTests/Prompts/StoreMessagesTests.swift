import SubscriptionCore
import Testing

struct StoreMessagesTests {
  private func text(_ subject: PromptCase) -> [String] {
    StoreMessages.schedule(for: subject).map {
      "\(($0.at - failure).wholeDays) \($0.occasion.rawValue) \($0.channel.rawValue)"
    }
  }

  @Test func `G5: Google Play writes when grace and when hold begins`() {
    let both = ["0 graceStarted pushAndMail", "7 holdStarted pushAndMail"]
    #expect(text(.failing(.googlePlay, .grace, graceDays: 7)) == both)
    #expect(text(.failing(.googlePlay, .hold, graceDays: 7)) == both)
    #expect(text(.failing(.googlePlay)) == ["0 holdStarted pushAndMail"])
  }

  @Test func `the App Store's message can be shown from the opening of each window`() {
    let days = BillingIssueWindows.openingDays.map { "\($0 - 1) windowOpened messageAtLaunch" }
    #expect(text(.failing(.appStore)) == days)
    #expect(text(.failing(.appStore, tryDays: 6)) == Array(days.prefix(4)))
  }

  @Test func `G6: the App Store's sandbox sends nothing`() {
    #expect(text(PromptCase.failing(.appStore).with { $0.environment = .sandbox }) == [])
  }

  @Test func `a member of a family is not asked for the purchaser's payment`() {
    #expect(text(PromptCase.failing(.appStore).with { $0.flags = [.familyShared] }) == [])
  }

  @Test func `nothing is sent where nothing fails`() {
    #expect(text(PromptCase.failing(.googlePlay).with { $0.state = .active }) == [])
    #expect(text(PromptCase.failing(.googlePlay).with { $0.failedAt = nil }) == [])
  }
}
