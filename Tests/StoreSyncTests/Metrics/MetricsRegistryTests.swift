import EventLedger
import Intake
import SubscriptionCore
import Testing

@testable import StoreSync

@Suite struct MetricsRegistryTests {
  @Test func `series are told in order, with their labels escaped`() {
    let metrics = MetricsRegistry()
    metrics.count(.deliveries, "google-play", "stored", by: 2)
    metrics.count(.deliveries, "app-store", "stored")
    metrics.count(.deliveries, "app-store", "stored")
    metrics.count(.quarantineOmitted, "a\"b\\c\nd")
    metrics.set(.queueDepth, to: 4)
    metrics.raise(.queueDepth, to: 5)
    metrics.set(.queueDepth, to: 3)
    metrics.raise(.queueDepth, to: 2)
    let expected = """
      # TYPE churntop_deliveries_total counter
      churntop_deliveries_total{store="app-store",outcome="stored"} 2
      churntop_deliveries_total{store="google-play",outcome="stored"} 2
      # HELP
      """
    #expect(metrics.text.contains(expected))
    #expect(metrics.text.contains("\nchurntop_queue_depth 3\n"))
    #expect(metrics.text.contains(#"omitted_total{source="a\"b\\c\nd"} 1"#))
    #expect(metrics.value(.deliveries, "app-store", "stored") == 2)
  }

  @Test(arguments: [
    ("com.x\"\u{0301},store=\"evil", #"com.x\""# + "\u{0301}" + #",store=\"evil"#),
    ("com.y\r\ninjected_metric 1", #"com.y\\u{d}\ninjected_metric 1"#),
    ("com.z\u{1B}[31m\\\u{0301}", #"com.z\\u{1b}[31m\\"# + "\u{0301}"),
  ])
  func `no character of a label ends its text or reaches a terminal`(
    label: String, text: String
  ) {
    let metrics = MetricsRegistry()
    metrics.count(.quarantineOmitted, label)
    let line = "\nchurntop_quarantine_omitted_total{source=\"\(text)\"} 1\n"
    #expect(metrics.text.unicodeScalars.contains(line.unicodeScalars), "\(metrics.text)")
  }

  @Test func `a histogram counts up to each bound`() {
    let metrics = MetricsRegistry()
    metrics.note(
      .committed(waited: [.milliseconds(1), .milliseconds(3), .seconds(60)], error: nil))
    metrics.note(.committed(waited: [], error: .busy(location: "/l")))
    metrics.note(.omitted(source: "POST /a", count: 3))
    let text = metrics.text
    for line in [
      #"churntop_commit_seconds_bucket{le="0.001"} 1"#,
      #"churntop_commit_seconds_bucket{le="0.002"} 1"#,
      #"churntop_commit_seconds_bucket{le="0.005"} 2"#,
      #"churntop_commit_seconds_bucket{le="10"} 2"#,
      #"churntop_commit_seconds_bucket{le="+Inf"} 3"#,
      "churntop_commit_seconds_sum 60.004", "churntop_commit_seconds_count 3",
      #"churntop_commits_total{outcome="failed"} 1"#,
      #"churntop_commits_total{outcome="stored"} 1"#,
      #"churntop_quarantine_omitted_total{source="POST /a"} 3"#,
    ] {
      #expect(text.contains("\n\(line)\n"), "\(line)")
    }
  }

  @Test func `a rule sees the first failure, since its series begins with 0`() {
    let metrics = MetricsRegistry()
    metrics.note(.committed(waited: [], error: nil))
    metrics.begin(callsOf: [.googlePlay])
    let text = metrics.text
    for line in [
      #"churntop_commits_total{outcome="failed"} 0"#,
      #"churntop_commits_total{outcome="stored"} 1"#,
    ] {
      #expect(text.contains("\n\(line)\n"), "\(line)")
    }
    for call in StoreCall.allCases {
      for outcome in StoreCall.Outcome.allCases {
        let series = "call=\"\(call.rawValue)\",outcome=\"\(outcome.rawValue)\"} 0\n"
        #expect(
          text.contains("_calls_total{store=\"google-play\",\(series)")
            == call.stores.contains(.googlePlay))
        #expect(!text.contains("_calls_total{store=\"app-store\",\(series)"))
      }
    }
  }

  @Test func `calls of the stores are counted by store, call and outcome`() {
    let metrics = MetricsRegistry()
    for outcome in [StoreCall.Outcome.timedOut, .ok, .timedOut] {
      metrics.note(StoreCallReport(store: .googlePlay, call: .voidedPurchases, outcome: outcome))
    }
    let head = #"churntop_store_api_calls_total{store="google-play",call="voided-purchases","#
    #expect(metrics.text.contains("\n\(head)outcome=\"ok\"} 1\n"))
    #expect(metrics.text.contains("\n\(head)outcome=\"timed-out\"} 2\n"))
  }

  @Test func `money has the decimals of its millionths, and a series that is not given goes`() {
    let metrics = MetricsRegistry()
    let sums: [(micros: Int64, text: String)] = [
      (1_234_560_000, "1234.56"), (7_000_000, "7"), (50, "0.00005"), (0, "0"), (-990_000, "-0.99"),
    ]
    for (micros, text) in sums {
      metrics.replace(.mrrAtRisk, with: [["EUR", "grace"]: micros])
      let line = #"churntop_mrr_at_risk_currency_units{currency="EUR",state="grace"} "# + text
      #expect(metrics.text.contains("\n\(line)\n"), "\(text)")
    }
    metrics.replace(.mrrAtRisk, with: [["JPY", "hold"]: 1])
    #expect(!metrics.text.contains("EUR") && metrics.text.contains("JPY"))
    metrics.replace(.oldestPrompt, with: [[]: 5])
    #expect(metrics.text.contains("\nchurntop_oldest_prompt_due_timestamp_seconds 5\n"))
  }

  @Test(arguments: PrometheusMetric.allCases)
  func `names follow the conventions`(_ metric: PrometheusMetric) {
    #expect(metric.rawValue.hasPrefix("churntop_"))
    #expect(metric.rawValue.hasSuffix("_total") == (metric.kind == .counter))
    #expect(!metric.help.hasSuffix("."))
    #expect(!metric.rawValue.hasSuffix("_ratio"), "the query divides, so that sums can come first")
    #expect(metric.help.hasPrefix("Unix time") == metric.rawValue.hasSuffix("_timestamp_seconds"))
    #expect(Set(metric.labels).count == metric.labels.count && metric.labels.count <= 3)
  }
}
