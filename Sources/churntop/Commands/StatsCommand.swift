import ArgumentParser
import EventLedger
import ProgramConventions
import SubscriptionCore

/// `churntop stats`: prints the Overview as data.
struct StatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Print the Overview's figures: states, prompts, time to loss, recovery, churn.",
    usage: "churntop stats [<options>]",
    discussion: """
      EXAMPLES
        churntop stats
        churntop stats --format json | jq '.recovery[] | select(.windowDays == 30)'
        churntop stats --as-of 2026-10-01 --format csv
        churntop stats --by product --filter store:google-play

      Every share is given with its numerator and its denominator. Only production counts. Money is
      in the currency of [currency] in the configuration, at its rates, if it has any. With --by
      or --filter it prints what churntop metrics prints: churn and recovery over the last 30 days.
      """.flowed)

  @Option(
    help: ArgumentHelp(
      "Churn and recovery by store, product, plan, country, app, cohort or tag.",
      valueName: "property"))
  var by: MetricsGrouping?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Churn and recovery of subscribers that match.", valueName: "expr"),
    completion: FilterText.completion(about: .subscribers))
  var filter: String?
  @OptionGroup var time: TimeOptions
  @OptionGroup var form: FormatOptions
  @OptionGroup var csv: CSVOptions
  @OptionGroup(title: "Common") var common: CommonOptions
  @OptionGroup(title: "Common") var display: DisplayOptions

  func run() throws {
    let session = try Session(common.values(display), asOf: time.asOf)
    guard by == nil, filter == nil else {
      return try MetricsCommand.print(
        MetricsWindows(days: 30, now: session.now), filter: filter, by: by, limit: 20, session,
        form.format, bom: try csv.bom(form.format))
    }
    try Self.print(session, format: form.format, bom: try csv.bom(form.format))
  }

  /// Prints the figures at the instant of a session.
  static func print(_ session: Session, format: OutputFormat, bom: Bool = false) throws {
    var session = session
    let ledger = try session.view()
    let figures = try ledger.figures(at: session.now)
    let statistics = Statistics(
      figures: figures, now: session.now, silenceMax: try session.silenceMax,
      rates: session.rates)
    try format.print(
      text: statistics.text(session.time, ink: session.ink), json: statistics.json,
      csv: statistics.csv, markdown: statistics.markdown, bom: bom, to: session.output)
  }
}
