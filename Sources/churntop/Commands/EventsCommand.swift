import ArgumentParser
import EventLedger
import ProgramConventions
import SubscriptionCore

/// `churntop events`: prints the Events screen as data.
struct EventsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "events",
    abstract: "List events of the stores and actions of operators, newest first.",
    usage: "churntop events [<options>]",
    discussion: """
      EXAMPLES
        churntop events --limit 20
        churntop events --kind billingFailed --kind holdStarted --format ndjson
        churntop events --subscriber mei@example.com
        churntop events --filter 'type:fail,hold,refund -source:test heard<1d'
        churntop events --filter 'state:hold' --after 1200

      A filter may select by the event (type, source, heard, actor, note) and by its subscriber.
      Without --limit the newest 100 are listed; --after goes on with older ones.
      """.flowed)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Only events that match.", valueName: "expr"),
    completion: FilterText.completion(about: .events))
  var filter: String?
  @Option(
    parsing: .unconditional, help: ArgumentHelp("The maximum number of events.", valueName: "n"))
  var limit: Int = 100
  @Option(help: ArgumentHelp("Only events before this position.", valueName: "position"))
  var after: LedgerPosition?
  @Option(help: ArgumentHelp("Only events of this kind; can be repeated.", valueName: "kind"))
  var kind: [EventKind] = []
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Only events of the subscriber with this id.", valueName: "id"))
  var subscriber: String?
  @OptionGroup var time: TimeOptions
  @OptionGroup var form: FormatOptions
  @OptionGroup var csv: CSVOptions
  @OptionGroup(title: "Common") var common: CommonOptions
  @OptionGroup(title: "Common") var display: DisplayOptions

  func run() throws {
    var session = try Session(common.values(display), asOf: time.asOf)
    try CommandError.check(limit: limit)
    let filter = try FilterText.parse(filter, about: .events)
    let ledger = try session.view()
    let id = try subscriber.map { text in
      try session.resolve(text, in: ledger)
    }
    let shape = EventTable(time: session.time).form
    // Only tables have a column for the person.
    let isTable = form.format == .text || form.format == .md
    let isHidden =
      try isTable
      && session.hidesPersonalData(from: "events", format: form.format, count: limit, in: ledger)
    let reader = EventReader(ledger, filter: filter, now: session.now, masksPersonalData: isHidden)
    var query = EventSearch(
      subscription: id, kinds: Set(kind), before: after, limit: EventReader.chunkEvents)
    if id != nil { query.span = .max }
    var printer = ListPrinter(session, format: form.format, bom: try csv.bom(form.format))
    try printer.begin(shape, total: nil)
    var left = limit
    var next: LedgerPosition?
    while next == nil {
      let (step, rows) = try reader.read(query)
      let shown = EventRow.whole(rows, atMost: left, isFirst: left == limit)
      try printer.rows(shown, shape)
      left = max(0, left - shown.count)
      if shown.count < rows.count {
        next = shown.last?.position ?? query.before
        break
      }
      guard !step.isOver else { break }
      query.before = step.reached
      if left == 0 { next = step.reached }
    }
    try printer.end(
      next: next.map(String.init),
      empty: after == nil ? "No event matches." : "No earlier event matches.")
  }
}

extension EventKind: ExpressibleByArgument {}
