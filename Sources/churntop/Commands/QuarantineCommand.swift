import ArgumentParser
import EventLedger
import Intake
import ProgramConventions
import StorePayloads
import SubscriptionCore

/// `churntop quarantine`: commands for refused entries.
struct QuarantineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quarantine",
    abstract: "List refused payloads with the reasons, and import them again after a fix.",
    discussion: """
      EXAMPLES
        churntop quarantine list
        churntop quarantine show 12
        churntop quarantine retry --verify signed --root com.example.app=test-ca.pem
        churntop quarantine drop 12 13
      """.flowed,
    subcommands: [List.self, Show.self, Retry.self, Drop.self])

  /// The refusal of numbers that no refused payload has.
  private static func missing(_ numbers: String) -> CommandError {
    .notFound(
      "The quarantine has no number \(numbers). See 'churntop quarantine list' for those it has.")
  }

  /// `churntop quarantine list`: lists refused entries.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List refused payloads, oldest first.",
      usage: "churntop quarantine list [<options>]",
      discussion: """
        EXAMPLE
          churntop quarantine list --format ndjson | jq -r .reason | sort | uniq -c
        """.flowed)

    @Option(
      parsing: .unconditional, help: ArgumentHelp("The maximum number of payloads.", valueName: "n")
    )
    var limit: Int?
    @Option(help: ArgumentHelp("Only those after this number.", valueName: "number"))
    var after: Int64 = 0
    @OptionGroup var form: FormatOptions
    @OptionGroup(title: "Common") var common: CommonOptions
    @OptionGroup(title: "Common") var display: DisplayOptions

    func run() throws {
      let session = try Session(common.values(display))
      try CommandError.check(limit: limit)
      let ledger = try session.open(.reading)
      let shape = RefusalTable(time: session.time).form
      var printer = ListPrinter(session, format: form.format)
      let total = try ledger.refusedCount()
      try printer.begin(shape, total: total)
      var (cursor, left, next) = (after, limit ?? .max, String?.none)
      while left > 0 {
        let count = min(left, 500)
        let entries = try ledger.refused(after: cursor, limit: count)
        try printer.rows(entries, shape)
        guard entries.count == count, let last = entries.last else { break }
        (cursor, left) = (last.number, left - count)
        if left <= 0 { next = String(last.number) }
      }
      try printer.end(
        next: next,
        empty: after > 0 && total > 0 ? "Nothing follows that --after." : "Nothing was refused.")
    }
  }

  /// `churntop quarantine show`: prints a refused entry.
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Print one refused payload completely.",
      usage: "churntop quarantine show <number> [<options>]",
      discussion: """
        A payload may hold names and mail addresses, so that it is recorded who prints one
        (churntop ledger audit). Where it cannot be recorded, the payload is left out.

        EXAMPLES
          churntop quarantine show 12
          churntop quarantine show 12 --raw > refused.json
        """.flowed)

    @Argument(help: ArgumentHelp("Its number in the list.", valueName: "number"))
    var number: Int64
    @Flag(help: "Only the payload; in a file or a pipe byte for byte.")
    var raw = false
    @OptionGroup var form: ReportFormatOptions
    @OptionGroup(title: "Common") var common: CommonOptions
    @OptionGroup(title: "Common") var display: DisplayOptions

    func run() throws {
      let session = try Session(common.values(display))
      try form.check(for: "quarantine show")
      let ledger = try session.open(.reading)
      let number = number
      let entry = try ledger.refused(after: number - 1, limit: 1).first { $0.number == number }
      guard let entry else {
        throw QuarantineCommand.missing("\(number)")
      }
      let isHidden = ledger.auditMode == .hidden
      if isHidden {
        guard !raw else {
          throw CommandError.failed("Nothing was printed. \(session.hidingReason)")
        }
        diagnostics.say(session.hidingReason)
      } else {
        try session.record(
          raw || form.format != .text ? .exported : .viewed, by: "quarantine",
          format: raw ? "raw" : form.format.rawValue, count: 1, in: ledger)
      }
      if raw {
        try session.output.write(bytes: entry.raw)
        return try session.output.flush()
      }
      let text = isHidden ? nil : String(decoding: entry.raw, as: UTF8.self)
      let json = RefusalTable.json(entry).adding(["raw": JSON(text)])
      let lines = RefusalTable(time: session.time).lines(entry, showsPayload: !isHidden)
      try form.format.print(json, or: lines, to: session)
    }
  }

  /// `churntop quarantine retry`: imports refused entries again.
  struct Retry: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "retry",
      abstract: "Import refused payloads again; accepted ones leave the quarantine.",
      usage: "churntop quarantine retry [<number> ...] [<options>]",
      discussion: """
        EXAMPLES
          churntop quarantine retry                 all of them
          churntop quarantine retry 12 13 --verify off
        """.flowed)

    @Argument(help: ArgumentHelp("Numbers in the list. Default: all.", valueName: "number"))
    var numbers: [Int64] = []
    @OptionGroup(title: "Trust") var trust: TrustOptions
    @OptionGroup var form: ReportFormatOptions
    @OptionGroup(title: "Common") var common: CommonOptions
    @OptionGroup(title: "Common") var display: DisplayOptions

    func run() throws {
      let session = try Session(common.values(display))
      try form.check(for: "quarantine retry")
      let ledger = try session.open(.writing)
      let intake = Intake(ledger: ledger, trust: try trust.policy())
      let wanted = numbers.isEmpty ? nil : Set(numbers)
      let watch = Stopwatch()
      var report = try intake.retryQuarantine(wanted, now: session.clock)
      report.elapsed = watch.read()
      let summary = ImportSummary([report])
      try form.format.print(summary.json, or: summary.lines, to: session)
      if let wanted, report.read < wanted.count {
        throw CommandError.notFound("Some of these numbers are not in the quarantine.")
      }
      if report.refused > 0 { throw CommandError.needsALook }
    }
  }

  /// `churntop quarantine drop`: deletes refused entries.
  struct Drop: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "drop",
      abstract: "Remove refused payloads permanently.",
      usage: "churntop quarantine drop <number> ... [<options>]",
      discussion: """
        EXAMPLE
          churntop quarantine drop 12 13
        """.flowed)

    @Argument(help: ArgumentHelp("Numbers in the list.", valueName: "number"))
    var numbers: [Int64]
    @OptionGroup(title: "Common") var common: CommonOptions
    @OptionGroup(title: "Common") var display: DisplayOptions

    func run() throws {
      let session = try Session(common.values(display))
      let ledger = try session.open(.writing)
      var missing: [Int64] = []
      for number in numbers {
        let found = try ledger.dropRefused(number)
        if !found { missing.append(number) }
      }
      try session.output.finish("\(numbers.count - missing.count) dropped\n")
      guard missing.isEmpty else {
        let names = missing.map(String.init).joined(separator: ", ")
        throw QuarantineCommand.missing(names)
      }
    }
  }
}
