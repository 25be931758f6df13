import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

struct TimelineLaneTests {
  static let start = TestWorld.time("2025-11-01T00:00:00Z")
  static let scale = TimeScale(origin: start, zoom: .day, width: 24)

  static func lane(_ end: Timestamp?, mark: Timestamp? = nil) -> TimelineLane {
    var bar = TimelineBar(scale: scale)
    if let end {
      let grace = Timeline.Span(
        kind: .grace, from: start, to: end, projected: false, access: true)
      let over = Timeline.Span(
        kind: .expired, from: end, to: nil, projected: true, access: false)
      bar.paint([grace, over], now: start)
    }
    if let mark { bar.mark(.today, at: mark) }
    return TimelineLane("access", bar, end: end)
  }

  static func label(_ lane: TimelineLane) -> TimeAxis.Label? {
    lane.endLabel(scale, DateFormatting(now: start))
  }

  @Test func `an end is labelled with its inclusive last day, beside its cell`() {
    let label = Self.label(Self.lane(Self.start + .days(9)))
    #expect(label == TimeAxis.Label(column: 9, text: " 9 Nov "))
  }

  @Test func `an end at fifteen hours UTC, midnight in Japan, is labelled with the day it is in`() {
    let label = Self.label(Self.lane(Self.start + .days(9) + .hours(15)))
    #expect(label == TimeAxis.Label(column: 10, text: " 10 Nov "))
  }

  @Test func `no label hides a mark, leaves the row, or names an end that is not known`() {
    #expect(Self.label(Self.lane(nil)) == nil)
    #expect(Self.label(Self.lane(Self.start + .days(20))) == nil)
    #expect(Self.label(Self.lane(Self.start + .days(400))) == nil)
    #expect(Self.label(Self.lane(Self.start + .days(9), mark: Self.start + .days(11))) == nil)
  }

  @Test func `a renewal that the store owes for days is drawn without access`() throws {
    let id: SubscriptionID = "gp_0a1b2c3d4e5f6099"
    let world = try TestWorld { $0.active(id, "acc-1", "2025-09-20", "P1M", months: 1) }
    let frame = try world.frame(.detail, 120, 36, subscription: id)
    let row = try #require(frame.lines.lastIndex { $0.hasPrefix("│ access ") })
    #expect(frame.lines[row].filter { $0 == "·" }.count > 10, "\(frame.lines[row])")
    #expect(frame.lines[row].filter { $0 == "═" }.count <= 3, "\(frame.lines[row])")
  }
}
