import ArgumentParser
import EventLedger
import ProgramConventions
import SubscriptionCore

/// `churntop explain`: the same in sentences.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Plain sentences for support: what happened, access, what to tell the user, why.",
    usage: "churntop explain <id> [<options>]",
    discussion: """
      EXAMPLES
        churntop explain mei@example.com
        churntop explain as_1000000831 --as-of 2026-11-01
        churntop explain GPA.3312-4455 --format json
      """.flowed)

  @OptionGroup var subscriber: SubscriberArgument
  @OptionGroup var time: TimeOptions
  @OptionGroup var form: FormatOptions
  @OptionGroup(title: "Common") var common: CommonOptions

  func run() throws {
    var session = try Session(common.values, asOf: time.asOf)
    try form.format.check([.text, .json, .ndjson, .md], for: "explain")
    let ledger = try session.view()
    let whole = try WholeSubscriber(session, ledger, named: subscriber.id)
    let sentences = whole.sentences(in: session.time.zone)
    let json: JSON = [
      "id": JSON(whole.subscriber.id), "asOf": JSON(session.now),
      "sentences": .array(sentences.map(JSON.string)),
    ]
    switch form.format {
    case .json: try session.output.line(json.pretty())
    case .ndjson: try session.output.line(json.compact)
    case .text, .md, .csv:
      for sentence in sentences { try session.output.line(DisplayText.sanitized(sentence)) }
    }
    try session.output.flush()
  }
}
