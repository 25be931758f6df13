import ArgumentParser
import Dashboard
import EventLedger
import ProgramConventions
import SubscriptionCore

/// `churntop list`: prints the Subscribers screen as data.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List subscribers: state, access, money, whether a prompt is due.",
    discussion: """
      EXAMPLES
        churntop list --filter 'state:grace,hold loses<3d'
        churntop list --sort mrr --reverse --limit 20
        churntop list --view save-me            a view saved on the screen with @s
        churntop list --as-of 2026-11-01 --format csv > november.csv
        churntop list --format ndjson | jq -r .id

      \(FilterText.help)
      """.flowed)

  @OptionGroup(title: "Page") var page: PageOptions
  @OptionGroup var view: ViewOptions
  @Option(
    help: ArgumentHelp(
      "The order: \(SubscriberSort.allCases.map(\.rawValue).joined(separator: ", ")). "
        + "Default: loses.", valueName: "order"))
  var sort: SubscriberSort?
  @Flag(help: "Reverse the order.")
  var reverse = false
  @OptionGroup var access: AccessOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var form: FormatOptions
  @OptionGroup var csv: CSVOptions
  @OptionGroup(title: "Common") var common: CommonOptions
  @OptionGroup(title: "Common") var display: DisplayOptions

  func run() throws {
    let session = try Session(common.values(display), asOf: time.asOf)
    let saved = try view.saved(session)
    var page = page
    if let saved { page.filter = saved.filter(and: page.filter) }
    let sort = sort ?? saved?.sort.first?.sort ?? .losesAccess
    let isReversed = self.sort == nil && saved?.sort.first?.descending == true
    let reverse = self.reverse != isReversed
    if page.isWhole, sort == .losesAccess, !reverse,
      let reason = try session.linearReason(access, format: form.format)
    {
      return try LinearRun(session, because: reason).run(.subscribers, filter: page.filter ?? "")
    }
    let list = try SubscriberList(session, page)
    let query = SubscriberQuery(filter: list.filter, sort: sort, descending: reverse)
    if sort == .mrr, list.filter?.namesCurrency != true {
      diagnostics.say(
        "The order goes by the amount, whatever its currency; --filter currency:usd, or another "
          + "code, compares like with like.")
    }
    _ = try list.print(
      query, for: "list", format: form.format, tellsLines: session.tellsLines(access),
      bom: try csv.bom(form.format), empty: "No subscriber matches.")
  }
}

extension SubscriberSort: ExpressibleByArgument {}
