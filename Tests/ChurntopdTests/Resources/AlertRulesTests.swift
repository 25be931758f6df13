import Foundation
import OwnThreads
import StoreSync
import Testing

@testable import churntopd

@Suite(.ownThread) struct `The alert rules beside the unit` {
  private static let path: String = {
    let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let name = "../../../Sources/churntopd/Resources/churntopd.rules.yml"
    return here.appendingPathComponent(name).standardized.path
  }()

  /// The expressions, without those of what Prometheus says itself.
  private static func text() throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  /// A metric by the name of a series of its.
  private static func metric(_ name: String) -> PrometheusMetric? {
    PrometheusMetric.allCases.first { metric in
      let parts = metric.kind == .histogram ? ["_bucket", "_sum", "_count"] : [""]
      return parts.contains { metric.rawValue + $0 == name }
    }
  }

  @Test func `every metric and label that they name exists`() throws {
    let text = try Self.text()
    let names = Set(text.matches(of: #/churntop_\w+/#).map { String($0.0) })
    #expect(names.count >= 9)
    for name in names { #expect(Self.metric(name) != nil, "\(name)") }
    for match in text.matches(of: #/(churntop_\w+)\{(\w+)=~?"([^"]*)"\}/#) {
      let metric = try #require(Self.metric(String(match.1)))
      #expect(metric.labels.contains(String(match.2)), "\(match.0)")
    }
  }

  @Test func `every outcome that they look for can happen`() throws {
    let calls = Set(StoreCall.Outcome.allCases.map(\.rawValue))
    for match in try Self.text().matches(of: #/api_calls_total\{outcome=~?"([^"]*)"\}/#) {
      #expect(Set(match.1.split(separator: "|").map(String.init)).isSubset(of: calls))
    }
  }

  @Test func `every rule says what is the matter`() throws {
    let text = try Self.text()
    let alerts = text.matches(of: #/- alert: \w+/#).count
    #expect(alerts >= 10)
    for word in ["expr:", "severity:", "summary:"] {
      #expect(text.components(separatedBy: word).count - 1 == alerts, "\(word)")
    }
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: promtool)))
  func `Prometheus understands them`() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.promtool)
    process.arguments = ["check", "rules", Self.path]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  private static let promtool = "/usr/bin/promtool"
}
