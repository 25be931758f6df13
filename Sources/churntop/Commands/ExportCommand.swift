import ArgumentParser
import EventLedger
import Intake
import ProgramConventions

/// `churntop export`: prints the ledger as archive records.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Print everything that the stores sent as NDJSON archive records.",
    usage: "churntop export [<options>]",
    discussion: """
      Importing an export gives the same ledger.

      EXAMPLES
        churntop export > archive.ndjson
        churntop export | gzip > archive.ndjson.gz
        churntop export | churntop import - --ledger copy.sqlite
      """.flowed)

  @OptionGroup(title: "Common") var common: CommonOptions

  func run() throws {
    let session = try Session(common.values)
    let ledger = try session.open(.reading)
    try session.recordExport(by: "export", format: "ndjson", of: ledger)
    let output = session.output
    var failure: CommandError?
    let count: Int
    do throws(LedgerError) {
      count = try ArchiveExport(ledger: ledger).forEachLine { line throws(LedgerError) in
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
    diagnostics.say("\(count) records")
  }
}
