import ConfigurationFiles
import EventLedger
import Foundation
import ProgramConventions
import StoreSync
import SubscriptionCore

/// The output of `churntopd sync --ids`.
extension BackfillSession {
  /// Prints how many purchases of each app a list names, without a ledger and without querying a
  /// store.
  static func printCheck(of path: String, apps: [StoreApp], to output: StandardOutput) throws {
    let found = try check(path, apps: apps)
    for (app, count) in found.purchases.sorted(by: { $0.key.name < $1.key.name }) {
      try output.line("\(app.store.rawValue)/\(app.app)  \(CountText.of(count, "purchase"))")
    }
    if found.purchases.isEmpty { try output.line("no purchases") }
    try output.flush()
    if found.problems > 0 { throw CommandError.needsALook }
  }

  /// Prints the result of the run as text.
  func print(_ outcome: Outcome, to output: StandardOutput) throws(CommandError) {
    let report = outcome.report
    func count(_ outcome: BackfillOutcome) -> String {
      CountText.grouped(report.outcomes[outcome, default: 0])
    }
    try output.line(
      "\(CountText.of(outcome.read, "purchase")) in the list, \(count(.answered)) answered "
        + "(now or before), \(CountText.grouped(outcome.unanswered)) unknown to the stores, "
        + "\(count(.waiting)) left"
        + (outcome.repeated > 0 ? ", \(CountText.grouped(outcome.repeated)) named again" : ""))
    try output.line(
      "\(CountText.of(report.asked, "query", "queries")), "
        + "\(CountText.of(report.stored, "new statement")), "
        + "\(CountText.grouped(report.duplicate)) known")
    for (kind, words) in Self.words where report.outcomes[kind, default: 0] > 0 {
      try output.line("  \(count(kind)) \(words)")
    }
    try output.flush()
  }

  /// Prints the result of the run as one JSON object with every purchase that no store knows.
  func printJSON(_ outcome: Outcome, to output: StandardOutput) throws {
    let report = outcome.report
    var head: [(String, JSON)] = [
      ("read", JSON(outcome.read)), ("repeated", JSON(outcome.repeated)),
      ("badLines", JSON(outcome.problems)),
      ("asked", JSON(report.asked)), ("stored", JSON(report.stored)),
      ("duplicate", JSON(report.duplicate)), ("throttled", JSON(report.throttled)),
      ("failed", JSON(report.failed)),
    ]
    for kind in BackfillOutcome.allCases {
      head.append((kind.rawValue, JSON(report.outcomes[kind, default: 0])))
    }
    head.append(("seconds", JSON(Int(outcome.took.wholeMilliseconds / 1_000))))
    let text = head.map { "\(JSON.string($0.0).compact):\($0.1.compact)" }.joined(separator: ",")
    try output.write("{\(text),\"unanswered\":[")
    var isFirst = true
    try forEachUnanswered(of: outcome.run) { item in
      let purchase = item.purchase
      let object: JSON = [
        "line": JSON(purchase.line), "store": .string(purchase.store.rawValue),
        "app": .string(purchase.app.rawValue), "id": .string(purchase.name),
        "account": JSON(purchase.account),
        "outcome": .string(item.outcome.rawValue),
      ]
      try output.write((isFirst ? "" : ",") + object.compact)
      isFirst = false
    }
    try output.line("]}")
    try output.flush()
  }

  /// Opens the file for the purchases that no store knows, before a run that may take hours.
  ///
  /// Only its owner may read the file from now on, since it identifies customers. What it holds
  /// stays until the run is over.
  static func openUnanswered(_ path: String) throws(CommandError) -> FileHandle {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    var found = stat()
    guard descriptor >= 0, fstat(descriptor, &found) == 0,
      found.st_mode & S_IFMT != S_IFREG || fchmod(descriptor, 0o600) == 0
    else { throw .failed("\(path) cannot be written: \(SystemError.message(errno)).") }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Writes the purchases that no store knows to a CSV file, which can be the list of another run.
  func writeUnanswered(of outcome: Outcome, to file: FileHandle) throws {
    // A device or a pipe has nothing to be removed.
    ftruncate(file.fileDescriptor, 0)
    let output = StandardOutput(descriptor: file.fileDescriptor)
    try output.line("line,store,app,id,account,outcome")
    try forEachUnanswered(of: outcome.run) { item in
      let purchase = item.purchase
      let cells = [
        "\(purchase.line)", purchase.store.rawValue, purchase.app.rawValue, purchase.name,
        purchase.account?.rawValue ?? "", item.outcome.rawValue,
      ]
      try output.line(cells.map(Self.cell).joined(separator: ","))
    }
    try output.flush()
  }

  /// A cell by RFC 4180, with an apostrophe before what a spreadsheet would take for a formula.
  static func cell(_ text: String) -> String {
    let text = CSVReader.isFormula(text) ? "'" + text : text
    // By scalars: a comma with a combining mark behind it is one Character.
    guard text.unicodeScalars.contains(where: "\",\n\r".unicodeScalars.contains) else {
      return text
    }
    var quoted = "\"".unicodeScalars
    for scalar in text.unicodeScalars {
      if scalar == "\"" { quoted.append(scalar) }
      quoted.append(scalar)
    }
    quoted.append("\"")
    return String(quoted)
  }

  private func forEachUnanswered(of run: Int64, _ body: (BackfillItem) throws -> Void) throws {
    var last: BackfillItem?
    while true {
      let page = try daemon.ledger.unansweredBackfill(run: run, after: last, limit: 1_000)
      for item in page { try body(item) }
      guard let end = page.last else { return }
      last = end
    }
  }

  /// Reports on standard error what needs a look.
  func tellProblems(of outcome: Outcome, listed: Bool) {
    let report = outcome.report
    for (reason, count) in report.reasons.sorted(by: { $0.key < $1.key }) {
      diagnostics.say(count == 1 ? reason + "." : "\(reason) (\(CountText.grouped(count)) times).")
    }
    if outcome.left > 0 {
      diagnostics.say(
        "\(CountText.of(outcome.left, "purchase is", "purchases are")) left: run the same "
          + "command again, which queries the rest.")
    }
    if outcome.unanswered > 0, !listed {
      diagnostics.say("--unknown FILE lists those that no store knows.")
    }
    if report.outcomes[.refused, default: 0] > 0 {
      diagnostics.say("some answers were refused: churntop quarantine list")
    }
  }

  private static let words: [(BackfillOutcome, String)] = [
    (.unknown, "not known to the store"),
    (.gone, "that the store no longer answers for, and no other store knows"),
    (.noSubscription, "without a subscription"),
    (.invalid, "that the store refused to look for"),
    (.refused, "whose answer was refused"),
  ]
}
