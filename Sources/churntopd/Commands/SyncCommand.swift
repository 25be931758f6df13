import ArgumentParser
import EventLedger
import Intake
import LedgerSQLite
import Logging
import ProgramConventions
import StoreSync
import SubscriptionCore

/// Asks the stores once.
struct SyncCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Ask the stores once what is at risk, past its date or requested.",
    discussion: """
      Orders and requests come first, then gaps in what was heard, then those who lose access
      soonest, then purchases that nothing but notifications tell of. The daemon does the same on a
      schedule; both may run at once. The products' settings are read as well, where a key may read
      them.

      EXAMPLES
        churntopd sync --config FILE --dry-run     what would be asked, in order
        churntopd sync --config FILE
      """)

  @OptionGroup var file: ConfigurationOption
  @Flag(help: "Print what would be asked, and ask nothing.") var dryRun = false

  func run() async throws {
    let surroundings = Surroundings.current
    let daemon = try Daemon(
      ConfigurationCheck(path: file.config, surroundings: surroundings),
      surroundings: surroundings, logger: LineLogHandler.logger(surroundings))
    let run = daemon.syncRun()
    let output = StandardOutput()
    let report: SyncReport
    let orders: OrderReport
    let products: ProductSync.Report
    do {
      try daemon.ledger.advance(to: surroundings.clock())
      let plan = try run.plan(daemon.ledger)
      if dryRun {
        let orders = try daemon.ledger.openOrderLookups(limit: .max)
        return try Self.print(plan, orders, to: output)
      }
      orders = try await run.lookUpOrders(in: daemon.ledger)
      products = try await daemon.productSync().run(into: daemon.ledger)
      report = try await run.run(plan) { progress in
        narration.progress(Self.bar(progress))
      }
    } catch let error as LedgerError {
      throw CommandError(error)
    }
    narration.progress("")
    await daemon.door.close()
    try output.line(Self.words(report))
    if orders != OrderReport() { try output.line(Self.words(orders)) }
    if !daemon.productSync().isEmpty { try output.line(Self.words(products)) }
    try output.flush()
    for (app, error) in products.failures.sorted(by: { $0.key.name < $1.key.name }) {
      narration.say("the products of \(app.name) could not be read: \(error).")
    }
    guard !report.isWhole || !products.failures.isEmpty else { return }
    for (reason, count) in report.reasons.sorted(by: { $0.key < $1.key }) {
      narration.say(count == 1 ? reason + "." : "\(reason) (\(count) times).")
    }
    if report.refused > 0 {
      narration.say("some answers were refused: churntop quarantine list")
    }
    throw CommandError.needsALook
  }

  private static func print(
    _ plan: SyncPlan, _ orders: [OrderLookup], to output: StandardOutput
  ) throws(CommandError) {
    for lookup in orders {
      try output.line(
        "app-store  order \(lookup.order)  requested at \(lookup.requestedAt.rfc3339)")
    }
    for question in plan.questions {
      switch question.subject {
      case .subscription(let purchase, let reason):
        try output.line("\(question.app.name)  \(purchase.id)  \(words(reason))")
      case .walk(let walk):
        let what = walk.onlyFailures ? "\(walk.kind.rawValue) that failed" : walk.kind.rawValue
        try output.line(
          "\(question.app.name)  \(what) from \(walk.from.rfc3339) to \(walk.to.rfc3339)")
      }
    }
    try output.line("\(plan.questions.count) questions, \(plan.left) more over the quota")
    try output.flush()
  }

  private static func words(_ reason: StoreQuestion.Reason) -> String {
    switch reason {
    case .requested(let at): "requested at \(at.rfc3339)"
    case .losesAccess(let at?): "loses access at \(at.rfc3339)"
    case .losesAccess(nil): "loses access at a time unknown"
    case .retrying(let until?): "without access, tried until \(until.rfc3339)"
    case .retrying(nil): "without access"
    case .overdue: "overdue: the store has not said what became of it"
    case .unanswered: "nothing but notifications tell of it"
    }
  }

  private static func words(_ report: SyncReport) -> String {
    "\(report.asked) asked, \(report.stored) new, \(report.duplicate) known, "
      + "\(report.absent) unknown to the store, \(report.refused) refused, "
      + "\(report.failed) failed, \(report.left) left"
  }

  private static func words(_ report: OrderReport) -> String {
    "orders: \(report.found) found, \(report.absent) without a subscription, "
      + "\(report.failed) failed, \(report.waiting) to be asked about again"
  }

  private static func words(_ report: ProductSync.Report) -> String {
    "\(report.facts.values.reduce(0, +)) facts of products read, "
      + "\(report.update.products) products changed"
  }

  private static func bar(_ progress: SyncProgress) -> String {
    let filled = progress.total == 0 ? 0 : progress.done * 20 / progress.total
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled)
    return "[\(bar)] \(progress.done) of \(progress.total)"
  }
}
