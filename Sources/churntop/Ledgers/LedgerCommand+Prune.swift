import ArgumentParser
import EventLedger
import ProgramConventions
import SubscriptionCore

extension LedgerCommand {
  /// `churntop ledger prune`: removes old payloads from a ledger's file.
  struct Prune: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "prune",
      abstract: "Remove the payloads received before a date, and record who did.",
      usage: "churntop ledger prune --payloads --before <time> [<options>]",
      discussion: """
        What was read from the payloads stays: events, subscribers, lists, figures and metrics are
        the same afterwards, and a payload that arrives again is known. Gone for good is what the
        stores sent byte for byte: an export leaves it out, and 'ledger copy' is refused. Payloads
        with something that this version does not know stay, and so does the quarantine.

        On a terminal 'prune' has to be typed; elsewhere --yes is needed. Dashboards and
        churntopd may run on. What was interrupted goes on with the next run. 'churntop ledger
        compact' gives the room back to the disk.

        EXAMPLES
          churntop ledger prune --payloads --before 2025-01-01 --dry-run
          churntop ledger prune --payloads --before -730d --yes
        """.flowed)

    @Flag(help: "Prune payloads, the one thing that can be pruned.")
    var payloads = false
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "Those received before this time: RFC 3339, a date, -730d.", valueName: "time"))
    var before: String
    @Flag(help: "Print what would be removed, and change nothing.")
    var dryRun = false
    @Flag(help: "Do not ask for confirmation.")
    var yes = false
    @Option(
      help: ArgumentHelp(
        "The person who requested it. Default: your login name.", valueName: "name"))
    var by: String?
    @OptionGroup var form: ReportFormatOptions
    @OptionGroup(title: "Common") var common: CommonOptions
    @OptionGroup(title: "Common") var display: DisplayOptions

    func run() throws {
      let session = try Session(common.values(display))
      try form.check(for: "ledger prune")
      guard payloads else {
        throw CommandError.notUnderstood("Say --payloads: nothing else can be pruned.")
      }
      let serverRefusal = CommandError.notUnderstood(
        "\(session.path) is on a server, whose payloads cannot be pruned; a file's can.")
      guard !session.address.isServer else { throw serverRefusal }
      let instant = try TimeExpression.parse(
        before, now: session.now, in: session.time.zone, option: "--before")
      guard instant <= session.now else {
        throw CommandError.notUnderstood("--before: '\(before)' lies in the future.")
      }
      let ledger = try session.open(dryRun ? .inspecting : .writing)
      let actor = try session.actor(by: by, in: ledger)
      let found = try ledger.prunablePayloads(before: instant)
      guard let found else { throw serverRefusal }
      var pruning: PayloadPruning?
      if !dryRun, found.payloads > 0 {
        if !yes {
          let count = CountText.grouped(found.payloads)
          try Confirmation(
            word: "prune",
            question: "This removes \(count) payloads received before "
              + "\(session.time.second(instant)) for good. Type prune to go on:",
            unattended: "Pruning cannot be undone. Say --yes to remove \(count) payloads, or "
              + "--dry-run.",
            declined: "Nothing was pruned."
          ).require()
        }
        let line = ProgressLine()
        defer { line.end() }
        pruning = try ledger.prunePayloads(
          before: instant, actor: actor, now: session.clock
        ) { line.show("pruning payloads  \(ProgressMeter.bar(share: $0))") }
      }
      try print(pruning?.removed ?? found, pruning, before: instant, session)
    }

    private func print(
      _ amount: PayloadAmount, _ pruning: PayloadPruning?, before instant: Timestamp,
      _ session: Session
    ) throws {
      let json: JSON = [
        "ledger": .string(session.path), "before": JSON(instant), "dryRun": .bool(dryRun),
        "payloads": JSON(amount.payloads), "bytes": .integer(amount.bytes),
        "pruning": pruning.map(PruningWords.json) ?? .null,
      ]
      let end =
        amount.payloads == 0
        ? "nothing to prune"
        : dryRun
          ? "would be pruned"
          : "pruned; 'churntop ledger compact' gives the room back"
      let words =
        "\(session.path): \(CountText.grouped(amount.payloads)) payloads received before "
        + "\(session.time.second(instant)), \(ByteText.short(amount.bytes)) in the file: \(end)"
      try form.format.print(json, or: [words], to: session)
    }
  }
}
