import ConfigurationFiles
import SubscriptionCore
import Testing

struct PolicyConfigurationProductsTests {
  private func policy(
    _ text: String
  ) throws -> (policy: ChurnPolicy, problems: [ConfigurationProblem], left: [String]) {
    let file = try ConfigurationFile(
      path: "p.toml", text: text, shape: TableShape(TableShape.policy))
    let found = PolicyConfiguration.policy(of: [file])
    return (found.policy, found.problems, file.problems.map(\.sentence))
  }

  @Test func `the policy file's products are part of the policy`() throws {
    let read = try policy(
      """
      [[products]]
      store = "google-play"
      product = "gold"
      basePlan = "monthly"
      period = "P1M"
      graceDays = 7
      prices = { JP = "480 JPY" }
      """)
    #expect(read.problems.isEmpty && read.left.isEmpty)
    let key = ProductKey(store: .googlePlay, app: "com.a", product: "gold", basePlan: "monthly")
    let period = read.policy.products.period(of: key)
    #expect(period?.value == .monthly)
    #expect(period?.source == .policyFile)
    #expect(read.policy.products.recovery(of: key).graceDays == 7)
  }

  @Test func `a product that makes no sense is left out and told`() throws {
    let read = try policy(
      """
      [[products]]
      store = "google-play"
      product = "gold"
      period = "monthly"

      [[products]]
      store = "app-store"
      product = "pro"
      price = "5"

      [[products]]
      store = "app-store"
      product = "pro"
      period = "P1Y"
      """)
    #expect(read.left.contains { $0.contains("p.toml:4: 'monthly' is not a period") })
    #expect(
      read.problems.map(\.sentence).contains { $0.hasPrefix("p.toml:9: [[products]] price: '5'") },
      "\(read.problems)")
    #expect(read.policy.products.products.map(\.key.product) == ["pro"])
  }
}
