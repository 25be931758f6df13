import Foundation
import SubscriptionCore
import Testing

struct MetricTests {
  private static let article: String = {
    let path =
      (#filePath as NSString).deletingLastPathComponent
      + "/../../../Sources/SubscriptionCore/SubscriptionCore.docc/Metrics.md"
    return (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }()

  @Test func `the article has the definition of each metric`() {
    let table =
      "| metric | name in data | formula | meaning |\n| --- | --- | --- | --- |\n"
      + Metric.allCases.map { metric in
        "| \(metric.title) | `\(metric.rawValue)` | \(metric.formula) | \(metric.explanation) |\n"
      }.joined()
    #expect(Self.article.contains(table))
  }

  @Test func `the article has each published figure with its source and date`() {
    let table =
      "| figure | of what | store | source | date |\n| ---: | --- | --- | --- | --- |\n"
      + ReferenceFigure.all.map { line in
        "| \(line.value) | \(line.text) | \(line.store?.title ?? "any") "
          + "| [\(line.publisher)](\(line.url)) | \(line.date) |\n"
      }.joined()
    #expect(Self.article.contains(table))
    for figure in ReferenceFigure.all {
      #expect(figure.url.hasPrefix("https://") && figure.date.count >= 4, "\(figure)")
    }
  }

  @Test(arguments: Metric.allCases)
  func `a rate says its numerator and its denominator`(metric: Metric) {
    #expect(metric.formula.contains(" / ") == (metric.kind == .rate))
    guard metric.kind == .rate else {
      #expect(metric.denominatorWords == nil && metric.numeratorWords == metric.formula)
      return
    }
    #expect(
      metric.formula == metric.numeratorWords + " / " + (metric.denominatorWords ?? "missing"))
  }

  @Test func `titles and formulas are unlike each other`() {
    #expect(Set(Metric.allCases.map(\.title)).count == Metric.allCases.count)
    #expect(Set(Metric.allCases.map(\.formula)).count == Metric.allCases.count)
  }

  @Test func `a change within noise has no direction`() {
    func rate(_ numerator: Int, _ denominator: Int) -> MetricValue {
      .rate(Rate(numerator, of: denominator))
    }
    #expect(rate(41, 100).change(from: rate(40, 100)) == .noise)
    #expect(rate(70, 100).change(from: rate(40, 100)) == .up)
    #expect(rate(40, 100).change(from: rate(70, 100)) == .down)
    #expect(rate(0, 0).change(from: rate(40, 100)) == .noise)
    let fast = MetricValue.duration(.hours(5), interval: .hours(4)...(.hours(6)), count: 50)
    let slow = MetricValue.duration(.hours(9), interval: .hours(7)...(.hours(11)), count: 50)
    #expect(slow.change(from: fast) == .up && fast.change(from: slow) == .down)
    #expect(fast.change(from: fast) == .noise)
    #expect(
      MetricValue.money(["EUR": 2], unknown: 0).change(from: .money(["EUR": 1], unknown: 0))
        == .noise)
  }
}
