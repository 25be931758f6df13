import ArgumentParser
import EventLedger
import Glibc
import Intake
import Logging
import ProgramConventions
import StoreSync
import SubscriptionCore

/// `churntopd sync`: queries the stores once.
struct SyncCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Query the stores once about what is at risk, overdue or requested.",
    discussion: """
      Orders and requests come first, then gaps in the notifications, then subscribers who lose \
      access soonest, then purchases that are known from notifications alone. The product settings \
      are read as well, if a key permits it.

      A ledger that lacks what the sync checkpoints call stored, as after a restore from a backup, \
      has the stores' histories read from the start. --anew does that in any case: the last \
      moments before a failure may be too few to be noticed. Erased people come back with what \
      the stores still say of them, as they do with --ids; erase them again.

      The daemon does the same on a schedule. While one runs on the same ledger, sync names its \
      process and stops, so that nothing is asked twice; --force asks all the same. --dry-run and \
      --ids run beside it.

      With --ids the stores are asked about every purchase that a list names, instead: first those \
      nearest to a loss of access, last those that the ledger does not know. The first line of the \
      list names the columns (CSV), or each line is a JSON object: store, purchaseToken, \
      transactionId or id, account, and app where several are configured. A fifth of the stores' \
      limits is left to a daemon that runs beside it; 429 and Retry-After are waited for. The \
      ledger keeps what was asked: run the same command again after a break, and nothing is asked \
      twice. A million take about seven hours.

      EXAMPLES
        churntopd sync --config FILE --dry-run     what would be asked, in order
        churntopd sync --config FILE
        churntopd sync --config FILE --anew        after a restore from a backup
        churntopd sync --config FILE --ids purchases.csv --unknown unknown.csv
      """)

  @OptionGroup var file: ConfigurationOption
  @Flag(help: "Print the queries without sending them; with --ids, count the list's purchases.")
  var dryRun = false
  @Flag(help: "Read the stores' histories from the start, as after a restore from a backup.")
  var anew = false
  @Option(
    help: ArgumentHelp(
      "A list of purchases to query; - for standard input.", valueName: "file"))
  var ids: String?
  @Flag(help: "With --ids, query purchases of the list that have an answer as well.")
  var again = false
  @Option(
    help: ArgumentHelp(
      "With --ids, write the purchases that no store knows to this file, as CSV.",
      valueName: "file"))
  var unknown: String?
  @Flag(help: "Query the stores although another process does, too.") var force = false
  @Flag(help: "With --ids, print the result as JSON.") var json = false

  func validate() throws {
    if ids != nil, anew { throw ValidationError("--anew does not go with --ids.") }
    guard ids == nil, again || unknown != nil || json else { return }
    throw ValidationError("--again, --unknown and --json belong to --ids.")
  }

  func run() async throws {
    if let ids { return try await run(list: ids) }
    try await runOnce()
  }

  /// Queries the stores once about what is at risk, overdue or requested.
  private func runOnce() async throws {
    let dependencies = Dependencies.current
    let check = ConfigurationCheck(path: file.config, dependencies: dependencies)
    if dryRun, check.problems.isEmpty { try Self.lookForLedger(of: check.configuration) }
    let daemon = try Daemon(
      check, for: dryRun ? .inspecting : .serving, dependencies: dependencies,
      logger: LineLogHandler.logger(dependencies))
    let lease = dryRun || force ? nil : try await Self.acquireLease(of: daemon)
    let renewal = lease.map { lease in Task { await lease.run() } }
    defer {
      renewal?.cancel()
      lease?.release()
    }
    let run = daemon.syncRun()
    let output = StandardOutput()
    try advance(daemon.ledger, to: dependencies.clock())
    let plan = try run.plan(daemon.ledger, isAnew: anew)
    if plan.isAnew, !anew { diagnostics.say(Daemon.restartWords + ".") }
    if plan.isAnew, let words = try daemon.erasureWords() { diagnostics.say(words + ".") }
    for (app, end) in plan.pauses.sorted(by: { $0.key.name < $1.key.name }) {
      diagnostics.say(
        "\(app.name) is not asked until \(end.rfc3339): its store refused, limited or failed "
          + "the requests before.")
    }
    if dryRun {
      let orders = try daemon.ledger.openOrderLookups(limit: .max)
      return try Self.print(plan, orders, to: output)
    }
    for walk in plan.wholeWalks { diagnostics.say("\(walk.app.name): \(walk.words).") }
    let orders = try await run.lookUpOrders(in: daemon.ledger)
    let products = try await daemon.productSync().run(into: daemon.ledger)
    let report = try await run.run(plan) { diagnostics.progress(Self.bar($0)) }
    diagnostics.progress("")
    await daemon.commitQueue.close()
    try output.line(Self.words(report))
    if orders != OrderReport() { try output.line(Self.words(orders)) }
    if !daemon.productSync().isEmpty { try output.line(Self.words(products)) }
    try output.flush()
    for (app, error) in products.failures.sorted(by: { $0.key.name < $1.key.name }) {
      diagnostics.say("the products of \(app.name) could not be read: \(error).")
    }
    guard !report.isWhole || !products.failures.isEmpty else { return }
    for (reason, count) in report.reasons.sorted(by: { $0.key < $1.key }) {
      diagnostics.say(count == 1 ? reason + "." : "\(reason) (\(CountText.grouped(count)) times).")
    }
    if report.refused > 0 {
      diagnostics.say("some answers were refused: churntop quarantine list")
    }
    throw CommandError.needsALook
  }

  /// Checks that there is a ledger, which a dry run does not make.
  private static func lookForLedger(of configuration: DaemonConfiguration) throws(CommandError) {
    let path = configuration.ledger
    guard !path.isEmpty, !configuration.address.isServer, access(path, F_OK) != 0 else { return }
    throw .failed(
      "There is no ledger at \(path) yet, and a dry run makes none. The first run makes it and "
        + "reads the stores' histories from the start.")
  }

  /// Advances the rows to the present; a dry run, which writes nothing, plans by those that are
  /// there.
  private func advance(_ ledger: any Ledger, to now: Timestamp) throws(LedgerError) {
    do throws(LedgerError) {
      try ledger.advance(to: now)
    } catch .readOnly where dryRun {
      guard let instant = try ledger.advancedTo() else { return }
      diagnostics.say(
        "the plan is as of \(instant.rfc3339), when the ledger was brought up to date last: a dry "
          + "run writes nothing.")
    }
  }

  /// Acquires the lease that permits one process to query the stores.
  ///
  /// - Throws: `CommandError` if another process holds it.
  private static func acquireLease(of daemon: Daemon) async throws -> LeaseKeeper {
    let dependencies = daemon.dependencies
    let keeper = LeaseKeeper(
      daemon.ledger, owner: .current, clock: dependencies.clock, uptime: dependencies.uptime,
      isDead: { $0.isKnownDead }, tell: { _ in })
    guard let owner = try await keeper.acquire() else { return keeper }
    throw CommandError.failed(
      "The stores are queried by \(owner), which has this ledger's lease, on a schedule of its "
        + "own. Add --force to query them now all the same.")
  }

  /// Queries the stores about the purchases of a list.
  private func run(list path: String) async throws {
    let dependencies = Dependencies.current
    let check = ConfigurationCheck(
      path: file.config, dependencies: dependencies, quotaShare: BackfillSession.quotaShare)
    let output = StandardOutput()
    if dryRun {
      guard check.problems.isEmpty else { throw CommandError.configuration(check.problems) }
      return try BackfillSession.printCheck(of: path, apps: check.clients.apps, to: output)
    }
    let daemon = try Daemon(
      check, dependencies: dependencies, logger: LineLogHandler.logger(dependencies))
    let session = BackfillSession(daemon: daemon, path: path, again: again)
    if let unknown, Self.isSameFile(path, unknown) {
      throw CommandError.notUnderstood(
        "--unknown names the list itself, whose other purchases would be lost; name another file.")
    }
    do throws(LedgerError) {
      if let words = try daemon.erasureWords() { diagnostics.say(words + ".") }
    } catch {
      throw CommandError(error)
    }
    let file = try unknown.map(BackfillSession.openUnanswered)
    let outcome = try await session.run()
    await daemon.commitQueue.close()
    if json {
      try session.printJSON(outcome, to: output)
    } else {
      try session.print(outcome, to: output)
    }
    if let file { try session.writeUnanswered(of: outcome, to: file) }
    session.tellProblems(of: outcome, listed: file != nil || json)
    if !outcome.isWhole { throw CommandError.needsALook }
  }

  private static func isSameFile(_ path: String, _ other: String) -> Bool {
    var (one, two) = (stat(), stat())
    guard stat(path, &one) == 0, stat(other, &two) == 0 else { return false }
    return one.st_mode & S_IFMT == S_IFREG
      && (one.st_dev, one.st_ino) == (two.st_dev, two.st_ino)
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
    try output.line(
      "\(CountText.of(plan.questions.count, "query", "queries")), "
        + "\(CountText.grouped(plan.left)) more over the quota")
    try output.flush()
  }

  private static func words(_ reason: StoreRequest.Reason) -> String {
    switch reason {
    case .requested(let at): "requested at \(at.rfc3339)"
    case .losesAccess(let at?): "loses access at \(at.rfc3339)"
    case .losesAccess(nil): "loses access at a time unknown"
    case .retrying(let until?): "without access, tried until \(until.rfc3339)"
    case .retrying(nil): "without access"
    case .overdue: "overdue: the store has not said what became of it"
    case .unanswered: "known from notifications alone"
    }
  }

  private static func words(_ report: SyncReport) -> String {
    [
      (report.asked, "asked"), (report.stored, "new"), (report.duplicate, "known"),
      (report.absent, "unknown to the store"), (report.refused, "refused"),
      (report.failed, "failed"), (report.left, "left"),
    ].map { "\(CountText.grouped($0)) \($1)" }.joined(separator: ", ")
  }

  private static func words(_ report: OrderReport) -> String {
    "orders: "
      + [
        (report.found, "found"), (report.absent, "without a subscription"),
        (report.failed, "failed"), (report.waiting, "to be asked about again"),
      ].map { "\(CountText.grouped($0)) \($1)" }.joined(separator: ", ")
  }

  private static func words(_ report: ProductSync.Report) -> String {
    CountText.of(report.facts.values.reduce(0, +), "fact") + " of products read, "
      + CountText.of(report.update.products, "product") + " changed"
  }

  private static func bar(_ progress: SyncProgress) -> String {
    let share = progress.total == 0 ? 0 : progress.done * 100 / progress.total
    return ProgressMeter.bar(share: share)
      + "  \(CountText.grouped(progress.done)) of \(CountText.grouped(progress.total))"
  }
}
