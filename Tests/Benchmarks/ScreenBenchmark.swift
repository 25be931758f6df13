import ArgumentParser
import CursesTerminal
import LedgerSQLite
import TerminalUI

/// Presses keys on a large ledger: what a key costs from the model to the bytes for a terminal.
struct ScreenBenchmark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "screen", abstract: "Press keys on a large ledger, on a screen of 160x50.")

  @Option(help: "How many subscribers.")
  var subscribers = 1_000_000

  @Option(help: "How many of a hundred renewals failed in a month, of the last six.")
  var failing = 5.0

  func run() async throws {
    let failures = FailingSubscribers(of: subscribers, percent: failing).count
    let filled = try FilledLedger(subscribers + failures) { index in
      index < failures
        ? FailingSubscribers.entry(of: index)
        : SyntheticSubscribers.variedEntry(of: index - failures)
    }
    defer { filled.remove() }
    let ledger = filled.ledger
    try ledger.packEpisodes()
    let options = CursesTerminal.Options(
      theme: .plain, tier: .indexed,
      headless: (Size(width: 160, height: 50), "xterm-256color"))
    try await CursesTerminal.withTerminal(options) { terminal in
      var user = BenchmarkUser(ledger, terminal)
      user.report("first screen", presses: [], atMost: 40)
      user.report("list of subscribers, which makes its index", presses: ["2"])
      user.report("line down", presses: Array(repeating: "j", count: 20), atMost: 1, bytes: 350)
      user.report(
        "page down", presses: Array(repeating: "PgDn", count: 20), atMost: 3, bytes: 6_000)
      user.report("to the end", presses: ["G"], atMost: 5)
      user.report("page up", presses: Array(repeating: "PgUp", count: 20), atMost: 3, bytes: 6_000)
      user.report("to the beginning", presses: ["g"], atMost: 5)
      user.report("the filter state:grace, which makes its index", text: "state:grace")
      user.report("no filter", presses: ["\\"])
      user.report("the filter state:hold with its exact count", text: "state:hold", atMost: 50)
      user.report("no filter", presses: ["\\"])
      user.report("the next order", presses: [">"])
      user.report("the order before", presses: ["<"], atMost: 10)
      user.reportIdle("Metrics counted ahead, while no key is pressed")
      user.report("Metrics to its last figure", presses: ["5"], atMost: 30)
      user.report("Metrics by store to its last figure", presses: ["b"])
    }
  }
}
