import ArgumentParser
import EventLedger
import ProgramConventions
import SubscriptionCore

/// `churntop report`: prints churn and recovery of a week or a month as one page for mail.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Print churn and recovery of a week or a month as a page for mail.",
    usage: "churntop report (--week | --month) [<options>]",
    discussion: """
      EXAMPLES
        churntop report --week > week.md
        churntop report --week --format html > week.html
        churntop report --month --ending 2026-09-30 --format html > september.html

      A week is the seven days, a month the thirty days up to yesterday or to --ending, in UTC. The
      HTML is one file without scripts, pictures or requests; it follows light and dark mode and
      prints. Nothing in it names a user.
      """.flowed)

  /// The formats of reports.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    /// Markdown.
    case md
    /// One HTML file.
    case html
  }

  /// The lengths of reports.
  enum Length: String, EnumerableFlag {
    /// Seven days.
    case week
    /// Thirty days.
    case month

    static func help(for value: Length) -> ArgumentHelp? {
      value == .week ? "Report on seven days." : "Report on thirty days."
    }
  }

  @Flag var length: Length
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The last day. Default: yesterday.", valueName: "date"))
  var ending: String?
  @Option(help: ArgumentHelp("md or html.", valueName: "format"))
  var format: Format = .md
  @OptionGroup var time: TimeOptions
  @OptionGroup(title: "Common") var common: CommonOptions
  @OptionGroup(title: "Common") var display: DisplayOptions

  func run() throws {
    var session = try Session(common.values(display), asOf: time.asOf)
    let ledger = try session.view()
    let windows = MetricsWindows(
      days: length == .week ? 7 : 30,
      ending: try WindowOptions.lastDay(ending, "--ending", session.now), now: session.now)
    let whole = try ledger.metrics(windows, prompts: ledger.policy.prompts)
    let parts = try [MetricsGrouping.product, .country].map {
      try ledger.metrics(windows, by: $0, groupsMax: OpsReport.groupsMax)
    }
    let late = session.isAsOf ? nil : try LateDays(of: windows, in: ledger)
    let document = OpsReport(
      whole: MetricsDocument(
        report: whole, filter: nil, rates: session.rates, late: late,
        silent: try session.silentFeeds(of: ledger)),
      parts: parts, time: session.time
    ).document
    try session.output.finish(format == .html ? document.html : document.markdown)
  }
}
