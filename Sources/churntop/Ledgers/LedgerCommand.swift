import ArgumentParser
import EventLedger
import ProgramConventions
import SubscriptionCore

/// `churntop ledger`: commands for a ledger as a whole.
struct LedgerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ledger",
    abstract: "Make a ledger, look at it, copy it, and say who may do what and who did.",
    discussion: """
      A ledger is a SQLite file, or lies on a PostgreSQL server that a whole team uses. A server is
      named by a URL or a service, wherever a ledger is: --ledger, CHURNTOP_LEDGER, config.toml.
      Passwords belong into ~/.pgpass or PGPASSFILE.

      EXAMPLES
        churntop ledger init --ledger postgres://db.example/churn
        churntop ledger status --ledger service=churn
        churntop ledger copy ledger.sqlite postgres://db.example/churn
        churntop ledger audit --since -30d --format csv
      """.flowed,
    subcommands: [
      Init.self, Status.self, Adopt.self, Rules.self, Compact.self, Prune.self, Copy.self,
      Migrate.self, Roles.self, Audit.self,
    ])

  /// `churntop ledger compact`: makes a ledger's file as small as it can be.
  struct Compact: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "compact",
      abstract: "Compress what earlier versions stored in a file, and give back free room.",
      usage: "churntop ledger compact [<options>]",
      discussion: """
        New payloads and events are compressed as they arrive; this compresses those before,
        which reads, exports and hashes give as they came. churntopd and dashboards may run on,
        but wait while the file is rewritten at the end, which takes its size in free space.
        An interrupted run loses nothing, and the next one goes on. A server's database looks
        after its room itself.

        EXAMPLE
          churntop ledger compact && churntop ledger status --sizes
        """.flowed)

    @OptionGroup var form: ReportFormatOptions
    @OptionGroup(title: "Common") var common: CommonOptions
    @OptionGroup(title: "Common") var display: DisplayOptions

    func run() throws {
      let session = try Session(common.values(display))
      try form.check(for: "ledger compact")
      let serverRefusal = CommandError.notUnderstood(
        "\(session.path) is on a server, whose database gives room back itself (autovacuum).")
      guard !session.address.isServer else { throw serverRefusal }
      let ledger = try session.open(.writing)
      let line = ProgressLine()
      let outcome = try {
        defer { line.end() }
        return try ledger.compact { line.show(LedgerCommand.words($0)) }
      }()
      guard let outcome else { throw serverRefusal }
      let json: JSON = [
        "ledger": .string(session.path), "payloads": JSON(outcome.payloads),
        "events": JSON(outcome.events), "bytesBefore": .integer(outcome.bytesBefore),
        "bytesAfter": .integer(outcome.bytesAfter),
      ]
      let words =
        "\(session.path): \(CountText.grouped(outcome.payloads)) payloads and "
        + "\(CountText.grouped(outcome.events)) events compressed, "
        + "\(ByteText.short(outcome.bytesBefore)) before, "
        + "\(ByteText.short(outcome.bytesAfter)) now"
      try form.format.print(json, or: [words], to: session)
    }
  }
}

extension LedgerCommand {
  /// Returns the words about a step of a compaction, with a bar.
  private static func words(_ step: LedgerCompaction.Step) -> String {
    switch step {
    case .compressing(let share): "compressing  \(ProgressMeter.bar(share: share))"
    case .givingBack: "rewriting the file without free room"
    }
  }
}
