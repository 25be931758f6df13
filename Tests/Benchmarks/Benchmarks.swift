import ArgumentParser
import Synchronization

/// Measures what the design promises, each figure beside its goal and a limit of the same run.
@main
struct Benchmarks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "benchmarks",
    abstract: "Measure churntop against its goals, in CPU seconds.",
    discussion: """
      Run a release build: swift run -c release benchmarks. Machines are shared and noisy: a rate \
      counts CPU seconds of this process, and a ratio compares two rates of one run.
      """,
    subcommands: [
      FoldBenchmark.self, DecisionBenchmark.self, ReportBenchmark.self, WhatIfBenchmark.self,
      AdvanceBenchmark.self, MillionBenchmark.self, MetricsBenchmark.self, ScreenBenchmark.self,
      SnapshotBenchmark.self, NotificationBenchmark.self, BackfillBenchmark.self,
      OracleCommand.self, SimulateCommand.self, AllBenchmarks.self,
    ] + onServer,
    defaultSubcommand: AllBenchmarks.self)

  #if Postgres
    private static let onServer: [any ParsableCommand.Type] = [
      PostgresBenchmark.self, ClusterBenchmark.self,
    ]
  #else
    private static let onServer: [any ParsableCommand.Type] = []
  #endif
}

/// Runs every benchmark at its usual size.
struct AllBenchmarks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "all", abstract: "Run every benchmark at its usual size.")

  @Flag(help: "Print every figure as a line of JSON, with its goal and whether it is reached.")
  var json = false

  func run() async throws {
    if json { Figure.form.withLock { $0 = .json } }
    try FoldBenchmark.parse([]).run()
    try DecisionBenchmark.parse([]).run()
    try ReportBenchmark.parse([]).run()
    try WhatIfBenchmark.parse([]).run()
    try await SnapshotBenchmark.parse([]).run()
    try await NotificationBenchmark.parse([]).run()
    try AdvanceBenchmark.parse([]).run()
    try MillionBenchmark.parse([]).run()
    try MetricsBenchmark.parse([]).run()
    try await ScreenBenchmark.parse([]).run()
    #if Postgres
      try PostgresBenchmark.parse([]).run()
    #endif
  }
}
