import ArgumentParser
import Dashboard
import EventLedger
import ProgramConventions
import SubscriptionCore

/// `churntop digest`: prints what happened since a time.
struct DigestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "digest",
    abstract: "Print what happened since yesterday evening, and whom to look at first.",
    usage: "churntop digest [--since <time>] [<options>]",
    discussion: """
      EXAMPLES
        churntop digest
        churntop digest --since 18:00 --timezone Europe/Berlin
        churntop digest --since 'yesterday 09:00' --filter store:google-play
        churntop digest --since -7d --format json

      It counts what failed, was recovered and was lost, beside the usual of the same hours of the
      days before (of the same days of the weeks before, for more than a day), and marks a change
      beyond noise. A time such as 18:00 is the latest one in the time zone of text output, in which
      a date begins, too. Only
      production counts. The cases are the users who lose access within 24 hours and those whose
      renewal failed, those of the greatest worth, by time.
      """.flowed)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The first instant: 18:00, 'yesterday 09:00', a date, -12h. Default: yesterday 18:00.",
      valueName: "time"))
  var since: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Only subscribers that match, such as 'country:JP'.", valueName: "expr"),
    completion: FilterText.completion(about: .subscribers))
  var filter: String?
  @OptionGroup var time: TimeOptions
  @OptionGroup var form: FormatOptions
  @OptionGroup var csv: CSVOptions
  @OptionGroup(title: "Common") var common: CommonOptions
  @OptionGroup(title: "Common") var display: DisplayOptions

  func run() throws {
    var session = try Session(common.values(display), asOf: time.asOf)
    let bom = try csv.bom(form.format)
    let parsed = try FilterText.parse(filter)
    let ledger = try session.view()
    let zone = session.time.zone
    let first = try Self.since(since, now: session.now, in: zone)
    let query = DigestQuery(
      DigestSpan(since: first, now: session.now, in: zone), filter: parsed, rates: session.rates,
      silenceMax: try session.silenceMax, isPast: session.isAsOf)
    let digest = try ledger.digest(query)
    guard let digest else { return }
    let isHidden =
      try form.format != .csv && !digest.cases.isEmpty
      && session.hidesPersonalData(
        from: "digest", format: form.format, count: digest.cases.count, in: ledger)
    let document = DigestDocument(
      digest: isHidden ? digest.masked : digest, filter: filter, rates: session.rates,
      isPast: session.isAsOf)
    try form.format.print(
      text: document.text(session.time, ink: session.ink, room: session.output.columns),
      json: document.json, lines: document.lines, csv: document.csv,
      markdown: document.markdown(session.time), bom: bom, to: session.output)
  }

  /// Parses the first instant; yesterday evening without one.
  static func since(
    _ text: String?, now: Timestamp, in zone: DisplayZone
  ) throws(CommandError) -> Timestamp {
    let words = text ?? DigestSpan.usualSince
    if let instant = InstantText.earlier(words, now: now, in: zone) { return instant }
    if InstantText.instant(words, now: now, in: zone) != nil {
      throw .notUnderstood("--since: '\(words)' is in the future. Write an earlier time.")
    }
    throw .notUnderstood(
      "--since: '\(DisplayText.excerpt(words))' is not a time. Write 18:00, 'yesterday 09:00', "
        + "2025-11-20, 2025-11-20T17:42:00Z or -12h.")
  }
}
