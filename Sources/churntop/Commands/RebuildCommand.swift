import ArgumentParser
import EventLedger
import ProgramConventions
import SubscriptionCore

/// `churntop rebuild`: rebuilds the derived rows from the events.
struct RebuildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rebuild",
    abstract: "Rebuild every subscriber from the events, and compare or replace the rows.",
    usage: "churntop rebuild [<options>]",
    discussion: """
      The events are the truth; what lists show is derived from them. A change of [recovery] or
      [prompts] in the configuration is applied to every subscriber by the next command that may
      write; with --check those that it will change count as differing. Where a clock was ahead,
      and the ledger with it, a rebuild brings every subscriber back to the present.

      EXAMPLES
        churntop rebuild --check      compare only; ends with 3 if rows differ
        churntop rebuild
      """.flowed)

  @Flag(help: "Change nothing; report the differences.")
  var check = false
  @OptionGroup var form: ReportFormatOptions
  @OptionGroup(title: "Common") var common: CommonOptions
  @OptionGroup(title: "Common") var display: DisplayOptions

  func run() throws {
    let session = try Session(common.values(display))
    try form.check(for: "rebuild")
    let ledger = try session.open(check ? .inspecting : .writing)
    let (check, now) = (check, session.now)
    let report = RebuildReport()
    let differing = try session.answer { () throws(LedgerError) in
      defer { report.end() }
      return try ledger.rebuild(check: check, at: now, progress: report.show)
    }
    let json: JSON = [
      "checked": .bool(check), "differing": .array(differing.map { JSON($0) }),
    ]
    let word = check ? "differ from" : "were brought in line with"
    let sentence = "\(differing.count) subscribers \(word) their events"
    try form.format.print(
      json, or: differing.prefix(50).map(\.rawValue) + [sentence], to: session)
    if check, !differing.isEmpty { throw CommandError.needsALook }
  }
}
