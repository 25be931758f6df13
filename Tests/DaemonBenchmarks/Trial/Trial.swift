import ArgumentParser
import Foundation

/// Besieges the real daemon, and ends with 1 where something was lost, doubled or too slow.
///
/// It is killed, its disk is full, its clock ahead; forgers, slow and silent clients surround it,
/// and the stores are not there.
/// It tries the `churntopd` that lies beside this program, in a folder of its own, for a bounded
/// time; ports and files are its own.
struct Trial: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trial", abstract: "Besiege the daemon, and look for what it lost.")

  @Option(help: "How often it is killed.")
  var kills = 1_000

  @Option(help: "How many different notifications there are.")
  var notifications = 4_000

  @Option(help: "Seconds that each flood lasts.")
  var seconds = 10

  @Option(help: "What stands before it in floods: none, caddy or nginx.")
  var proxy = TrialProxy.Kind.none

  @Argument(help: "The parts to run. Default: all.")
  var parts: [Part] = Part.allCases

  /// The parts of the trial.
  enum Part: String, CaseIterable, ExpressibleByArgument {
    case kills, stops, ledger, clock, stores, clients, abuse
  }

  func run() throws {
    signal(SIGPIPE, SIG_IGN)
    let report = TrialReport()
    let world = try TrialWorld(notifications: notifications)
    for part in parts {
      let folder = try TrialFolder(world)
      switch part {
      case .kills: try KillTrial(world: world, folder: folder, kills: kills).run(report)
      case .stops: try StopTrial(world: world, folder: folder).run(report)
      case .ledger: try LedgerTrial(world: world, folder: folder).run(report)
      case .clock: try ClockTrial(world: world, folder: folder).run(report)
      case .stores: try StoreTrial(world: world, folder: folder, seconds: seconds).run(report)
      case .clients:
        try ClientTrial(world: world, folder: folder, seconds: seconds, proxy: proxy).run(report)
      case .abuse:
        try ForgerTrial(world: world, folder: folder, seconds: seconds, proxy: proxy).run(report)
      }
    }
    if report.failures > 0 { throw ExitCode.failure }
  }
}

/// What the trial found, a line each as it is found.
final class TrialReport {
  /// How many of the lines were failures.
  private(set) var failures = 0

  /// Prints a finding.
  func check(_ isTrue: Bool, _ text: String) {
    if !isTrue { failures += 1 }
    say("\(isTrue ? "ok    " : "FAILED") \(text)")
  }

  /// Prints what was left out and why.
  func skip(_ text: String) { say("left out: \(text)") }

  private func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
