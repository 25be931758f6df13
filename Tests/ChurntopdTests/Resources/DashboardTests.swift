import Foundation
import StoreSync
import Testing

@testable import churntopd

@Suite struct `The Grafana dashboard beside the unit` {
  /// The parts of a dashboard that are looked at here, by Grafana's "Dashboard JSON model"
  /// (<https://grafana.com/docs/grafana/latest/>).
  private struct Model: Decodable {
    struct Place: Decodable { var h, w, x, y: Int }
    struct Target: Decodable { var refId, expr, legendFormat: String }
    struct Panel: Decodable {
      var id: Int
      var type, title: String
      var description: String?
      var gridPos: Place
      var targets: [Target]?
    }
    struct Variable: Decodable { var name, type: String }
    struct Templating: Decodable { var list: [Variable] }
    var title, uid: String
    var panels: [Panel]
    var templating: Templating
  }

  private let model: Model
  private let expressions: [PromQLText]

  init() throws {
    let path = PromQLText.resource("churntopd.dashboard.json")
    model = try JSONDecoder().decode(
      Model.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    expressions = model.panels.flatMap { $0.targets ?? [] }.map { PromQLText($0.expr) }
  }

  @Test func `every metric, label and value that it names exists`() {
    #expect(expressions.count >= 30)
    for expression in expressions { #expect(expression.problems == [], "\(expression.text)") }
    #expect(PromQLText("churntop_nothing").problems == ["churntop_nothing does not exist"])
    #expect(PromQLText("churntop_refunds{day=\"monday\"}").problems.count == 1)
    #expect(PromQLText("sum by (stage) (churntop_refunds)").problems.count == 1)
  }

  @Test func `it shows churn, freshness and the daemons, of one job`() {
    let metrics = Set(expressions.flatMap(\.metrics))
    let wanted: Set<PrometheusMetric> = [
      .subscribers, .mrr, .mrrWithoutPrice, .mrrAtRisk, .mrrUnpriced, .closedEpisodes,
      .closedEntered, .closedRecovered, .renewals, .failedRenewals, .recoveredRenewals,
      .recoveredRevenue, .lostRevenue, .ended, .refunds, .promptsDue, .promptsOverdue,
      .oldestPrompt, .feedHeard, .deliveries, .apiCalls, .commitSeconds, .requests, .changePosts,
      .changesServed, .outboxPosition, .receiverPosition, .undelivered, .queueDepth, .quarantine,
      .quarantineOmitted, .configurationTaken, .leaseHeld,
    ]
    #expect(metrics == wanted)
    #expect(model.templating.list.map(\.name) == ["datasource", "job"])
    for expression in expressions {
      let series = expression.text.matches(of: #/(churntop_\w+|\bup\b)(?!\w)/#).count
      let jobs = expression.text.matches(of: #/\{job="\$job"/#).count
      #expect(series == jobs, "\(expression.text)")
    }
  }

  @Test func `panels have titles and words, numbers of their own, and do not overlap`() {
    #expect(Set(model.panels.map(\.id)).count == model.panels.count)
    var cells: Set<[Int]> = []
    for panel in model.panels {
      #expect(!panel.title.isEmpty)
      if panel.type != "row" {
        #expect(panel.description?.hasSuffix(".") == true, "\(panel.title)")
        #expect(panel.targets?.isEmpty == false)
      }
      let targets = panel.targets ?? []
      #expect(Set(targets.map(\.refId)).count == targets.count)
      #expect(targets.allSatisfy { !$0.legendFormat.isEmpty })
      let place = panel.gridPos
      #expect(place.x + place.w <= 24)
      for x in place.x..<(place.x + place.w) {
        for y in place.y..<(place.y + place.h) {
          #expect(cells.insert([x, y]).inserted, "\(panel.title) overlaps")
        }
      }
    }
  }

  @Test(.enabled(if: PromQLText.hasPromtool))
  func `Prometheus understands its queries`() throws {
    let folder = try DaemonFolder()
    var rules = "groups:\n  - name: dashboard\n    rules:\n"
    for (index, expression) in expressions.enumerated() {
      let text = expression.text.replacing("$__rate_interval", with: "5m")
      rules += "      - record: q:\(index)\n        expr: '\(text)'\n"
    }
    #expect(try PromQLText.promtool(["check", "rules", folder.write("queries.yml", rules)]) == 0)
  }
}
