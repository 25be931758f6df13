import ArgumentParser
import EventLedger
import ProgramConventions
import SubscriptionCore

/// `churntop verify`: checks the ledger's integrity.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check the ledger's integrity, as far as that is quick.",
    usage: "churntop verify [<options>]",
    discussion: """
      Payloads that were pruned are no problem; it is said when, and by whom.

      EXAMPLE
        churntop verify && churntop rebuild --check

      Ends with 3 when a problem was found.
      """.flowed)

  @OptionGroup var form: ReportFormatOptions
  @OptionGroup(title: "Common") var common: CommonOptions
  @OptionGroup(title: "Common") var display: DisplayOptions

  func run() throws {
    let session = try Session(common.values(display))
    try form.check(for: "verify")
    let ledger = try session.open(.reading)
    let problems = try ledger.verify()
    let entries = try ledger.lastPosition()
    let prunings = try ledger.prunings()
    let json: JSON = [
      "ledger": .string(session.path), "lastPosition": .integer(entries),
      "problems": .array(problems.map(JSON.string)),
      "prunings": .array(prunings.map(PruningWords.json)),
    ]
    let result = problems.isEmpty ? ["\(session.path) is sound"] : problems
    try form.format.print(json, or: result + PruningWords.sentences(session, prunings), to: session)
    if !problems.isEmpty { throw CommandError.needsALook }
  }
}
