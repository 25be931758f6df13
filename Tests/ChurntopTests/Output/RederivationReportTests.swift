import LedgerSQLite
import Testing

@testable import churntop

struct RederivationReportTests {
  @Test(arguments: [
    (0, "working out every subscriber  [....................] 0 %"),
    (50, "working out every subscriber  [##########..........] 50 %"),
    (100, "working out every subscriber  [####################] 100 %"),
  ])
  func `the bar says how much is done`(_ share: Int, _ bar: String) {
    #expect(RederivationReport.bar(share: share) == bar)
  }

  @Test(arguments: [Rederivation.Cause.form, .policy])
  func `what takes long is said before it begins, once, with its cause`(
    _ cause: Rederivation.Cause
  ) {
    let report = RederivationReport()
    #expect(report.cause == nil)
    report.take(Rederivation(cause: cause, share: 0))
    report.take(Rederivation(cause: .policy, share: 3))
    #expect(report.cause == cause)
    report.end()
  }

  @Test func `an earlier form and other rules are not told in the same words`() {
    #expect(RederivationReport.opening(.form).contains("earlier version"))
    #expect(RederivationReport.opening(.policy).contains("rules of the configuration"))
  }
}
