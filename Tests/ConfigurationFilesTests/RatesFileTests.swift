import ConfigurationFiles
import Foundation
import SubscriptionCore
import Testing

struct RatesFileTests {
  @Test func `a record for each currency`() throws {
    let read = try RatesFile.read(
      "currency,rate,date\nUSD,1.0834,2026-11-20\njpy, 162.5 ,2026-11-19\n", report: "EUR")
    #expect(read.rates == ["USD": 1_083_400_000, "JPY": 162_500_000_000])
    #expect(read.date?.iso8601 == "2026-11-19")
  }

  @Test(arguments: ["USD,1.05,2026-01-02\nUSD,1.20,2026-11-20", "USD,1.2,2026-11-20\nUSD,1.05,"])
  func `of several days of one currency the latest counts`(lines: String) throws {
    let read = try RatesFile.read("currency,rate,date\n\(lines)\n", report: "EUR")
    #expect(read.rates == ["USD": 1_200_000_000])
    #expect(read.date?.iso8601 == "2026-11-20")
  }

  @Test(arguments: [
    "Date, USD, JPY, BGN, \n20 November 2026, 1.0834, 162.5, N/A, \n",
    "Date,USD,JPY,\n2026-11-20,1.0834,162.5,\n2026-11-19,1.09,161,\n",
  ])
  func `the form of the European Central Bank, the newest day first`(text: String) throws {
    let read = try RatesFile.read(text, report: "EUR")
    #expect(read.rates == ["USD": 1_083_400_000, "JPY": 162_500_000_000])
    #expect(read.date?.iso8601 == "2026-11-20")
    #expect(throws: RatesProblem.self) { try RatesFile.read(text, report: "USD") }
  }

  @Test(arguments: [
    ("", 0.9, "1.111111111"), ("USD = \"1.05\"", 0.9, "1.050000000"),
    ("EUR = \"1\"", 0.9, "1.111111111"), ("USD = \"1.05\"", 0.8, "1.050000000"),
  ])
  func `rates of the section are of the report currency, whatever base the file has`(
    written: String, euros: Double, dollars: String
  ) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "rates-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("currency,rate\nUSD,1\nEUR,\(euros)\n".utf8)
      .write(to: folder.appending(path: "usd.csv"))
    let file = try ConfigurationFile(
      path: folder.appending(path: "c.toml").path,
      text: """
        [currency]
        report = "EUR"
        date = "2026-11-20"
        file = "usd.csv"
        [currency.rates]
        \(written)
        """, shape: TableShape(TableShape.currency))
    let found = RatesConfiguration.rates(of: [file])
    #expect(found.problems.isEmpty)
    #expect(found.rates?.rates["USD"] == ExchangeRates.rate(dollars))
    #expect(found.rates?.rates["EUR"] == ExchangeRates.scale)
  }

  @Test(arguments: [
    ("report = \"EUR\"", "c.toml:1: [currency] has neither rates nor a file of them."),
    ("report = \"EUR\"\ndate = \"2026-11-20\"", "[currency] has neither rates nor a file of them."),
    ("report = \"EUR\"\nrates = { USD = \"1.1\" }", "[currency] has no date."),
    ("report = \"EUR\"\nfile = \"/nope.csv\"", "c.toml:3: [currency] file: /nope.csv: cannot be"),
  ])
  func `a section that converts nothing has a problem`(keys: String, words: String) throws {
    let file = try ConfigurationFile(
      path: "c.toml", text: "[currency]\n\(keys)\n", shape: TableShape(TableShape.currency))
    let found = RatesConfiguration.rates(of: [file])
    #expect(found.rates == nil && found.problems.count == 1)
    #expect(found.problems.first?.sentence.contains(words) == true, "\(found.problems)")
  }

  @Test(arguments: [
    ("", "empty"), ("a,b\n1,2\n", "currency and rate"), ("currency,rate\nUSD,0\n", "line 2"),
    ("currency,rate\nUSD,1\nEuro,1\n", "line 3"), ("currency,rate\n\"USD,1\n", "line 2"),
    ("currency,rate,date\nUSD,1,soon\n", "'soon'"), ("Date,USD\nsoon,1\n", "line 2"),
    ("Date,USD\n2026-11-20,x\n", "USD"),
  ])
  func `a problem names its place`(text: String, words: String) {
    do {
      _ = try RatesFile.read(text, report: "EUR")
      Issue.record("read")
    } catch { #expect(error.text.contains(words), "\(error.text)") }
  }
}
