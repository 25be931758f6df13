import Foundation
import OwnThreads
import SubscriptionCore
import Testing

@Suite(.ownThread) struct MetricsCommandTests {
  private static let window = ["--from", "2026-11-01", "--to", "2026-11-03"]
  private static let asOf = ["--as-of", "2026-11-04T12:00:00Z"]

  @Test func `json has every figure with its parts, window and formula`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let outcome = try sandbox.run(["metrics", "--format", "json"] + Self.window + Self.asOf)
    let page = try outcome.json()
    #expect(page["window"]["from"].text == "2026-11-01")
    #expect(page["window"]["to"].text == "2026-11-03")
    #expect(page["window"]["days"].number == 3)
    #expect(page["previous"]["to"].text == "2026-10-31")
    #expect(page["failed"].number == 1)
    let grace = page["metrics"].elements.first { $0["metric"].text == "graceRecoveryRate" }
    #expect(grace?["value"]["numerator"].number == 0)
    #expect(grace?["value"]["denominator"].number == 1)
    #expect(grace?["open"].number == 1)
    #expect(grace?["change"].text == "noise")
    #expect(grace?["formula"].text == Metric.graceRecoveryRate.formula)
    #expect(page["groups"].elements.isEmpty)
    #expect(page["references"].elements.count == ReferenceFigure.all.count)
  }

  @Test func `groups have their interval and stand beside the rest, in every format`() throws {
    let sandbox = try Sandbox()
    let weekly = (0..<60).map { PlayRecord.failing($0, product: "news.weekly", isPaid: $0 < 6) }
    let yearly = (60..<120).map { PlayRecord.failing($0, product: "news.yearly", isPaid: $0 < 100) }
    let few = (120..<122).map { PlayRecord.failing($0, product: "games", isPaid: false) }
    let records = (weekly + yearly + few).flatMap { $0 }
    try #require(try sandbox.fill(records.archive).status == 0)
    func run(_ format: String) throws -> Outcome {
      try sandbox.run(["metrics", "--by", "product", "--format", format] + Self.window + Self.asOf)
    }
    let groups = try run("json").json()["groups"].elements
    #expect(groups.map { $0["name"].text } == ["news.weekly", "news.yearly", "games"])
    let rates = groups.compactMap { group in
      group["metrics"].elements.first { $0["metric"].text == "recoveryRate" }
    }
    #expect(rates.map { $0["rest"]["standing"].text } == ["worse", "better", "few"])
    #expect(rates.map { $0["rest"]["verdict"].text } == ["lower", "higher", "few"])
    #expect(rates[0]["rest"]["numerator"].number == 40 && rates[0]["rest"]["p"].number == 0)
    #expect(rates[0]["value"]["low"].number != nil && rates[0]["rest"]["low"].number != nil)
    let text = try run("text").output
    let headings = try ["METRIC", "MONEY", "EFFECT OF PROMPTS", "PRODUCT"].map { heading in
      try #require(text.range(of: "\n" + heading)).lowerBound
    }
    #expect(headings == headings.sorted(), "what is of all comes before the groups")
    #expect(text.contains("Recovery rate: worse than the rest by more than noise: news.weekly;"))
    #expect(text.contains("4.7 - 20.1 %  worse"), "\(text)")
    #expect(try run("md").output.contains("| 4.7 - 20.1 % | worse |"))
    #expect(try run("csv").output.contains(",64.516,worse"))
    let report = try sandbox.run(["report", "--week"] + Self.asOf).output
    #expect(report.contains("Recovery rate: worse than the rest by more than noise: news.weekly;"))
  }

  @Test func `the filters of a figure list as many as it counts`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let outcome = try sandbox.run(["metrics", "--format", "json"] + Self.window + Self.asOf)
    let lists = try outcome.json()["metrics"].elements.flatMap { $0["lists"].elements }
    var counted = 0
    for list in lists where list["counts"].text != "standing" {
      guard let count = list["count"].number, let filter = list["filter"].text else { continue }
      let listed = try sandbox.run(["list", "--format", "ndjson", "--filter", filter] + Self.asOf)
      #expect(listed.output.split(separator: "\n").count == Int(count), "\(filter): \(listed)")
      counted += Int(count)
    }
    #expect(counted > 3)
  }

  @Test func `json has the effect of prompts with its caveat, and the money by currency`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let page = try sandbox.run(["metrics", "--format", "json"] + Self.window + Self.asOf).json()
    let prompts = page["prompts"]
    #expect(prompts["caveat"].text == PromptEffect.caveat)
    #expect(prompts["followUpDays"].number == 7 && prompts["samplingStep"].number == 1)
    #expect(prompts["episodes"].number == 1 && prompts["comparisons"].elements.isEmpty)
    #expect(prompts["failures"]["to"].text == "2026-11-03")
    #expect(prompts["holdout"].isNull)
    let line = page["money"].elements.first { $0["measure"].text == "revenueRecoveryRate" }
    #expect(line?["currency"].text == "JPY")
    #expect(line?["value"].number == 0 && line?["denominator"].text == "480.00")
    #expect(line?["formula"].text == RevenueLine.Measure.revenueRecoveryRate.formula)
  }

  @Test func `the holdout of the policy is compared, in every format`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let config = try sandbox.write(
      "config.toml",
      "[prompts.holdout]\npercent = 50\nsalt = \"winter\"\nsince = \"2026-10-01\"\n")
    func run(_ format: String) throws -> Outcome {
      try sandbox.run(
        ["metrics", "--format", format, "--config", config] + Self.window + Self.asOf)
    }
    let holdout = try run("json").json()["prompts"]["holdout"]
    #expect(holdout["percent"].number == 50 && holdout["salt"].text == "winter")
    #expect(holdout["since"].text == "2026-10-01" && holdout["followUpDays"].number == 60)
    let accounts = ["prompted", "heldOut"].map { holdout[$0]["accounts"].number ?? -1 }
    #expect(accounts.reduce(0, +) == 1)
    #expect(holdout["difference"].isNull && holdout["power"].isNull && holdout["needed"].isNull)
    #expect(holdout["warnings"].elements.first?["warning"].text == "shortFollowUp")
    let text = try run("text").output
    #expect(text.contains("EFFECT OF PROMPTS") && text.contains(PromptEffect.caveat))
    #expect(text.contains("Holdout \"winter\": 50 % of the accounts since 2026-10-01"))
    #expect(text.contains("Warning: Only 0 of 1 accounts have been followed for 60 days"))
    #expect(try run("md").output.contains("## Effect of prompts"))
    #expect(try run("csv").output.contains("holdoutRecovery.heldOut"))
    #expect(try run("ndjson").output.contains("\"holdout\":{\"percent\":50"))
  }

  @Test func `stats by a property or with a filter is the same as metrics`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    for rest in [["--by", "product"], ["--filter", "country:JP", "--format", "json"]] {
      let stats = try sandbox.run(["stats"] + rest + Self.asOf)
      let metrics = try sandbox.run(["metrics"] + rest + Self.asOf)
      #expect(stats.status == 0 && stats.output == metrics.output)
    }
    #expect(try sandbox.run(["stats", "--by", "color"]).status == 64)
  }

  @Test(arguments: ["revenue-recovery-rate", "renewalValue", "prompt-effect", "holdout-effect"])
  func `money and prompts are explained as well`(name: String) throws {
    let outcome = try Sandbox().run("metrics", "--explain", name, "--format", "json")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try outcome.json()["formula"].text?.isEmpty == false)
  }

  @Test(arguments: ["text", "ndjson", "csv", "md"])
  func `each format names a metric`(format: String) throws {
    let outcome = try Sandbox(PlayRecord.inGrace).run(
      ["metrics", "--by", "product", "--format", format] + Self.window + Self.asOf)
    #expect(outcome.status == 0, "\(outcome)")
    let name = format == "text" || format == "md" ? "Grace recovery rate" : "graceRecoveryRate"
    #expect(outcome.output.contains(name))
    #expect(outcome.output.contains("pro.monthly"))
  }

  @Test func `a filter leaves the figures out that need the days of all`() throws {
    let outcome = try Sandbox(PlayRecord.inGrace).run(
      ["metrics", "--filter", "country:US", "--format", "json"] + Self.window + Self.asOf)
    let page = try outcome.json()
    #expect(page["failed"].number == 0)
    let names = page["metrics"].elements.compactMap { $0["metric"].text }
    #expect(names.contains("recoveryRate") && !names.contains("involuntaryChurnRate"))
  }

  @Test(arguments: Metric.allCases)
  func `a metric is explained by its name`(metric: Metric) throws {
    let dashed = metric.rawValue.replacing(/[A-Z]/) { "-" + $0.output.lowercased() }
    for name in [dashed, metric.rawValue] {
      let outcome = try Sandbox().run("metrics", "--explain", name)
      #expect(outcome.status == 0, "\(outcome)")
      #expect(outcome.output.contains(metric.formula))
      #expect(outcome.output.contains(metric.explanation))
    }
  }

  @Test(arguments: [
    (["metrics", "--explain", "grace-recovery-rat"], "Did you mean grace-recovery-rate?"),
    (["metrics", "--last", "5h"], "--last"), (["metrics", "--limit", "0"], "--limit"),
    (["metrics", "--last", "0d"], "'0d' is not a number of days. Write whole days from 1d"),
    (["metrics", "--last", "-7d"], "'-7d' is not a number of days. Write whole days from 1d"),
    (["metrics", "--limit", "-1"], "--limit: write 1 or more."),
    (["metrics", "--last", "7d", "--from", "2026-11-01"], "exclude"),
    (["metrics", "--from", "2026-11-05", "--to", "2026-11-01"], "after the last day"),
    (["report", "--week", "--ending", "soon"], "--ending"),
  ])
  func `what makes no sense is said in one line`(arguments: [String], words: String) throws {
    let outcome = try Sandbox(PlayRecord.inGrace).run(arguments)
    #expect(outcome.status == 2, "\(outcome)")
    #expect(outcome.diagnostics.contains(words), "\(outcome.diagnostics)")
  }

  @Test func `the report currency and the date of its rates stand beside amounts`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let config = try sandbox.write(
      "config.toml",
      "[currency]\nreport = \"EUR\"\ndate = \"2026-11-02\"\nrates = { JPY = \"160\" }\n")
    let outcome = try sandbox.run(
      ["metrics", "--format", "json", "--config", config] + Self.window + Self.asOf)
    let page = try outcome.json()
    #expect(page["currency"]["report"].text == "EUR")
    #expect(page["currency"]["date"].text == "2026-11-02")
    #expect(outcome.output.contains("\"invented\": false"))
    #expect(page["lateNews"].isNull, "of a past present nothing is known")
    #expect(page["failedChange"].text == "noise" || page["failedChange"].isNull)
    try sandbox.write("rates.csv", "currency,rate\nJPY,0\n")
    try sandbox.write("config.toml", "[currency]\nreport = \"EUR\"\nfile = \"rates.csv\"\n")
    let bad = try sandbox.run(["metrics", "--config", config] + Self.window + Self.asOf)
    #expect(bad.status == 0)
    #expect(bad.diagnostics.contains("rates.csv: line 2"), "\(bad.diagnostics)")
  }

  @Test func `a report is Markdown or a page`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let markdown = try sandbox.run(["report", "--week"] + Self.asOf)
    #expect(markdown.status == 0 && markdown.output.hasPrefix("# Churn and recovery, 2026-10-28"))
    let page = try sandbox.run(["report", "--month", "--format", "html"] + Self.asOf)
    #expect(page.status == 0 && page.output.hasPrefix("<!DOCTYPE html>"))
    #expect(try sandbox.run("report").status == 64)
  }

  @Test(arguments: [
    ["metrics", "--to", "2026-11-05"], ["metrics", "--from", "2026-11-05"],
    ["metrics", "--from", "2026-11-01", "--to", "2026-12-20"],
    ["report", "--week", "--ending", "2026-11-05"], ["metrics", "--last", "36h"],
  ])
  func `a window of days to come, or of half days, is not judged`(words: [String]) throws {
    let outcome = try Sandbox(PlayRecord.inGrace).run(words + Self.asOf)
    #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.diagnostics.contains("\(words[words.count - 2]): "), "\(outcome)")
  }

  @Test func `today may be the last day, and two days may be said in hours`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    for words in [["metrics", "--to", "2026-11-04"], ["metrics", "--last", "48h"]] {
      #expect(try sandbox.run(words + Self.asOf).status == 0)
    }
    let report = try sandbox.run(["report", "--week", "--ending", "2026-11-04"] + Self.asOf)
    #expect(report.status == 0, "\(report)")
  }

  @Test func `silent feeds are told above the figures`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let words = [["metrics"], ["metrics", "--format", "md"], ["report", "--week"]]
    for words in words {
      let silent = try sandbox.run(words + ["--as-of", "2026-11-20"]).output
      #expect(silent.contains("News may be missing"), "\(silent)")
      #expect(silent.contains("since 2026-11-01 00:10Z"), "\(silent)")
      #expect(silent.components(separatedBy: "News may be missing").count == 2, "\(silent)")
      let heard = try sandbox.run(words + ["--as-of", "2026-11-01T12:00:00Z"]).output
      #expect(!heard.contains("News may be missing"), "\(heard)")
    }
    let zone = ["metrics", "--timezone", "Asia/Tokyo", "--as-of", "2026-11-20T00:00:00Z"]
    let local = try sandbox.run(zone).output
    #expect(local.contains("since 2026-11-01 09:10+09"), "\(local)")
  }

  @Test(arguments: [
    ["stats"], ["metrics"] + window, ["digest", "--since", "2026-10-31"],
  ])
  func `csv has amounts in the report currency, too`(words: [String]) throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let rates = "[currency]\nreport = \"EUR\"\ndate = \"2026-11-01\"\nrates = { JPY = \"160\" }\n"
    let config = try sandbox.write("rates.toml", rates)
    func csv(_ options: [String]) throws -> [[String]] {
      let outcome = try sandbox.run(words + ["--format", "csv"] + options + Self.asOf)
      #expect(outcome.status == 0, "\(outcome)")
      let records = outcome.output.components(separatedBy: "\r\n").dropLast()
      return records.map { $0.components(separatedBy: ",") }
    }
    let (own, both) = (try csv([]), try csv(["--config", config]))
    #expect(own.map { $0.count } == both.map { $0.count })
    let cells = both.flatMap { $0 }
    #expect(cells.contains("480.00") || cells.contains("480.00 JPY"), "\(both)")
    #expect(cells.contains("3.00") || cells.contains("3.00 EUR"), "\(both)")
    #expect(!own.flatMap { $0 }.contains { $0.hasPrefix("3.00") }, "\(own)")
  }
}
