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
      Importing an export gives the same subscriptions with their history. Payloads that needed
      --root or --verify off need it again. What was read from pruned payloads ('churntop ledger
      prune') is in no export, and neither is what no store sent:

        names, mails, tags, zones   churntop accounts export
        the product catalogue       churntop products export
        refused payloads            churntop ledger copy takes them along

      'churntop backup' copies a file with all there is.

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
    diagnostics.say(CountText.of(outcome.lines, "record"))
    guard outcome.pruned > 0 else { return }
    let missing = CountText.of(outcome.pruned, "payload")
    diagnostics.say("Missing since they were pruned: \(missing)")
    for sentence in try PruningWords.sentences(session, ledger) { diagnostics.say(sentence) }
  }
}
