import Foundation
import OwnThreads
import StoreSync
import Testing

@testable import churntopd

@Suite(.ownThread) struct `The alert rules beside the unit` {
  private static let path = PromQLText.resource("churntopd.rules.yml")

  private static func text() throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  /// The expressions of the rules: the lines from each `expr:` up to the next key.
  private static func expressions() throws -> [PromQLText] {
    try text().split(separator: "- alert: ").dropFirst().compactMap { rule in
      rule.firstMatch(of: #/expr:( >-)?\s(?<text>.*?)\n +(for|labels):/#.dotMatchesNewlines())
        .map { PromQLText(String($0.output.text)) }
    }
  }

  @Test func `every metric, label and value that they name exists`() throws {
    let expressions = try Self.expressions()
    #expect(expressions.count == (try Self.text().matches(of: #/- alert: \w+/#).count))
    #expect(Set(expressions.flatMap(\.metrics)).count >= 15)
    for expression in expressions { #expect(expression.problems == [], "\(expression.text)") }
  }

  @Test func `no ledger, which is a job, hides what is wrong with another`() throws {
    for expression in try Self.expressions() {
      for match in expression.text.matches(of: #/\b(sum|max)\b( by \((?<labels>[^)]*)\))?/#) {
        let labels = (match.output.labels ?? "").split(separator: ",").map {
          $0.trimmingCharacters(in: .whitespaces)
        }
        #expect(labels.contains("job") || labels.contains("instance"), "\(expression.text)")
      }
    }
  }

  /// Keys are fetched when a push needs them.
  @Test func `old keys are reported only where Google delivers`() throws {
    let rule = try #require(try Self.expressions().first { $0.metrics.contains(.keysFetched) })
    #expect(rule.metrics.contains(.deliveries), "\(rule.text)")
  }

  @Test func `every rule says what is the matter`() throws {
    let text = try Self.text()
    let alerts = text.matches(of: #/- alert: \w+/#).count
    #expect(alerts >= 20)
    for word in ["expr:", "severity:", "summary:"] {
      #expect(text.components(separatedBy: word).count - 1 == alerts, "\(word)")
    }
  }

  @Test(.enabled(if: PromQLText.hasPromtool))
  func `Prometheus understands them`() throws {
    #expect(try PromQLText.promtool(["check", "rules", Self.path]) == 0)
  }

  /// One receiver takes its last change at minute 10; another is away for half an hour from then
  /// on, and takes at minute 49 what the first retries failed to send.
  @Test(.enabled(if: PromQLText.hasPromtool))
  func `a receiver that stays down is reported, and one that is back is not`() throws {
    let folder = try DaemonFolder()
    let tests = #"""
      rule_files: ["\#(Self.path)"]
      tests:
        - interval: 1m
          input_series:
            - series: churntop_undelivered_changes{job="churntopd",receiver="down",status="waiting"}
              values: 0x9 1x110
            - series: churntop_change_posts_total{job="churntopd",receiver="down",outcome="arrived"}
              values: 0+1x10 10x109
            - series: churntop_undelivered_changes{job="churntopd",receiver="back",status="waiting"}
              values: 0x9 1x38 0x71
            - series: churntop_change_posts_total{job="churntopd",receiver="back",outcome="arrived"}
              values: 0+1x10 10x37 11x71
          promql_expr_test:
            - expr: count(ALERTS{alertstate="firing"}) or vector(0)
              eval_time: 60m
              exp_samples: [{ labels: "{}", value: 0 }]
            - expr: count by (alertname, receiver) (ALERTS{alertstate="firing"})
              eval_time: 80m
              exp_samples:
                - { labels: '{alertname="ChurntopReceiverDown",receiver="down"}', value: 1 }
      """#
    #expect(try PromQLText.promtool(["test", "rules", folder.write("receivers.yml", tests)]) == 0)
  }
}
