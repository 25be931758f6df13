import ConfigurationFiles
import SubscriptionCore
import Testing

struct PolicySavingTests {
  /// A policy in force with everything that a configuration can state.
  private func current() throws -> ChurnPolicy {
    var policy = ChurnPolicy.standard
    policy.recovery.appStoreGrace = .threeDays
    policy.recovery.googlePlayProducts = [
      "pro": .init(graceDays: 3, holdDays: 40), "odd \"name\".x": .init(graceDays: 7),
    ]
    policy.prompts.appStore.quietHours = QuietHours(from: 22 * 60, to: 8 * 60)
    policy.prompts.holdout = PromptHoldout(percent: 10, salt: "autumn")
    policy.prompts.rules = [
      try PromptRule(
        name: "vip", when: try Filter.parse("country:jp store:app-store"),
        plan: PromptPlan(step: .ownBanner, cadence: .hours(36), cap: 2))
    ]
    return policy
  }

  /// Reads a saved candidate as `churntop whatif --policy` does.
  private func read(
    _ candidate: PolicyCandidate, over current: ChurnPolicy
  ) throws -> (policy: ChurnPolicy, stated: Set<RecoveryChange.Setting>) {
    let text = try PolicyConfiguration.text(of: candidate, over: current)
    let file = try ConfigurationFile(
      path: "saved.toml", text: text, shape: TableShape(TableShape.policy), isStrict: true)
    let found = PolicyConfiguration.candidate(of: file, over: current)
    #expect((file.problems + found.problems).map(\.sentence) == [], "\(text)")
    return (found.policy, found.stated)
  }

  @Test(arguments: 0..<200) func `a saved candidate is the same when it is read`(
    _ number: Int
  ) throws {
    let current = try current()
    var candidate = PolicyCandidate(over: current)
    let fields = PolicyField.all(of: candidate)
    var rest = number + 1
    for _ in 0..<6 {
      candidate.change(fields[rest % fields.count], by: rest % 3 == 0 ? -1 : 1, over: current)
      rest = (rest * 31 + 7) % 9973
    }
    let found = try read(candidate, over: current)
    #expect(found.policy == candidate.policy(over: current))
    #expect(found.stated == candidate.lengths.stated)
  }

  @Test func `a length that equals the one in force is stated all the same`() throws {
    let current = try current()
    var candidate = PolicyCandidate(over: current)
    candidate.lengths.appStoreGrace = .threeDays
    let text = try PolicyConfiguration.text(of: candidate, over: current)
    #expect(!text.contains("\n[prompts"))
    #expect(try read(candidate, over: current).stated == [.appStoreGrace])
  }

  @Test func `a whole policy is the same when it is read`() throws {
    var policy = try current()
    let row = """
      [[products]]
      store = "google-play"
      product = "pro"
      name = "Pro plus"
      period = "P1M"
      graceDays = 5
      prices = { JP = "480 JPY", "*" = "4.99 USD" }
      """
    let products = try ConfigurationFile(
      path: "products.toml", text: row, shape: TableShape(TableShape.policy), isStrict: true)
    policy.products = PolicyConfiguration.policy(of: [products]).policy.products
    #expect(!policy.products.isEmpty)
    for policy in [policy, .standard] {
      let text = try PolicyConfiguration.text(of: policy)
      let file = try ConfigurationFile(
        path: "rules.toml", text: text, shape: TableShape(TableShape.policy), isStrict: true)
      let found = PolicyConfiguration.policy(of: [file])
      #expect((file.problems + found.problems).map(\.sentence) == [], "\(text)")
      #expect(found.policy == policy, "\(text)")
    }
  }
}
