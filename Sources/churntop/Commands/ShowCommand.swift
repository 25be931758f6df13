import ArgumentParser
import EventLedger
import ProgramConventions
import SubscriptionCore

/// `churntop show`: prints one subscriber with all details.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print one subscriber: state, access, timeline, episodes, prompt, events.",
    usage: "churntop show <id> [<options>]",
    discussion: """
      EXAMPLES
        churntop show GPA.3312-4455-6677-88990
        churntop show MK5TTTVWJH
        churntop show mei@example.com --format json | jq .prompt
        churntop show as_1000000831 --as-of 2026-11-01
        churntop show as_1000000831 --gantt     a Mermaid diagram
        churntop show as_1000000831 --web       the store's own pages

      MK5TTTVWJH is an order of Apple's invoice mail, which the App Store is queried for; run the
      command again a moment later.
      """.flowed)

  @OptionGroup var subscriber: SubscriberArgument
  @Flag(help: "Only the timeline, as aligned text.")
  var timeline = false
  @Flag(help: "Only the timeline, as a Mermaid gantt diagram.")
  var gantt = false
  @Flag(help: "Only the addresses of the store's pages for it.")
  var web = false
  @OptionGroup var time: TimeOptions
  @OptionGroup var form: PageFormatOptions
  @OptionGroup(title: "Common") var common: CommonOptions
  @OptionGroup(title: "Common") var display: DisplayOptions

  func run() throws {
    var session = try Session(common.values(display), asOf: time.asOf)
    try form.check(for: "show")
    if timeline || gantt, form.format != .text {
      throw CommandError.notUnderstood(
        "--timeline and --gantt are text; without them, JSON has the timeline as well.")
    }
    let ledger = try session.view(of: subscriber.id)
    let whole = try WholeSubscriber(
      session, ledger, named: subscriber.id, for: "show", format: form.format)
    switch form.format {
    case .json where web: try session.output.line(whole.pagesJSON.pretty())
    case .ndjson where web: try session.output.line(whole.pagesJSON.compact)
    case _ where web: try session.output.write(whole.pagesText)
    case _ where gantt: try session.output.write(whole.mermaid(session.time))
    case _ where timeline: try session.output.write(whole.timelineText(session.time))
    case .json: try session.output.line(whole.json.pretty())
    case .ndjson: try session.output.line(whole.json.compact)
    case .text: try session.output.write(whole.text(session.time, ink: session.ink))
    case .md, .csv: try session.output.write(whole.markdown(session.time))
    }
    try session.output.flush()
  }
}
