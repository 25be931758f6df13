import SubscriptionCore
import Testing

struct AttemptedRenewalsTests {
  private let windows = MetricsWindows(days: 7, now: EpisodeWorld.now)

  /// A report of a week with 90 renewals and 9 first payments a day and one failure on the last,
  /// as from receipts, which have every payment of the past and no failure.
  private func report(firstFailure: Timestamp?) -> MetricsReport {
    var builder = MetricsReport.Builder(windows)
    builder.firstFailure = firstFailure
    let last = windows.window.upperBound.adding(days: -1)
    builder.add(
      EpisodeRecord(
        subscription: "s1", store: .appStore,
        episode: BillingEpisode(
          failedAt: last.start + .hours(1), enteredGrace: false, isFirstPayment: true)))
    let first = windows.closed.lowerBound.adding(days: -1)
    for date in (first..<windows.window.upperBound).dates {
      builder.add(DayCounts(day: date, renewed: 90, firstPayments: 9, states: [.active: 900]))
    }
    return builder.report()
  }

  @Test func `what was paid before the first failure that is known was no attempt`() {
    let all = report(firstFailure: nil)
    #expect(all[.billingFailureRate]?.value == .rate(Rate(1, of: 7 * 90 + 1)))
    #expect(all[.trialFailureRate]?.value == .rate(Rate(1, of: 7 * 9 + 1)))
    let known = report(firstFailure: windows.window.upperBound.adding(days: -2).start + .hours(7))
    #expect(known[.billingFailureRate]?.value == .rate(Rate(1, of: 2 * 90 + 1)))
    #expect(known[.netInvoluntaryLoss]?.value == .rate(Rate(1, of: 2 * 90 + 1)))
    #expect(known[.trialFailureRate]?.value == .rate(Rate(1, of: 2 * 9 + 1)))
    #expect(known[.billingFailureRate]?.trend.prefix(5).allSatisfy { $0 == nil } == true)
    // Refunds are heard of without a failure.
    #expect(known[.refundRate]?.value == .rate(Rate(0, of: 7 * 90)))
    let day = windows.window.upperBound.adding(days: -2).iso8601
    #expect(
      known.caveatSentences.first
        == "No failure is known before \(day), so nothing but MRR has a value before, and only "
        + "renewals from that day on count as attempted.")
  }
}
