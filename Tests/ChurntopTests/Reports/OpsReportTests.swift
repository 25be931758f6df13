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
    #expect(whole.words.value(figure.value) == "4195.80 USD + 9900 KRW")
    #expect(whole.notes.contains { $0.contains("2026-11-20") && $0.contains("USD") })
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
