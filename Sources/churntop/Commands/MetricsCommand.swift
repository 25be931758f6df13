import ArgumentParser
import EventLedger
import PlainText
import ProgramConventions
import SubscriptionCore

/// `churntop metrics`: prints churn and recovery over a window.
struct MetricsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "metrics",
    abstract: "Print churn and recovery over a window, beside the window before.",
    discussion: """
      EXAMPLES
        churntop metrics
        churntop metrics --last 7d --by product
        churntop metrics --from 2026-10-01 --to 2026-10-31 --format json
        churntop metrics --filter country:JP --by plan
        churntop metrics --explain hold-recovery-rate
        churntop metrics --format json | jq '.prompts.holdout'

      Every share has its numerator, its denominator and its 95 % interval. The window before is
      compared as it was known at the same age, and an arrow marks a change beyond noise. Only
      production counts. --by is one of store, product, plan, country, app, cohort and tag.

      Below the metrics stand what became of the failed renewals, the money of the window by
      currency and the effect of prompts: recovery after a prompt beside that of episodes not
      prompted at the same age, which is no experiment, and where the policy has a holdout the
      comparison with the accounts held out, which is one. None of them is by group; the groups of
      --by come last.
      """.flowed)

  @OptionGroup(title: "Window") var window: WindowOptions
  @Option(
    help: ArgumentHelp(
      "Also by store, product, plan, country, app, cohort or tag.", valueName: "property"))
  var by: MetricsGrouping?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Only subscribers that match, such as 'country:JP'.", valueName: "expr"),
    completion: FilterText.completion(about: .subscribers))
  var filter: String?
  @Option(
    parsing: .unconditional, help: ArgumentHelp("The most groups.", valueName: "n"))
  var limit = 20
  @Option(
    help: ArgumentHelp(
      "Print the formula of a metric and where it misleads.", valueName: "metric"),
    completion: .list(MetricDefinition.all.map(\.dashed)))
  var explain: String?
  @OptionGroup var time: TimeOptions
  @OptionGroup var form: FormatOptions
  @OptionGroup var csv: CSVOptions
  @OptionGroup(title: "Common") var common: CommonOptions
  @OptionGroup(title: "Common") var display: DisplayOptions

  func run() throws {
    let session = try Session(common.values(display), asOf: time.asOf)
    if let explain { return try Self.explain(explain, form.format, session) }
    guard limit >= 1 else { throw CommandError.notUnderstood("--limit: write 1 or more.") }
    let windows = try window.windows(at: session.now)
    try Self.print(
      windows, filter: filter, by: by, limit: limit, session, form.format,
      bom: try csv.bom(form.format))
  }

  /// Prints the report of some windows.
  static func print(
    _ windows: MetricsWindows, filter: String?, by: MetricsGrouping?, limit: Int,
    _ session: Session, _ format: OutputFormat, bom: Bool
  ) throws {
    var session = session
    let parsed = try FilterText.parse(filter)
    let ledger = try session.view()
    let report = try ledger.metrics(
      windows, filter: parsed, by: by, groupsMax: limit, prompts: ledger.policy.prompts)
    var document = MetricsDocument(report: report, filter: filter, rates: session.rates)
    if parsed == nil, !session.isAsOf {
      document.late = try LateDays(of: windows, in: ledger)
    }
    document.silent = try session.silentFeeds(of: ledger)
    try format.print(
      text: document.text(session.time, ink: session.ink, room: session.output.columns),
      json: document.json, lines: document.lines, csv: document.csv,
      markdown: document.markdown, bom: bom, to: session.output)
  }

  /// Prints the definition of a metric.
  private static func explain(
    _ name: String, _ format: OutputFormat, _ session: Session
  ) throws(CommandError) {
    try format.check([.text, .json], for: "metrics --explain")
    guard let found = MetricDefinition.find(name) else {
      let names = MetricDefinition.all.map(\.dashed)
      let near = NearestName.find(name, in: names)
      throw .notUnderstood(
        "--explain: '\(DisplayText.excerpt(name))' is not a metric. "
          + (near.map { "Did you mean \($0)?" }
            ?? "Write one of \(names.joined(separator: ", "))."))
    }
    try format.print(
      text: "\(found.title)\n  = \(found.formula)\n\n\(found.meaning)\n"
        + (found.source.map { "\nSource: \($0)\n" } ?? ""),
      json: [
        "metric": .string(found.name), "title": .string(found.title),
        "formula": .string(found.formula), "meaning": .string(found.meaning),
        "source": JSON(found.source),
      ], to: session.output)
  }
}

extension Session {
  /// Returns the feeds of a ledger that are silent for too long at the instant of the command.
  func silentFeeds(of ledger: any Ledger) throws -> [StoreFeed] {
    let (now, tolerance) = (now, try silenceMax)
    let feeds = try ledger.figures(at: now).feeds
    return feeds.named.filter { $0.isStale(at: now, tolerance: tolerance) }
  }
}

extension MetricsGrouping: ExpressibleByArgument {}
