import OwnThreads
import ProgramConventions
import SubscriptionCore
import Testing

@Suite(.ownThread) struct StatsCommandTests {
  @Test func `money is in the report currency, with the day of the rates`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let plain = try sandbox.run("stats", "--as-of", "2026-11-02")
    #expect(plain.output.contains("at risk (grace + hold)"), "\(plain.output)")
    #expect(plain.output.contains("480 JPY") && !plain.output.contains("EUR"))
    let config = try sandbox.write(
      "config.toml",
      "[currency]\nreport = \"EUR\"\ndate = \"2026-10-30\"\nrates = { JPY = \"160\" }\n")
    let text = try sandbox.run("stats", "--as-of", "2026-11-02", "--config", config).output
    #expect(text.contains("3.00 EUR") && !text.contains("JPY"), "\(text)")
    #expect(text.contains("Amounts are in EUR at the rates of 2026-10-30;"))
    let json = try sandbox.run(
      "stats", "--as-of", "2026-11-02", "--config", config, "--format", "json"
    ).json()
    #expect(json["currency"]["report"].text == "EUR")
    #expect(json["currency"]["date"].text == "2026-10-30")
    #expect(json["atRisk"]["count"]["numerator"].number == 1)
    #expect(json["atRisk"]["mrr"][0]["amount"].text == "480.00")
    #expect(json["atRisk"]["mrrReport"][0]["amount"].text == "3.00")
    #expect(json["atRisk"]["moneyUnknown"]["numerator"].number == 0)
  }

  @Test func `amounts without a rate are said to stay in their own currency`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let other = [PlayRecord.active(1)].archive.replacing("\"JPY\"", with: "\"KRW\"")
    try #require(sandbox.run(["import", "-"], input: other).status == 0)
    let config = try sandbox.write(
      "config.toml",
      "[currency]\nreport = \"EUR\"\ndate = \"2026-10-30\"\nrates = { JPY = \"160\" }\n")
    for command in ["stats", "metrics"] {
      let text = try sandbox.run(command, "--as-of", "2026-11-02", "--config", config).output
      #expect(text.contains("There is no rate for KRW, whose amounts"), "\(text)")
    }
  }

  @Test func `money that is unknown is counted with the filter that lists it`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let priceless = [PlayRecord.active(1)].archive
      .replacing(/"recurringPrice":\{[^}]*\}/, with: "\"recurringPrice\":null")
    try #require(sandbox.run(["import", "-"], input: priceless).status == 0)
    let text = try sandbox.run("stats", "--as-of", "2026-11-02").output
    let filter = try #require(text.firstMatch(of: /churntop list --filter '([^']+)'/)?.output.1)
    let listed = try sandbox.run(
      "list", "--as-of", "2026-11-02", "--filter", String(filter), "--format", "ndjson")
    let json = try sandbox.run("stats", "--as-of", "2026-11-02", "--format", "json").json()
    #expect(listed.lines.count == 1, "\(listed)")
    #expect(json["data"]["moneyUnknown"]["numerator"].number == 1, "\(json)")
  }

  @Test func `the ledger of a simulation has the time of its stores`() throws {
    let sandbox = try Sandbox()
    let (began, ledger) = (MachineClock.now(), sandbox.file("simulated.sqlite"))
    try AcceleratedClock(start: began - .days(400), began: began, speed: 1).write(beside: ledger)
    try #require(try sandbox.run(["import", "-", "--ledger", ledger], input: "").status == 0)
    let json = try sandbox.run("stats", "--ledger", ledger, "--format", "json").json()
    let asOf = try #require(json["asOf"].text.flatMap { Timestamp(rfc3339: $0) })
    #expect(asOf < began - .days(399), "\(asOf)")
  }

  @Test func `amounts in several currencies say what brings them to one`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let words = "Amounts are in 2 currencies; rates under [currency]"
    #expect(!(try sandbox.run("stats", "--as-of", "2026-11-02").output.contains("currencies;")))
    let other = [PlayRecord.active(1)].archive.replacing("\"JPY\"", with: "\"EUR\"")
    try #require(sandbox.run(["import", "-"], input: other).status == 0)
    let text = try sandbox.run("stats", "--as-of", "2026-11-02").output
    #expect(text.contains(words), "\(text)")
  }

  @Test(arguments: [
    ("2026-11-01T12:00:00Z", 1, nil), ("2026-11-08T12:00:00Z", 0, nil),
    ("2026-11-09T12:00:00Z", 0, 0),
  ])
  func `failures of today stand beside those of a week ago, if any before that day are known`(
    _ instant: String, _ today: Int, _ weekAgo: Int?
  ) throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let json = try sandbox.run("stats", "--as-of", instant, "--format", "json").json()
    #expect(json["failed"]["today"].number == today)
    #expect(json["failed"]["sameHoursWeekAgo"].number == weekAgo)
    #expect(json["failed"]["change"].text == (weekAgo == nil ? nil : "noise"))
    #expect(json["failed"]["p"].number == (weekAgo == nil ? nil : 1))
    let text = try sandbox.run("stats", "--as-of", instant).output
    #expect(text.contains("failed today (UTC)"))
    #expect(text.contains("same hours a week ago") == (weekAgo != nil))
    #expect(text.contains("Failures of a week ago are not known") == (weekAgo == nil))
  }

  @Test func `the demo has invented rates of its own`() throws {
    let sandbox = try Sandbox()
    let text = try sandbox.run("demo", "--subscribers", "60").output
    #expect(
      text.contains("Amounts are in EUR at the invented rates of 2026-11-20;"), "\(text)")
    #expect(!text.contains("JPY"), "\(text)")
  }
  @Test func `the rows of recovery add up to the failures`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let json = try sandbox.run("stats", "--as-of", "2026-11-02", "--format", "json").json()
    let names = ["recovered", "ranOut", "canceledByUser", "endedOtherwise", "open"]
    for window in json["recovery"].elements {
      let sum = names.reduce(0) { $0 + (window[$1]["numerator"].number ?? 0) }
      #expect(sum == window["failed"].number && sum == 1, "\(window)")
    }
    let text = try sandbox.run("stats", "--as-of", "2026-11-02").output
    #expect(text.contains("ended otherwise"), "\(text)")
    #expect(text.contains("days are counted up to now; Metrics counts whole days"), "\(text)")
  }
}
