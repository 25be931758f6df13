import ArgumentParser
import Dashboard
import EventLedger
import ProgramConventions
import SubscriptionCore

/// `churntop due`: prints the Due screen as data.
struct DueCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "due",
    abstract: "List subscribers with a due payment-fix prompt, longest due first.",
    discussion: """
      EXAMPLES
        churntop due
        churntop due --filter store:google-play --format json
        churntop due --fail-if-any || notify-the-team
        churntop due --as-of +1d          what will be due this time tomorrow

      'churntop explain ID' says why, 'churntop prompt shown ID --step N' records one.
      """.flowed)

  @OptionGroup(title: "Page") var page: PageOptions
  @Flag(help: "Exit with status 3 if a prompt is due.")
  var failIfAny = false
  @OptionGroup var access: AccessOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var form: FormatOptions
  @OptionGroup var csv: CSVOptions
  @OptionGroup(title: "Common") var common: CommonOptions
  @OptionGroup(title: "Common") var display: DisplayOptions

  func run() throws {
    let session = try Session(common.values(display), asOf: time.asOf)
    if !failIfAny, page.isWhole, let reason = try session.linearReason(access, format: form.format)
    {
      return try LinearRun(session, because: reason).run(.due, filter: page.filter ?? "")
    }
    let list = try SubscriberList(session, page)
    let query = SubscriberQuery(filter: FilterText.due(and: list.filter), sort: .promptDue)
    let total = try list.print(
      query, for: "due", format: form.format, tellsLines: session.tellsLines(access),
      bom: try csv.bom(form.format), empty: "No prompt is due.")
    if failIfAny, total > 0 { throw CommandError.needsALook }
  }
}
