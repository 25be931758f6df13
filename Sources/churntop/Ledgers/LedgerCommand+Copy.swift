import ArgumentParser
import EventLedger
import ProgramConventions
import SubscriptionCore

extension LedgerCommand {
  /// `churntop ledger copy`: copies a ledger into another one.
  struct Copy: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "copy",
      abstract: "Copy a ledger into another, and compare every entry and every subscriber.",
      usage: "churntop ledger copy <from> <to> [<options>]",
      discussion: """
        Each ledger is a path or a server. Everything that stores sent and people did is copied,
        with accounts, products and the quarantine; the source is only read. A copy that was
        interrupted goes on where it stopped when the command is repeated. Changes that wait for
        receivers, lists of 'churntopd sync --ids', and the records of erasures and of who saw
        personal data stay behind: stop churntopd on the source first, and start it on the copy.
        A file whose payloads were pruned is not copied, and nothing into another ledger.

        Ends with 3 when the two differ.

        EXAMPLES
          churntop ledger copy ledger.sqlite postgres://db.example/churn
          churntop ledger copy service=churn copy.sqlite
        """.flowed)

    @Argument(help: ArgumentHelp("The ledger to copy.", valueName: "from"), completion: .file())
    var from: String
    @Argument(
      help: ArgumentHelp("The ledger to copy into; made if it is missing.", valueName: "to"),
      completion: .file())
    var to: String
    @OptionGroup var form: ReportFormatOptions
    @OptionGroup(title: "Common") var display: DisplayOptions

    func run() throws {
      // A file is only read; a team's ledger records who takes it out.
      let isServer = try Session(display.values(ledger: from, readonly: true)).address.isServer
      let source = try Session(display.values(ledger: from, readonly: isServer ? nil : true))
      let target = try Session(display.values(ledger: to, readonly: nil))
      try form.check(for: "ledger copy")
      guard source.address.stateKey != target.address.stateKey else {
        throw CommandError.notUnderstood("\(source.path) cannot be copied into itself.")
      }
      let original = try source.open(isServer ? .reading : .inspecting)
      guard original.rebuildState != .outdated else {
        let others = isServer ? "those that 'churntop ledger rules' prints" : "its own"
        throw CommandError.failed(
          "\(source.path) follows other rules than this configuration's, so that a copy would "
            + "differ. 'churntop ledger adopt' applies these rules; or name \(others) with "
            + "--config.")
      }
      if let words = try PruningWords.sentences(source, original).last {
        throw CommandError.failed(
          words + " A copy would be without them and not say so. "
            + "'churntop backup' copies the file as it is.")
      }
      if let cause = target.readOnlyCause { throw cause.refusal(target.path) }
      try source.recordExport(by: "ledger copy", of: original)
      if !target.address.isServer {
        try LedgerLocation.prepareFolder(of: target.path)
        try LedgerEngine.makeFile(of: target.address, copying: source.address)
      }
      let copy = LedgerCopy(from: original, into: try target.open(.creating))
      switch try copy.standing() {
      case .empty, .unfinished, .finished: break
      case .erased:
        throw CommandError.failed(
          "\(target.path) has data of an account that was erased from \(source.path) since it was "
            + "copied. Erase the same account there ('churntop erase'), and copy again.")
      case .other:
        throw CommandError.failed(
          "\(target.path) is another ledger, or has news of its own: a copy would mix the two for "
            + "good. Name a file that is not there yet, or an empty schema.")
      }
      let line = ProgressLine()
      let outcome = try {
        defer { line.end() }
        return try copy.run(now: target.now) { line.show(LedgerCommand.words($0)) }
      }()
      try print(outcome, from: source, to: target)
      if !outcome.differences.isEmpty { throw CommandError.needsALook }
    }

    private func print(
      _ outcome: LedgerCopy.Outcome, from source: Session, to target: Session
    ) throws {
      let json: JSON = [
        "from": .string(source.path), "to": .string(target.path),
        "entries": JSON(outcome.entries), "copied": JSON(outcome.copied),
        "subscribers": JSON(outcome.subscribers), "later": JSON(outcome.later),
        "differences": .array(outcome.differences.map(JSON.string)),
      ]
      let counts =
        "\(CountText.grouped(outcome.entries)) entries, \(CountText.grouped(outcome.copied)) of "
        + "them new, and \(CountText.grouped(outcome.subscribers)) subscribers"
      let end = outcome.differences.isEmpty ? "are the same in both" : "were compared"
      let count = CountText.of(outcome.later, "entry", "entries")
      let later =
        outcome.later == 0 ? [] : ["\(count) came meanwhile: run the command again to copy them"]
      try form.format.print(
        json, or: outcome.differences + ["\(counts) \(end)"] + later, to: target)
    }
  }
}

extension LedgerCommand {
  /// Returns the words about the progress of a copy, with a bar.
  private static func words(_ progress: LedgerCopy.Progress) -> String {
    let (word, done, total) =
      switch progress {
      case .copying(let done, let total): ("copying", done, total)
      case .comparing(let done, let total): ("comparing", done, total)
      }
    let share = total == 0 ? 100 : done * 100 / total
    return "\(word)  \(ProgressMeter.bar(share: share))  \(CountText.grouped(done))"
  }
}
