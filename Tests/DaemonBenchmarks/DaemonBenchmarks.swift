import ArgumentParser

/// Measures the server of churntopd over loopback sockets, as a process of its own.
@main
struct DaemonBenchmarks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "daemon-benchmarks",
    abstract: "Measure the server of churntopd, in CPU seconds of its own process.",
    discussion: """
      Run a release build: swift run -c release daemon-benchmarks. Machines are shared and noisy: \
      a rate counts CPU seconds of the server alone, and a ratio compares two rates of one run.
      """,
    subcommands: [MeasureServer.self, MeasureNews.self, ServeWorld.self, Trial.self],
    defaultSubcommand: MeasureServer.self)
}
