import ArgumentParser
import EventLedger
import Intake
import ProgramConventions
import SubscriptionCore

/// `churntop export`: prints the ledger as archive records.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Print everything that the stores sent as NDJSON archive records.",
    usage: "churntop export [<options>]",
    discussion: """
      Importing an export gives the same ledger, unless payloads were pruned ('churntop ledger
      prune'): what was read from those is in no export. 'churntop backup' copies all there is.

      EXAMPLES
        churntop export > archive.ndjson
        churntop export | gzip > archive.ndjson.gz
        churntop export | churntop import - --ledger copy.sqlite
      """.flowed)

  @OptionGroup(title: "Common") var common: CommonOptions
  @OptionGroup(title: "Common") var display: DisplayOptions

  func run() throws {
    let session = try Session(common.values(display))
    let ledger = try session.open(.reading)
    try session.recordExport(by: "export", format: "ndjson", of: ledger)
    let output = session.output
    var failure: CommandError?
    let outcome: ArchiveExport.Outcome
    do throws(LedgerError) {
      outcome = try ArchiveExport(ledger: ledger).forEachLine { line throws(LedgerError) in
        do throws(CommandError) {
          try output.write(bytes: line)
        } catch {
          failure = error
          throw .failed(location: session.path, detail: "the output is closed")
        }
      }
    } catch {
      throw failure ?? CommandError(error)
    }
    try output.flush()
    diagnostics.say("\(outcome.lines) records")
    guard outcome.pruned > 0 else { return }
    diagnostics.say(
      "\(CountText.grouped(outcome.pruned)) payloads are missing, for they were pruned:")
    for sentence in try PruningWords.sentences(session, ledger) { diagnostics.say(sentence) }
  }
}
