import Foundation
import Intake
import StoreSync
import SubscriptionCore
import Webhook

@testable import churntopd

/// A query of Prometheus as text, looked through for what does not exist.
struct PromQLText {
  /// The query.
  let text: String

  init(_ text: String) { self.text = text }

  /// A series that the query selects: the metric with its matchers.
  private struct Selector {
    var name: String
    var metric: PrometheusMetric?
    var matchers: [(label: String, values: [String])]
  }

  private var selectors: [Selector] {
    text.matches(of: #/(?<name>churntop_\w+)(\{(?<matchers>[^}]*)\})?/#).map { match in
      let matchers = (match.output.matchers ?? "")
        .matches(of: #/(?<label>\w+)\s*(=~|!~|!=|=)\s*"(?<value>[^"]*)"/#)
      let name = String(match.output.name)
      return Selector(
        name: name, metric: Self.metric(name),
        matchers: matchers.map {
          (String($0.output.label), $0.output.value.split(separator: "|").map(String.init))
        })
    }
  }

  /// The metrics that the query reads.
  var metrics: [PrometheusMetric] { selectors.compactMap(\.metric) }

  /// What the query names that does not exist, a sentence each.
  var problems: [String] {
    var problems: [String] = []
    var labels: Set = ["instance", "job"]
    for selector in selectors {
      guard let metric = selector.metric else {
        problems.append("\(selector.name) does not exist")
        continue
      }
      let own = Set(metric.labels + (metric.kind == .histogram ? ["le"] : []))
      labels.formUnion(own)
      for (label, values) in selector.matchers where label != "job" {
        guard own.contains(label) else {
          problems.append("\(metric.rawValue) has no label \(label)")
          continue
        }
        guard let possible = metric.values(of: label) else { continue }
        problems += values.filter { !possible.contains($0) }
          .map { "\(label) of \(metric.rawValue) is never \($0)" }
      }
    }
    for match in text.matches(of: #/\b(by|on|without|ignoring) ?\(([^)]*)\)/#) {
      let named = match.2.split { $0 == "," || $0 == " " }.map(String.init)
      problems += named.filter { !labels.contains($0) }.map { "nothing here has the label \($0)" }
    }
    return problems
  }

  /// A metric by the name of one of its series.
  private static func metric(_ name: String) -> PrometheusMetric? {
    PrometheusMetric.allCases.first { metric in
      let parts = metric.kind == .histogram ? ["_bucket", "_sum", "_count"] : [""]
      return parts.contains { metric.rawValue + $0 == name }
    }
  }

  // MARK: Files and programs

  /// The path of a file beside the unit.
  static func resource(_ name: String) -> String {
    let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    return here.appendingPathComponent("../../../Sources/churntopd/Resources/\(name)").standardized
      .path
  }

  /// A Boolean value that indicates whether Prometheus' own checker is installed.
  static var hasPromtool: Bool { FileManager.default.isExecutableFile(atPath: promtool) }

  private static let promtool = "/usr/bin/promtool"

  /// Runs Prometheus' own checker with arguments; returns its exit status.
  static func promtool(_ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: promtool)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}

extension PrometheusMetric {
  /// The values that a label can have; `nil` where they depend on the installation.
  fileprivate func values(of label: String) -> Set<String>? {
    switch (label, self) {
    case ("state", _): Set(SubscriptionState.allCases.map(\.rawValue))
    case ("store", _): Set(Store.allCases.map(\.rawValue))
    case ("day", _): ["today", "yesterday"]
    case ("stage", _): ["grace", "hold"]
    case ("cause", _): Set(ChurnCause.allCases.map(\.rawValue) + ["unknown"])
    case ("status", .undelivered): ["waiting", "held", "dead"]
    case ("outcome", .apiCalls): Set(StoreCall.Outcome.allCases.map(\.rawValue))
    case ("outcome", .deliveries): Set(DeliveryOutcome.allCases.map(\.rawValue))
    case ("outcome", .commits): ["stored", "failed"]
    case ("outcome", .changePosts): ["arrived", "failed", "gone", "cancelled"]
    default: nil
    }
  }
}
