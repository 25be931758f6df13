import ConfigurationFiles
import EventLedger
import Foundation
import PlainText
import ProgramConventions
import StoreClients
import StoreSync

#if Postgres
  import LedgerPostgres
#endif

/// The checks of a configuration that need no network and run before anything starts.
struct ConfigurationCheck {
  let configuration: DaemonConfiguration
  /// The stores' clients, as far as their credentials can be read.
  let clients: StoreClientsBuilder
  /// The metrics of the clients.
  let metrics: MetricsRegistry
  /// The problems in the order of the file.
  private(set) var problems: [ConfigurationProblem]
  /// The lease of the ledger at the time of the check.
  private(set) var lease: LedgerLease?

  /// The problems, and the values that are left as in the sample, in the order of the file.
  ///
  /// With such a value a daemon can start and receives nothing.
  var problemsWithSample: [ConfigurationProblem] {
    (problems + configuration.sampleValues).sorted { ($0.line, $0.text) < ($1.line, $1.text) }
  }

  /// The notes about valid settings that may not be intended, a sentence each.
  var notes: [String] { ConfigurationNotes(configuration).sentences }

  /// Checks a file.
  ///
  /// - Parameters:
  ///   - path: The path of the configuration.
  ///   - dependencies: The environment, which may hold secrets.
  ///   - metrics: The metrics of the clients.
  ///   - isRunning: Whether this process has the ledger open, so that it is not opened here: the
  ///     kernel releases a process's locks on a file when any of its descriptors is closed
  ///     (fcntl(2)), SQLite's among them.
  ///   - quotaShare: The percentage of the stores' rate limits that the clients use.
  init(
    path: String, dependencies: Dependencies, metrics: MetricsRegistry = MetricsRegistry(),
    isRunning: Bool = false, quotaShare: Int = 100
  ) {
    (configuration, problems) = DaemonConfiguration.read(path: path)
    self.metrics = metrics
    var outside = ClientDependencies(dependencies, tell: metrics.note)
    outside.quotaShare = quotaShare
    clients = StoreClientsBuilder(
      configuration, environment: dependencies.environment, dependencies: outside)
    problems += clients.problems
    checkMode(of: path)
    if let tokens = configuration.server.tokens { check(tokens: tokens) }
    for rule in configuration.alerts { check(rule, dependencies) }
    for receiver in configuration.receivers {
      check(receiver.secret, of: receiver.name, receiver.line, dependencies) { bytes in
        WebhookSecret(bytes) == nil ? WebhookSecret.advice : nil
      }
    }
    if !configuration.ledger.isEmpty, !isRunning { checkLedger() }
    problems.sort { ($0.line, $0.text) < ($1.line, $1.text) }
  }

  /// Checks that only the user or root may write the configuration, since it names programs to run.
  private mutating func checkMode(of path: String) {
    guard let mode = FileMode(of: path) else { return }
    if mode.permissions & 0o022 != 0 {
      report(0, "may be written by others. Run: chmod go-w \(path)")
    }
    if mode.isAnothers(than: geteuid()) {
      report(0, "belongs to another user. Give it to root, or to the user that churntopd runs as.")
    }
  }

  private mutating func check(tokens path: String) {
    do throws(CommandError) {
      _ = try TokenFile(path: path).read()
    } catch {
      var text = error.description
      if FileMode(of: path) == nil {
        text += " Make the first token: churntopd token create NAME --config \(configuration.path)"
      }
      report(0, text)
    }
  }

  private mutating func check(_ rule: AlertRule, _ dependencies: Dependencies) {
    if let post = rule.channel.post {
      check(
        post.secret, of: rule.name, rule.line, dependencies, problem: post.problem(ofSecret:))
    }
    if let program = rule.channel.run.first, program.hasPrefix("/"),
      FileMode(of: program)?.isRegular != true
        || !FileManager.default.isExecutableFile(atPath: program)
    {
      report(rule.line, "\(program) is not a program that may be run.")
    }
  }

  private mutating func check(
    _ secret: SecretSource?, of name: String, _ line: Int, _ dependencies: Dependencies,
    problem: ([UInt8]) -> String?
  ) {
    guard let secret else { return }
    do throws(SecretSource.Problem) {
      guard let problem = problem(try secret.read(dependencies.environment)) else { return }
      report(line, "the secret of '\(name)' \(problem).")
    } catch {
      report(line, "the secret of '\(name)': \(error)")
    }
  }

  /// Opens the ledger for reading, so that a check changes nothing.
  private mutating func checkLedger() {
    guard !configuration.address.isServer else { return askLedger() }
    let path = configuration.ledger
    let files = FileManager.default
    let folder = path.parentFolder
    guard files.fileExists(atPath: path) else {
      if !files.isWritableFile(atPath: folder) {
        report(0, "the ledger \(path) does not exist, and nothing can be written to \(folder).")
      }
      return
    }
    askLedger()
    let log = ["-wal", "-shm"].map { path + $0 }.filter { files.fileExists(atPath: $0) }
    if let closed = ([path, folder] + log).first(where: { !files.isWritableFile(atPath: $0) }) {
      report(0, "the ledger \(path) may be read and not written. Check who owns \(closed).")
    }
  }

  /// Reads the lease, or reports the reason that the ledger cannot be read.
  private mutating func askLedger() {
    do throws(LedgerError) {
      let ledger = try configuration.openLedger(.inspecting)
      lease = try ledger.lease()
      #if Postgres
        for lack in try (ledger as? PostgresLedger)?.lackingRightsOfDaemon() ?? [] {
          report(
            0,
            "the ledger \(configuration.address.shown): its role \(lack). "
              + Self.rights)
        }
      #endif
      try ledger.close()
    } catch {
      // The daemon migrates an earlier version's ledger when it starts, and begins one in a file
      // that is empty, as a full disk leaves it.
      switch error {
      case .outdated where !configuration.address.isServer: break
      case .unreadable(_, LedgerError.emptyDetail): break
      case .newer, .outdated, .refused: return report(0, error.description)
      case .unavailable, .replaced, .busy, .full, .readOnly, .unreadable, .figuresDiffer, .failed,
        .unfinished, .canceled:
        return report(0, error.problem)
      }
    }
  }

  private static let rights =
    "The ledger's owner grants churntop_daemon to it; 'churntop ledger roles' prints the rights."

  private mutating func report(_ line: Int, _ text: String) {
    problems.append(ConfigurationProblem(path: configuration.path, line: line, text: text))
  }
}

extension CommandError {
  /// Creates the error of an invalid configuration, with a line for each problem.
  static func configuration(_ problems: [ConfigurationProblem]) -> CommandError {
    let sentences = problems.map(\.sentence)
    return .notUnderstood(sentences.first ?? "", details: Array(sentences.dropFirst()))
  }
}
