import ArgumentParser
import EventLedger
import Intake
import ProgramConventions

/// `churntop import`: imports store payloads into the ledger.
struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import store payloads: notifications, receipts, API responses, archives.",
    usage: "churntop import <file> ... [<options>]",
    discussion: """
      Reads one JSON document a file, an array of them, NDJSON, or bare JWS lines, recognised by
      shape: App Store Server Notifications V1 and V2, signed transactions and renewals, status
      and history responses, verifyReceipt responses, Google Play notifications with or without
      their Pub/Sub envelope, subscriptionsv2 and v1 resources, voided purchases, and what
      'churntop export' writes. What is there already changes nothing; what is refused is kept in
      quarantine with the reason, and the rest goes on. JSON names the first thousand refusals of a
      file; 'churntop quarantine list' has all.

      EXAMPLES
        churntop import notifications.ndjson
        churntop import receipts/*.json --ledger /srv/churn.sqlite
        zcat archive.ndjson.gz | churntop import -
        churntop import *.json --verify required --bundle com.example.app
        churntop import test-store.ndjson --root com.example.app=test-ca.pem

      Ends with 3 when something was refused, 1 when a file could not be read.
      """.flowed)

  @Argument(
    help: ArgumentHelp("Files, or - for standard input.", valueName: "file"),
    completion: .file())
  var files: [String]

  @OptionGroup(title: "Trust") var trust: TrustOptions
  @OptionGroup var form: ReportFormatOptions
  @OptionGroup(title: "Common") var common: CommonOptions
  @OptionGroup(title: "Common") var display: DisplayOptions

  func run() async throws {
    let session = try Session(common.values(display))
    try form.check(for: "import")
    let trust = try trust.policy()
    // A pipe may go on for days; the lock shows the dashboards that the ledger is live.
    let sign = files.contains("-") ? FeedSign(session.address) : nil
    defer { sign?.end() }
    let ledger = try session.open(.creating)
    let intake = Intake(ledger: ledger, trust: trust)
    var reports: [ImportReport] = []
    var unread: [ImportError] = []
    var empty: [String] = []
    for file in files {
      do throws(ImportError) {
        let line = ProgressLine()
        defer { line.end() }
        let report = try await intake.importFile(
          file, now: session.clock, stopwatch: Stopwatch().read,
          progress: {
            line.show("\(file)  \(ProgressLine.share($0))\($0.read) messages")
          })
        reports.append(report)
        if let failure = report.failure { throw failure }
        if report.read == 0 { empty.append(file) }
      } catch {
        diagnostics.say(error.description)
        unread.append(error)
        if case .ledger = error { break }
      }
    }
    let report = ImportSummary(reports)
    if !report.isCutOff {
      try ledger.packEpisodes()
    }
    for file in empty {
      diagnostics.say("\(file == "-" ? "Standard input" : file) holds nothing to import.")
    }
    try form.format.print(report.json, or: report.lines, to: session)
    guard unread.isEmpty else { throw CommandError.partlyFailed }
    if report.refused > 0 { throw CommandError.needsALook }
  }
}
