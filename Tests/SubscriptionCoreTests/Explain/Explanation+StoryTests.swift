import SubscriptionCore
import Testing

/// Other purchases of the same user.
extension ExplanationTests {
  @Test func `case 6: once both are paid, both are told as charged`() throws {
    let told = try Life.named("active, recovered beside another purchase").told()
    #expect(told.contains("The user also has silver (as_2), bought on 5 May 2023"), "\(told)")
    #expect(told.contains("Ask which of the two the user wants to keep"), "\(told)")
    #expect(!told.contains("if this one is paid as well"), "\(told)")
  }

  @Test func `the purchase that replaced it is told as ended when it has`() throws {
    var life = try Life.named("superseded, and the other purchase ended")
    let word = "Google Play charged for the other purchase until that ended on 20 May 2023"
    #expect(try life.told().contains(word))
    life.now = "2023-05-19"
    #expect(try life.told().contains("charges for the other purchase as long as that goes on."))
    life.related[0].autoRenew = false
    let told = try life.told()
    #expect(told.contains("Google Play does not charge for this one any more."), "\(told)")
    #expect(!told.contains("as long as that goes on"), "\(told)")
  }

  @Test func `case 35: the end of a test purchase counts as no churn`() throws {
    var tale = Tale.expired
    #expect(try tale.sentences().contains { $0.contains("which counts as involuntary churn") })
    for index in tale.story.events.indices {
      tale.story.events[index].facts.environment = .sandbox
    }
    let told = try tale.sentences()
    #expect(told.contains { $0.hasSuffix("because the payment could not be collected.") })
    #expect(!told.contains { $0.contains("churn") }, "\(told)")
  }
}
