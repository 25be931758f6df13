import EventLedger
import SubscriptionCore

/// The replays of the What-if screen.
extension LedgerReader {
  private static let replaysBetweenChecks = 1024

  /// Replays the failures of a window under a candidate policy; `nil` if that was not wanted to the
  /// end, as is asked from time to time.
  ///
  /// - Throws: A `LedgerError` where the ledger cannot be read.
  /// - Complexity: O(*k*) for *k* episodes.
  func whatIf(
    _ question: WhatIfQuestion, now: Timestamp, isWanted: () -> Bool = { true }
  ) throws(LedgerError) -> WhatIfAnswer? {
    try advance(to: now)
    var whatIf = question.replay(over: policy, now: now, listed: WhatIfQuestion.listedMax)
    var (count, isGivenUp) = (0, false)
    try ledger.readEpisodes(question.episodes(now: now)) { record throws(LedgerError) in
      whatIf.add(record)
      count += 1
      isGivenUp = count % Self.replaysBetweenChecks == 0 && !isWanted()
      return !isGivenUp
    }
    guard !isGivenUp, isWanted() else { return nil }
    let report = whatIf.report()
    let found = try rows(of: report.largest.map(\.record.subscription))
    let rows = report.largest.map { comparison in
      let profile = found[comparison.record.subscription]?.profile
      return WhatIfRow(
        comparison, of: whatIf,
        person: Person(account: comparison.record.account, profile: profile))
    }
    return WhatIfAnswer(
      question: question, report: report, policies: PolicyDifference.rows(whatIf),
      from: question.episodes(now: now).from, rows: rows)
  }

  /// Replays the latest failure of one subscriber; `nil` where there was none.
  func whatIf(
    of id: SubscriptionID, _ question: WhatIfQuestion, now: Timestamp
  ) throws(LedgerError) -> WhatIfRow? {
    guard let subscriber = try ledger.subscriber(id), let row = try ledger.summary(id),
      let episode = subscriber.episodes(at: now, policy: policy).last
    else { return nil }
    var whatIf = question.replay(over: policy, now: now, listed: 0)
    let comparison = whatIf.add(EpisodeRecord(row, episode))
    return WhatIfRow(
      comparison, of: whatIf, person: Person(account: row.account, profile: row.profile))
  }
}
