import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

struct TimelineBarTests {
  static let start = TestWorld.time("2025-11-01T00:00:00Z")
  static let scale = TimeScale(origin: start, zoom: .day, width: 20)

  static func day(_ number: Int) -> Timestamp { start + .days(number - 1) }

  static func span(
    _ kind: Timeline.Kind, _ from: Timestamp, _ to: Timestamp?, projected: Bool = false
  ) -> Timeline.Span {
    Timeline.Span(
      kind: kind, from: from, to: to, projected: projected, access: kind != .hold)
  }

  /// A bar as letters: upper case for told, lower case for expected.
  static func draw(_ spans: [Timeline.Span], now: Timestamp = day(10)) -> String {
    var bar = TimelineBar(scale: scale)
    bar.paint(spans, now: now)
    let glyphs = DashboardAppearance.glyphs(.ascii, theme: .plain)
    return bar.cells.reduce(into: "") { text, cell in
      switch cell {
      case .empty: text.append(" ")
      case .fill(let kind, let projected): text.append(glyphs[kind.glyph(projected: projected)])
      case .mark(let mark): text.append(glyphs[mark.glyph])
      }
    }
  }

  @Test func `told and expected spans fill the cells they cover`() {
    #expect(
      Self.draw([
        Self.span(.paid, Self.day(1), Self.day(5)), Self.span(.grace, Self.day(5), Self.day(10)),
        Self.span(.grace, Self.day(10), Self.day(13), projected: true),
        Self.span(.hold, Self.day(13), Self.day(18), projected: true),
        Self.span(.expired, Self.day(18), nil, projected: true),
      ]) == "AAAAGGGGGggghhhhh...")
  }

  @Test func `a cell shows what fills most of it`() {
    let noonish = Self.day(5) + .hours(13)
    #expect(
      Self.draw([
        Self.span(.paid, Self.day(1), noonish), Self.span(.hold, noonish, Self.day(8)),
      ]) == "AAAAAHH" + String(repeating: " ", count: 13))
  }

  @Test func `a span shorter than a cell is still seen`() {
    let from = Self.day(5) + .hours(2)
    #expect(
      Self.draw([
        Self.span(.paid, Self.day(1), from), Self.span(.grace, from, from + .hours(3)),
        Self.span(.paid, from + .hours(3), Self.day(9)),
      ]) == "AAAAGAAA" + String(repeating: " ", count: 12))
  }

  @Test func `of several short spans in one cell the most urgent is seen`() {
    let from = Self.day(5)
    #expect(
      Self.draw([
        Self.span(.paid, Self.day(1), from), Self.span(.grace, from, from + .hours(1)),
        Self.span(.hold, from + .hours(1), from + .hours(2)),
        Self.span(.paid, from + .hours(2), Self.day(9)),
      ]) == "AAAAHAAA" + String(repeating: " ", count: 12))
  }

  @Test func `an end that nobody knows is a question mark after the present`() {
    #expect(
      Self.draw([
        Self.span(.paid, Self.day(1), Self.day(5)), Self.span(.grace, Self.day(5), Self.day(10)),
        Self.span(.grace, Self.day(10), nil, projected: true),
      ]) == "AAAAGGGGGg?" + String(repeating: " ", count: 9))
  }

  @Test func `a refund is a point, and nothing after it is access`() {
    #expect(
      Self.draw([
        Self.span(.paid, Self.day(1), Self.day(5)), Self.span(.refunded, Self.day(5), nil),
      ]) == "AAAAR" + String(repeating: ".", count: 15))
  }

  @Test func `spans outside the row leave it alone`() {
    #expect(
      Self.draw([
        Self.span(.paid, Self.day(-40), Self.day(-3)),
        Self.span(.hold, Self.day(40), Self.day(50), projected: true),
      ]) == String(repeating: " ", count: 20))
  }

  @Test(arguments: TimeZoom.allCases)
  func `a bar has as many cells as its row, whatever the span`(_ zoom: TimeZoom) {
    for width in [0, 1, 7, 200] {
      var bar = TimelineBar(scale: TimeScale(showing: Self.day(3), zoom: zoom, width: width))
      bar.paint([Self.span(.paid, .distantPast, .distantFuture)], now: Self.day(3))
      bar.mark(.due, at: Self.day(3))
      #expect(bar.cells.count == width)
    }
  }

  /// Lives without a hole, by the places where one kind follows another, at odd minutes.
  static let cuts: [[Int64]] = [
    [0, 1_440, 14_000], [0, 7, 30, 14_400, 14_401], [-5_000, 3_333, 6_666, 9_999],
    [100, 160, 220, 280, 20_000], [-40, -20, 50_000],
  ]

  @Test(arguments: cuts, TimeZoom.allCases)
  func `spans neither overlap nor leave holes in the cells they cover`(
    _ cuts: [Int64], _ zoom: TimeZoom
  ) {
    let kinds: [Timeline.Kind] = [.paid, .grace, .hold, .paused]
    let times = cuts.map { Self.start + .milliseconds($0 * 60_000) }
    let spans = zip(times, times.dropFirst()).enumerated().map { index, pair in
      Self.span(kinds[index % kinds.count], pair.0, pair.1)
    }
    let scale = TimeScale(showing: Self.start, zoom: zoom, width: 60)
    var bar = TimelineBar(scale: scale)
    bar.paint(spans, now: Self.day(10))
    let covered = (0..<60).filter { column in
      scale.start(ofColumn: column) < times[times.count - 1]
        && scale.start(ofColumn: column + 1) > times[0]
    }
    #expect(covered.allSatisfy { bar.cells[$0] != .empty })
    let outside = Set(0..<60).subtracting(covered)
    #expect(outside.allSatisfy { bar.cells[$0] == .empty })
    // Each cell shows a span that lies in it.
    let isTrue = covered.allSatisfy { column in
      spans.contains { span in
        bar.cells[column] == .fill(span.kind, projected: false)
          && scale.overlap(from: span.from, to: span.to ?? .distantFuture, column: column) > 0
      }
    }
    #expect(isTrue)
  }
}
