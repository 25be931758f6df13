import ConfigurationFiles
import Dashboard
import EventLedger
import ProgramConventions
import SubscriptionCore

extension ScreenExport {
  /// The number of episodes that are replayed between two looks whether to go on.
  private static let chunkEpisodes = 4096

  /// The number of episodes that a document lists, as the command does by default.
  private static let listedMax = 10

  /// Writes a replay: the report as it is shown, or every episode that differs.
  ///
  /// - Returns: The number of episodes; `nil` if it was stopped.
  func write(
    _ answer: WhatIfAnswer, of request: ExportRequest, _ ledger: any Ledger,
    to output: StandardOutput, _ goesOn: (Int) -> Bool
  ) throws -> Int? {
    switch request.format {
    case .csv, .jsonl:
      return try writeDiffering(answer, of: request, ledger, to: output, goesOn)
    case .json, .md:
      var report = answer.report
      report.largest = Array(report.largest.prefix(Self.listedMax))
      let filter = request.metricsFilter
      let page = WhatIfPage(
        report: report, policies: answer.policies, from: answer.from,
        filter: filter.isEmpty ? nil : filter, rates: rates)
      if request.format == .json {
        try output.line(page.json.pretty())
      } else {
        try output.write(page.markdown(time))
      }
      try output.flush()
      return report.episodes
    }
  }

  /// Replays the episodes of an answer again, since the answer lists the largest differences alone.
  private func writeDiffering(
    _ answer: WhatIfAnswer, of request: ExportRequest, _ ledger: any Ledger,
    to output: StandardOutput, _ goesOn: (Int) -> Bool
  ) throws -> Int? {
    let now = answer.report.now
    let form = WhatIfTable(time: time).form
    var whatIf = answer.question.replay(over: ledger.policy, now: now, listed: 0)
    var differing: [EpisodeComparison] = []
    var (count, isStopped) = (0, false)
    try ledger.readEpisodes(answer.question.episodes(now: now)) { record throws(LedgerError) in
      let comparison = whatIf.add(record)
      if comparison.differs { differing.append(comparison) }
      count += 1
      isStopped = count % Self.chunkEpisodes == 0 && !goesOn(differing.count)
      return !isStopped
    }
    guard !isStopped else { return nil }
    var printer = ListPrinter(to: output, format: OutputFormat(request.format), now: now)
    try printer.begin(form, total: nil)
    try printer.rows(differing, form)
    try printer.end(next: nil, empty: "")
    return differing.count
  }

  /// Saves a candidate as a policy file.
  func write(
    _ candidate: PolicyCandidate, over current: ChurnPolicy, to output: StandardOutput
  ) throws -> Int {
    try output.write(try PolicyConfiguration.text(of: candidate, over: current))
    try output.flush()
    return 0
  }
}
