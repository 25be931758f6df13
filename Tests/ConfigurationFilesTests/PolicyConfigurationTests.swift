import ConfigurationFiles
import SubscriptionCore
import Testing

struct PolicyConfigurationTests {
  @Test func `grace and hold that Google Play does not permit together are left out`() throws {
    let file = try ConfigurationFile(
      path: "p.toml",
      text: """
        [recovery.googlePlay]
        graceDays = 30
        holdDays = 60

        [recovery.googlePlayProducts.gold]
        graceDays = 0
        holdDays = 0

        [recovery.googlePlayProducts.silver]
        graceDays = 7
        holdDays = 23
        """, shape: TableShape(TableShape.policy))
    let found = PolicyConfiguration.policy(of: [file])
    let together = "Google Play permits 30 to 60 days of grace and hold together, and graceDays "
    let told = found.problems.map(\.text).joined(separator: "\n")
    #expect(found.problems.count == 2)
    #expect(
      told.contains(
        "[recovery.googlePlay] is left out: \(together)30 with holdDays 60 are 90."), "\(told)")
    #expect(
      told.contains(
        "[recovery.googlePlayProducts.gold] is left out: \(together)0 with holdDays 0 are 0."),
      "\(told)")
    let recovery = found.policy.recovery
    #expect(recovery.googlePlay == .init())
    #expect(
      recovery.googlePlayProducts == ["gold": .init(), "silver": .init(graceDays: 7, holdDays: 23)])
  }
}
