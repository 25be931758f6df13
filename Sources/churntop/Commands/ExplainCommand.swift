import ArgumentParser
import ConfigurationFiles
import EventLedger
import ProgramConventions
import SubscriptionCore

/// `churntop explain`: explains one subscriber in sentences.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a subscriber in plain sentences, for support or as a reply to the customer.",
    usage: "churntop explain <id> [<options>]",
    discussion: """
      EXAMPLES
        churntop explain mei@example.com
        churntop explain as_1000000831 --as-of 2026-11-01
        churntop explain GPA.3312-4455 --format json
        churntop explain mei@example.com --for customer
        churntop explain mei@example.com --for customer --lang ja

      A reply to the customer is in her own time zone, if the app has provided it, and in the
      language of her country's storefront. The words are those of replies/en.toml and its
      like; 'churntop config example replies' prints one to begin with.
      """.flowed)

  /// The reader of the sentences.
  enum Audience: String, ExpressibleByArgument, CaseIterable {
    /// The support team.
    case support
    case customer
  }

  @OptionGroup var subscriber: SubscriberArgument
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("The reader: support or customer.", valueName: "reader"))
  var audience = Audience.support
  @Option(
    help: ArgumentHelp(
      "The language of a reply, such as en or ja. Default: by the storefront's country.",
      valueName: "language"))
  var lang: String?
  @OptionGroup var time: TimeOptions
  @OptionGroup var form: PageFormatOptions
  @OptionGroup(title: "Common") var common: CommonOptions
  @OptionGroup(title: "Common") var display: DisplayOptions

  func run() throws {
    var session = try Session(common.values(display), asOf: time.asOf)
    try form.check(for: "explain")
    let ledger = try session.view(of: subscriber.id)
    let whole = try WholeSubscriber(
      session, ledger, named: subscriber.id, for: "explain", format: form.format)
    guard audience == .support else { return try reply(about: whole, session) }
    guard lang == nil else {
      throw CommandError.notUnderstood("--lang is for replies: add --for customer.")
    }
    let sentences = whole.sentences(in: session.time.zone)
    let json: JSON = [
      "id": JSON(whole.subscriber.id), "asOf": JSON(session.now),
      "sentences": .array(sentences.map(JSON.string)),
    ]
    try form.format.print(
      text: sentences.map { DisplayText.sanitized($0) + "\n" }.joined(), json: json,
      markdown: sentences.map { Table.markdownCell($0) + "\n" }.joined(), to: session.output)
  }

  private func reply(about whole: WholeSubscriber, _ session: Session) throws {
    let files = ReplyFiles(configurationFolder: session.dependencies.configurationFolder)
    for problem in files.problems { diagnostics.say(problem.sentence) }
    if session.isAsOf {
      diagnostics.say(
        "The reply is of \(session.time.minute(session.now)); a customer needs what holds now, "
          + "without --as-of.")
    }
    let reply = try whole.reply(files, language: lang, zone: session.time.zone)
    let lines = reply.text.split(separator: "\n", omittingEmptySubsequences: false)
    try form.format.print(
      text: reply.text, json: reply.json(whole),
      markdown: lines.map { Table.markdownCell(String($0)) }.joined(separator: "\n"),
      to: session.output)
  }
}
