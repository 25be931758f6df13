import ArgumentParser
import EventLedger
import ProgramConventions
import SubscriptionCore

/// `churntop whatif`: replays past billing episodes under another policy.
struct WhatIfCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "whatif",
    abstract: "Replay past failures under another policy: access, prompts, recovery, money.",
    usage: "churntop whatif [<id>] [<options>]",
    discussion: """
      EXAMPLES
        churntop whatif --app-store-grace 16d
        churntop whatif --app-store-grace 3d..16d --play-grace 3..7
        churntop whatif --play-grace 14 --last 180d --filter plan:P1M
        churntop whatif --step 3 --cadence 2d --cap 8 --format md
        churntop whatif --policy candidate.toml --format csv > differs.csv
        churntop whatif --policy candidate.toml mei@example.com

      Nothing is written, neither to the ledger nor to a store. The figures hold the days
      of payments fixed; the expected recovery and its bands follow, with every
      assumption. CSV and NDJSON list all episodes that differ. An option is for every
      plan and product; without an id all subscribers count.
      """.flowed)

  @Argument(help: ArgumentHelp("One subscriber, whose timelines are printed.", valueName: "id"))
  var id: String?
  @OptionGroup(title: "Candidate") var candidate: CandidateOptions
  @Option(help: ArgumentHelp("Replay the failures of this time.", valueName: "length"))
  var last: String = "90d"
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Only subscribers that match.", valueName: "expr"),
    completion: FilterText.completion(about: .subscribers))
  var filter: String?
  @Option(help: ArgumentHelp("The seed of the confidence bands.", valueName: "n"))
  var seed: UInt64 = 41
  @Option(help: ArgumentHelp("The maximum number of listed subscribers.", valueName: "n"))
  var top: Int = 10
  @OptionGroup var time: TimeOptions
  @OptionGroup var form: FormatOptions
  @OptionGroup var csv: CSVOptions
  @OptionGroup(title: "Common") var common: CommonOptions
  @OptionGroup(title: "Common") var display: DisplayOptions

  func run() throws {
    var session = try Session(common.values(display), asOf: time.asOf)
    let bom = try csv.bom(form.format)
    guard top >= 0 else {
      throw CommandError.notUnderstood("--top: \(top) is not a number of rows; use 0 or more.")
    }
    let length = try TimeExpression.duration(last, option: "--last")
    let condition = try FilterText.parse(filter)
    if id != nil { try form.format.check([.text, .json, .ndjson, .md], for: "whatif ID") }
    let ledger: any Ledger =
      if let id { try session.view(of: id) } else { try session.view() }
    let candidate = try self.candidate.candidate(over: ledger.policy)
    let whatIf = WhatIf(
      current: ledger.policy, candidate: candidate.policy, stated: candidate.stated,
      baseline: candidate.baseline, now: session.now,
      settings: WhatIf.Settings(seed: seed, differencesMax: top))
    if let id {
      let whole = try WholeSubscriber(
        session, ledger, named: id, for: "whatif", format: form.format)
      let timelines = try WhatIfTimelines(whole, whatIf)
      try form.format.print(
        text: timelines.text(session.time, ink: session.ink), json: timelines.json,
        markdown: timelines.markdown(session.time), to: session.output)
    } else {
      let query = EpisodeQuery(
        from: session.now - length, to: session.now + .milliseconds(1), filter: condition)
      try replay(whatIf, query, ledger, session, bom: bom)
    }
  }

  /// Replays the episodes of a query and prints the result.
  private func replay(
    _ whatIf: WhatIf, _ query: EpisodeQuery, _ ledger: any Ledger, _ session: Session, bom: Bool
  ) throws {
    var whatIf = whatIf
    let isList = form.format == .csv || form.format == .ndjson
    var printer = ListPrinter(session, format: form.format, bom: bom)
    let shape = WhatIfTable(time: session.time).form
    if isList { try printer.begin(shape, total: nil) }
    // The rows are written after the ledger was read: a slow reader of the output must not hold it
    // open.
    var differing: [EpisodeComparison] = []
    try ledger.readEpisodes(query) { record in
      let comparison = whatIf.add(record)
      if isList, comparison.differs { differing.append(comparison) }
      return true
    }
    if isList {
      try printer.rows(differing, shape)
      return try printer.end(next: nil, empty: "No episode differs.")
    }
    let page = WhatIfPage(
      report: whatIf.report(), policies: PolicyDifference.rows(whatIf), from: query.from,
      filter: filter, rates: session.rates)
    try form.format.print(
      text: page.text(session.time, ink: session.ink), json: page.json,
      markdown: page.markdown(session.time), to: session.output)
  }
}
