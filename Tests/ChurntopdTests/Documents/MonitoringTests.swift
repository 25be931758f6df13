import Foundation
import StoreSync
import SubscriptionCore
import Testing

@testable import churntopd

@Suite struct `The article on monitoring` {
  private let text: String

  init() throws {
    let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let name = "../../../Sources/churntopd/churntopd.docc/Monitoring.md"
    text = try String(contentsOf: here.appendingPathComponent(name).standardized, encoding: .utf8)
  }

  /// The cells of the rows that begin with a name in a table with that head.
  private func rows(_ head: String) throws -> [[String]] {
    let table = try #require(text.components(separatedBy: head + "\n").dropFirst().first)
    return table.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
      .prefix { $0.hasPrefix("| ") }
      .map { row in
        row.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
          .map { $0.trimmingCharacters(in: .whitespaces) }
      }
  }

  @Test func `lists every metric with its type, labels and meaning`() throws {
    let expected = PrometheusMetric.allCases.map { metric in
      [
        "`\(metric.rawValue)`", metric.kind.rawValue,
        metric.labels.map { "`\($0)`" }.joined(separator: ", "), metric.help,
      ]
    }
    #expect(try rows("| name | type | labels | meaning |") == expected)
  }

  @Test func `lists every figure that an alert may watch`() throws {
    let expected = AlertMetric.allCases.map { metric in
      ["`\(metric.rawValue)`", metric.firesBelow ? "below" : "above", metric.summary]
    }
    #expect(try rows("| metric | fires | value |") == expected)
  }

  @Test func `lists every key and state of an alert's message`() throws {
    let rule = AlertRule(
      line: 1, name: "a", trigger: .metric(.counter(.failing), threshold: 0, currency: nil))
    let figure = AlertFigure(value: 0, threshold: 0, text: "")
    let message = AlertMessage(rule, .test, figure, at: .epoch)
    let keys = Mirror(reflecting: message).children.compactMap(\.label)
    let table = try rows("| key | value |")
    #expect(table.map { $0[0] } == keys.map { "`\($0)`" })
    for state in [AlertState.Telling.fired, .goesOn, .cleared, .test] {
      #expect(table.contains { $0[1].contains("`\(state.rawValue)`") }, "\(state)")
    }
  }

  @Test func `names metrics and labels that exist alone`() {
    let queries = text.matches(of: #/```\n(?<query>sum.*?)```/#.dotMatchesNewlines())
    #expect(queries.count == 2)
    for query in queries { #expect(PromQLText(String(query.output.query)).problems == []) }
    for match in text.matches(of: #/churntop_\w+/#) {
      #expect(PrometheusMetric(rawValue: String(match.0)) != nil, "\(match.0)")
    }
  }
}
