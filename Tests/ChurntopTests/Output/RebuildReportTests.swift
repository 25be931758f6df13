import EventLedger
import Intake
import Testing

@testable import churntop

struct RebuildReportTests {
  @Test(arguments: [
    (0, "rebuilding every subscriber  [....................] 0 %"),
    (50, "rebuilding every subscriber  [##########..........] 50 %"),
    (100, "rebuilding every subscriber  [####################] 100 %"),
  ])
  func `the bar says how much is done`(_ share: Int, _ bar: String) {
    #expect(RebuildReport.bar(share: share) == bar)
  }

  @Test(arguments: [RebuildProgress.Cause.form, .policy])
  func `what takes long is said before it begins, once, with its cause`(
    _ cause: RebuildProgress.Cause
  ) {
    let report = RebuildReport()
    #expect(report.cause == nil)
    report.take(RebuildProgress(cause: cause, share: 0))
    report.take(RebuildProgress(cause: .policy, share: 3))
    #expect(report.cause == cause)
    report.end()
  }

  @Test func `an earlier form and other rules are not told in the same words`() {
    #expect("\(RebuildProgress.Cause.form)".contains("earlier version"))
    #expect("\(RebuildProgress.Cause.policy)".contains("rules of the configuration"))
    #expect("\(RebuildProgress.Cause.indexes)".contains("new in this version"))
    #expect(RebuildReport.bar(share: 50, .indexes).hasPrefix("making indexes"))
  }

  @Test func `the bar of an import is that of its indexes while it makes them`() {
    var progress = ImportProgress(bytesDone: 300, bytesTotal: 300, read: 9)
    #expect(ProgressLine.share(progress) == "[####################] 100 %  ")
    progress.indexesMade = 50
    #expect(ProgressLine.share(progress) == "making indexes  [##########..........] 50 %  ")
  }
}
