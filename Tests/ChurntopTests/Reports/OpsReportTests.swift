import Foundation
import OwnThreads
import SubscriptionCore
import Testing

@testable import churntop

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite(.ownThread) struct OpsReportTests {
  private static let document = OpsReport(
    whole: MetricsDocument(report: ReportWorld.report(), filter: nil, rates: nil),
    parts: [ReportWorld.report(by: .product), ReportWorld.report(by: .country)]
  ).document

  /// With `CHURNTOP_RECORD=1` in the environment the page is written anew.
  @Test func `the Markdown of a seeded world is the recorded page`() throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "report.md")
    if ProcessInfo.processInfo.environment["CHURNTOP_RECORD"] == "1" {
      try Self.document.markdown.write(to: url, atomically: true, encoding: .utf8)
      return
    }
    #expect(try String(contentsOf: url, encoding: .utf8) == Self.document.markdown)
  }

  @Test func `the HTML is well-formed, and every element is one that the page uses`() throws {
    let html = Self.document.html
    #expect(html.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
    let parser = XMLParser(data: Data(html.utf8))
    let reader = ElementReader()
    parser.delegate = reader
    #expect(parser.parse(), "\(String(describing: parser.parserError)) \(parser.lineNumber)")
    let allowed: Set<String> = [
      "html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "p", "div", "table",
      "caption", "thead", "tbody", "tr", "th", "td", "figure", "svg", "desc", "line", "text",
      "polygon", "polyline", "ul", "li", "a",
    ]
    #expect(reader.names.subtracting(allowed) == [])
    #expect(reader.names.isSuperset(of: ["svg", "desc", "caption", "polygon"]))
    #expect(reader.attributes.isDisjoint(with: ["src", "srcset", "onload", "action", "data"]))
    #expect(reader.identifiers.count == Set(reader.identifiers).count)
  }

  @Test func `nothing in the page asks a server`() {
    let html = Self.document.html
    for word in ["<script", "<link", "<img", "<iframe", "@import", "url(", "src="] {
      #expect(!html.contains(word), "\(word)")
    }
    #expect(html.contains("default-src 'none'"))
  }

  @Test func `a text from outside is escaped in both forms`() {
    let (html, markdown) = (Self.document.html, Self.document.markdown)
    #expect(html.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;|&amp;&quot;"))
    #expect(markdown.contains("\\<script\\>alert('x')\\</script\\>\\|"))
    #expect(!html.contains("\u{1B}") && !markdown.contains("\u{1B}"))
  }

  @Test func `amounts are brought to the report currency, and those without a rate stay`() throws {
    let rates = ExchangeRates(
      currency: "USD", date: CivilDate(year: 2026, month: 11, day: 20),
      rates: ["EUR": 500_000_000])
    let whole = MetricsDocument(report: ReportWorld.report(), filter: nil, rates: rates)
    let figure = try #require(whole.report[.mrrInHold])
    #expect(whole.words.value(figure.value) == "4,195.80 USD + 9,900 KRW")
    #expect(whole.notes().contains { $0.contains("2026-11-20") && $0.contains("USD") })
  }

  @Test func `amounts in several currencies break between two of them, and names never`() {
    let table = ReportTable(
      columns: ["Product", "Lost"],
      rows: [
        [ReportTable.Cell("a + b"), ReportTable.Cell("4.99 EUR + 3,160 JPY")],
        [ReportTable.Cell("c"), ReportTable.Cell("4.99 EUR")],
      ])
    let html = table.html(caption: "Lost.")
    #expect(html.contains("<td class=\"sum\">4.99\u{A0}EUR +\u{A0}3,160\u{A0}JPY</td>"))
    #expect(html.contains("<th scope=\"row\">a + b</th>") && html.contains("<td>4.99 EUR</td>"))
  }

  @Test func `amounts have a row for each currency, and one for what is unknown`() {
    let whole = MetricsDocument(report: ReportWorld.report(), filter: nil, rates: nil)
    #expect(whole.amountRows.map(\.first) == ["EUR", "KRW", "unknown"])
    #expect(whole.amountRows[0].prefix(3) == ["EUR", "40,859.10", "40,859.10"])
    #expect(whole.amountRows[1].contains("9,900"))
    #expect(whole.figures.rows.allSatisfy { !$0[0].text.hasPrefix("MRR") })
    #expect(Money(micros: -500_000, currency: "EUR").grouped == "-0.50")
    #expect(Money(micros: -1_234_567_000_000, currency: "JPY").grouped == "-1,234,567")
  }

  @Test func `an amount without a value is none, and not zero`() throws {
    var report = ReportWorld.report()
    for index in report.figures.indices where report.figures[index].metric == .mrrInGrace {
      report.figures[index].previous = nil
    }
    let whole = MetricsDocument(report: report, filter: nil, rates: nil)
    let place = try #require(
      whole.amountFigures.firstIndex { $0.metric == .mrrInGrace }.map { 2 * $0 + 1 })
    #expect(whole.amountRows.allSatisfy { $0[place] != "-" && $0[place + 1] == "-" })
    #expect(whole.amountRows.count == 3)
  }

  @Test func `what is not known of the window before is not compared, and the report says so`() {
    var report = ReportWorld.report()
    (report.firstFailure, report.failedBefore) = (report.window.lowerBound, nil)
    for index in report.figures.indices { report.figures[index].previous = nil }
    for index in report.ends.indices { report.ends[index].previous = nil }
    let whole = MetricsDocument(report: report, filter: nil, rates: nil)
    let text = OpsReport(whole: whole, parts: []).document.markdown
    #expect(report.caveats == [.beforeUnknown, .finalUnknown])
    #expect(report.caveatSentences.allSatisfy { text.contains($0) })
    #expect(!text.contains("failed, against") && !text.contains("no more than noise;"))
    #expect(!text.contains("Final: \(MetricsText.days(report.closed))"))
    #expect(!whole.heading(.utc).contains("before"))
    #expect(whole.json.compact.contains("\"failedBefore\":null,\"failedChange\":null"))
    #expect(whole.json.compact.contains("\"caveats\":[\"beforeUnknown\",\"finalUnknown\"]"))
  }

  @Test func `where no money was at risk, no sentence counts it`() {
    func text(_ report: MetricsReport) -> String {
      let whole = MetricsDocument(report: report, filter: nil, rates: nil)
      return OpsReport(whole: whole, parts: []).document.markdown
    }
    let windows = MetricsWindows(days: 7, now: ReportWorld.now)
    #expect(!text(MetricsReport.Builder(windows).report()).contains("At the end of the window"))
    #expect(text(ReportWorld.report()).contains("At the end of the window"))
  }

  @Test func `the names of lines that end close together are a line of text apart`() throws {
    let ends = [("recovered", 0.5), ("canceled", 0.1), ("ran out", 0.1), ("other", 0.09)]
    let chart = LineChart(
      title: "", summary: "",
      lines: ends.map { name, share in
        LineChart.Line(name: name, style: "", points: [(0, 0), (60, share)])
      }, band: [])
    let places = chart.svg(number: 1).split(separator: "\n")
      .filter { $0.contains("dx=\"6\"") }
      .compactMap { line in line.split(separator: "y=\"").dropFirst().first }
      .compactMap { Double($0.prefix { $0 != "\"" }) }
    try #require(places.count == 4)
    for (lower, upper) in zip(places, places.dropFirst()) { #expect(lower - upper >= 13.9) }
  }

  @Test func `the effect of prompts has its caveat, the holdout and a caption in both forms`() {
    let (html, markdown) = (Self.document.html, Self.document.markdown)
    for page in [html, markdown] {
      #expect(page.contains("No experiment: people who open the app are prompted more often"))
      for words in ["Effect of prompts", "held out", "Power so far", "LTV of renewals"] {
        #expect(page.contains(words), "\(words)")
      }
    }
    let section = html.split(separator: "<h2>Effect of prompts</h2>").last ?? ""
    #expect(section.prefix(200).contains("<caption>Failures of "))
  }

  @Test func `a recent window is called not final, and its figures are set apart`() {
    let markdown = Self.document.markdown
    #expect(markdown.contains("are open, so rates of recovery are lower bounds"))
    #expect(markdown.contains(" % \\* |"))
    #expect(Self.document.html.contains("class=\"open\""))
  }
}

/// A reader of the names in a page.
private final class ElementReader: NSObject, XMLParserDelegate {
  private(set) var names: Set<String> = []
  private(set) var attributes: Set<String> = []
  private(set) var identifiers: [String] = []

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes values: [String: String]
  ) {
    names.insert(name)
    attributes.formUnion(values.keys)
    if let id = values["id"] { identifiers.append(id) }
  }
}
