import ArgumentParser
import StoreOracle

/// Tells lives that nobody wrote to the real door and compares what comes out with the truth.
struct OracleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "oracle", abstract: "Compare told lives with the truth, over many seeds.")

  @Option(help: "How many seeds.")
  var seeds: UInt64 = 10_000

  @Option(help: "The first seed.")
  var from: UInt64 = 0

  @Option(help: "The way of telling; all of them without it.")
  var telling: String?

  @Option(help: "How many differences are printed whole.")
  var show = 5

  func run() throws {
    let tellings = telling.map { Telling(rawValue: $0).map { [$0] } ?? [] } ?? Telling.allCases
    guard !tellings.isEmpty else {
      throw ValidationError(
        "No telling is called \(telling ?? ""); there are "
          + Telling.allCases.map(\.rawValue).joined(separator: ", ") + ".")
    }
    var different: [String: (count: Int, seed: UInt64)] = [:]
    var shown = 0
    var lives = 0
    let time = Stopwatch.measure {
      for seed in from..<from + seeds {
        for telling in tellings {
          lives += 1
          for difference in Examiner().examine(seed: seed, telling: telling) {
            for sentence in difference.findings.map(\.text) {
              let kind = telling.rawValue + " " + String(sentence.drop { $0 == "[" }.prefix(90))
              different[kind, default: (0, seed)].count += 1
            }
            if shown < show { print(difference) }
            shown += 1
          }
        }
      }
    }
    for (kind, found) in different.sorted(by: { $0.value.count > $1.value.count }).prefix(60) {
      print("\(found.count)\tseed \(found.seed)\t\(kind)")
    }
    print("\(lives) lives told, \(shown) differences, \(time.cpuSeconds) CPU seconds")
    if shown > 0 { throw ExitCode(1) }
  }
}
