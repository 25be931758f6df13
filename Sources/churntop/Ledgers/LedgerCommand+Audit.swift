import ArgumentParser
import EventLedger
import ProgramConventions
import SubscriptionCore

extension LedgerCommand {
  /// `churntop ledger audit`: prints who saw personal data, and who exported it.
  struct Audit: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "audit",
      abstract: "Print who saw names and mail addresses, and who took them out, newest first.",
      usage: "churntop ledger audit [<options>]",
      discussion: """
        Recorded are dashboards that show names, each subscriber whose Detail shows them, what
        commands print of them, copies, exports and backups, and none of the data itself. No
        entry can be changed or removed; an erasure takes out whom it was about. On a server an
        entry has the role in the database too, and only the owner reads the record.

        With --subscriber only entries about that one are printed; whoever saw a list or exported
        has seen that one as well.

        EXAMPLES
          churntop ledger audit --since -30d
          churntop ledger audit --subscriber mei@example.com --since 2026-01-01
          churntop ledger audit --actor mira --format csv > mira.csv
        """.flowed)

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "Only accesses since this time: RFC 3339, a date, -3d, -6h.", valueName: "time"))
    var since: String?
    @Option(help: ArgumentHelp("Only those of this operator.", valueName: "name"))
    var actor: String?
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("Only those about this subscriber.", valueName: "id"))
    var subscriber: String?
    @Option(
      parsing: .unconditional, help: ArgumentHelp("The maximum number of entries.", valueName: "n"))
    var limit: Int?
    @Option(help: ArgumentHelp("Only older ones than this number.", valueName: "number"))
    var after: Int64?
    @OptionGroup var form: FormatOptions
    @OptionGroup(title: "Common") var common: CommonOptions
    @OptionGroup(title: "Common") var display: DisplayOptions

    func run() throws {
      let session = try Session(common.values(display))
      try CommandError.check(limit: limit)
      let ledger = try session.open(.inspecting)
      var query = AuditQuery(
        since: try since.map { text throws(CommandError) in
          try TimeExpression.parse(text, now: session.now, in: session.time.zone, option: "--since")
        }, actor: actor, before: after, limit: 0)
      if let subscriber {
        let id = try session.resolve(subscriber, in: ledger)
        query.subscription = id
        query.account = try ledger.summary(id)?.account
      }
      let shape = AuditTable(time: session.time).form
      var printer = ListPrinter(session, format: form.format)
      try printer.begin(shape, total: nil)
      var (left, next) = (limit ?? .max, String?.none)
      while left > 0 {
        query.limit = min(left, Self.chunkRows)
        let entries = try ledger.auditEntries(query)
        try printer.rows(entries, shape)
        guard entries.count == query.limit, let last = entries.last else { break }
        (query.before, left) = (last.number, left - entries.count)
        if left <= 0 { next = String(last.number) }
      }
      try printer.end(next: next, empty: "Nothing of the kind is recorded.")
    }

    /// The number of entries fetched at a time.
    private static let chunkRows = 500
  }
}

/// Entries of the audit log as a table and as data.
struct AuditTable {
  /// The formatter of instants.
  var time: LocalTime

  /// The columns in every format.
  var form: ListPrinter.Form<AuditEntry> {
    let titles = ["AT", "WHO", "ROLE", "WHAT", "BY", "FORMAT", "COUNT", "SUBSCRIBER", "ACCOUNT"]
    return ListPrinter.Form(
      columns: titles.map { Table.Column(title: $0, leansRight: $0 == "COUNT") }, cells: cells,
      names: [
        "number", "at", "kind", "actor", "role", "command", "format", "count", "subscription",
        "account",
      ],
      json: Self.json)
  }

  private func cells(_ entry: AuditEntry) -> [Table.Cell] {
    let access = entry.access
    return [
      time.second(access.at), access.actor, entry.role ?? "-", access.kind.rawValue,
      access.command, access.format ?? "-", access.count.map { CountText.grouped($0) } ?? "-",
      access.subscription?.rawValue ?? "-", access.account?.rawValue ?? "-",
    ].map { Table.Cell(text: $0) }
  }

  static func json(_ entry: AuditEntry) -> JSON {
    let access = entry.access
    return [
      "number": .integer(entry.number), "at": JSON(access.at),
      "kind": .string(access.kind.rawValue), "actor": .string(access.actor),
      "role": JSON(entry.role), "command": .string(access.command),
      "format": JSON(access.format), "count": JSON(access.count),
      "subscription": JSON(access.subscription?.rawValue),
      "account": JSON(access.account?.rawValue),
    ]
  }
}
