import ArgumentParser
import EventLedger
import Foundation
import PlainText
import ProgramConventions

/// `churntop backup`: copies the ledger while it is in use.
struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Write a consistent copy of the ledger while it is in use.",
    usage: "churntop backup <file> [<options>]",
    discussion: """
      EXAMPLE
        churntop backup /backup/churn-$(date +%F).sqlite

      The copy is a ledger: churntop list --ledger /backup/churn-2026-11-20.sqlite
      """.flowed)

  @Argument(help: ArgumentHelp("The copy; must not exist yet.", valueName: "file"))
  var file: String
  @OptionGroup(title: "Common") var common: CommonOptions
  @OptionGroup(title: "Common") var display: DisplayOptions

  func run() throws {
    let session = try Session(common.values(display))
    guard !session.address.isServer else {
      throw CommandError.failed(
        "\(session.path) is on a server, which is backed up with its own tools: pg_basebackup and "
          + "archived WAL for any point in time, or pg_dump. 'churntop ledger copy' copies it into "
          + "a file; 'churntop export', 'accounts export' and 'products export' write what any "
          + "ledger imports.")
    }
    guard !file.isEmpty else { throw CommandError.notUnderstood("The copy's path is empty.") }
    guard !LedgerLocation.exists(file) else {
      throw CommandError.failed("\(file) exists already. Name a new file for the copy.")
    }
    let folder = file.parentFolder
    guard LedgerLocation.exists(folder) else {
      throw CommandError.failed(
        "There is no folder \(folder) for the copy. Make it, or name another.")
    }
    let ledger = try session.open(.reading)
    let file = file
    try session.recordExport(by: "backup", format: "sqlite", of: ledger)
    try EndingSignals.calling({ LedgerEngine.removeUnfinishedCopy(file) }) {
      try ledger.backUp(to: file)
    }
    diagnostics.say("\(session.path) is copied to \(file)")
  }
}
