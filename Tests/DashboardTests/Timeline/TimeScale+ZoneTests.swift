import SubscriptionCore
import Testing

@testable import Dashboard

/// Cells that follow the clocks of a place.
extension TimeScaleTests {
  /// The present, and instants around each change of the clocks.
  static let corners: [Timestamp] = TestZone.all.flatMap { zone in
    var corners = [TestWorld.now, zone.start(of: CivilDate(year: 2025, month: 10, day: 26))]
    let days = ["2025-03-09", "2025-03-30", "2025-04-05", "2025-10-04", "2025-10-26", "2025-11-02"]
    for day in days {
      let first = TestWorld.time(day) - .hours(4)
      for hour in 0..<32 { corners.append(first + .hours(hour) + .milliseconds(hour % 2)) }
    }
    return corners
  }

  @Test(arguments: TimeZoom.allCases, TestZone.all)
  func `every instant lands in exactly one column in every zone`(
    _ zoom: TimeZoom, _ zone: DisplayZone
  ) {
    var bad: [String] = []
    for start in ["2025-03-01T13:17:00Z", "2025-10-20T00:00:00Z", "2026-03-07T23:59:59Z"] {
      let scale = TimeScale(
        showing: TestWorld.time(start), at: 3, zoom: zoom, width: 50, in: zone)
      let edges = (-3...53).flatMap { column in
        [scale.start(ofColumn: column), scale.start(ofColumn: column) - .milliseconds(1)]
      }
      for instant in Self.corners + edges + [.distantPast, .distantFuture] {
        let column = scale.column(of: instant)
        let isInside = (-3...53).contains(column)
        guard isInside else {
          if (0..<50).contains(column) { bad.append("\(instant)") }
          continue
        }
        if scale.start(ofColumn: column) > instant { bad.append("\(column) after \(instant)") }
        if scale.start(ofColumn: column + 1) <= instant {
          bad.append("\(column) before \(instant)")
        }
      }
    }
    #expect(bad == [])
  }

  @Test(arguments: TimeZoom.allCases, TestZone.all)
  func `columns never go back and the present is one cell`(_ zoom: TimeZoom, _ zone: DisplayZone) {
    for start in ["2025-03-08T12:00:00Z", "2025-10-25T12:00:00Z", "2025-11-01T12:00:00Z"] {
      let present = TestWorld.time(start)
      let scale = TimeScale(showing: present, zoom: zoom, width: 60, in: zone)
      let starts = (0...60).map(scale.start(ofColumn:))
      #expect(zip(starts, starts.dropFirst()).allSatisfy { $0 < $1 })
      var bar = TimelineBar(scale: scale)
      bar.mark(.today, at: present)
      #expect(bar.cells.firstIndex(of: .mark(.today)) == 24)
      #expect(bar.cells.filter { $0 == .mark(.today) }.count == 1)
    }
  }

  @Test(arguments: TestZone.all)
  func `a cell of a day is a day of the zone's calendar`(_ zone: DisplayZone) {
    let scale = TimeScale(
      showing: TestWorld.now, at: 40, zoom: .day, width: 80, in: zone)
    let dates = DateFormatting(zone, now: TestWorld.now)
    for column in 0..<80 {
      let start = scale.start(ofColumn: column)
      #expect(dates.isDayStart(start), "\(dates.moment(start))")
    }
    let halfHours = Set(
      (0..<80).map { column in
        let length = scale.start(ofColumn: column + 1) - scale.start(ofColumn: column)
        return length.wholeMilliseconds / 1_800_000
      })
    let changes = ["Europe/Berlin", "America/Los_Angeles", "America/Havana"].contains(zone.name)
    #expect(halfHours == (changes ? [48, 50] : [48]))
  }

  @Test(arguments: TestZone.all, TimeZoom.allCases.filter { $0 >= .hours3 && $0 <= .week })
  func `labels of days stand where the day begins in the zone`(
    _ zone: DisplayZone, _ zoom: TimeZoom
  ) {
    let scale = TimeScale(showing: TestWorld.now, zoom: zoom, width: 120, in: zone)
    let ticks = TimeTick.fitting(zoom).instants(from: scale.origin, to: scale.end, in: zone)
    let dates = DateFormatting(zone, now: .distantPast)
    #expect(ticks.count > 4)
    if !TimeTick.fitting(zoom).isWithinDay { #expect(ticks.allSatisfy(dates.isDayStart)) }
    #expect(Set(ticks).count == ticks.count)
    let columns = Set(ticks.map(scale.column(of:)))
    let labels = TimeAxis.labels(scale, dates)
    #expect(labels.count > 3)
    #expect(labels.allSatisfy { columns.contains($0.column) })
  }

  @Test func `hours of the day on which the clocks go back are named by the clocks`() {
    let scale = TimeScale(
      origin: TestWorld.time("2025-10-25T20:00:00Z"), zoom: .hour, width: 24, in: TestZone.berlin)
    let labels = TimeAxis.labels(scale, DateFormatting(TestZone.berlin, now: .distantPast))
    #expect(labels.map(\.text) == ["26 Oct", "08:00", "16:00"])
    for label in labels {
      let start = scale.start(ofColumn: label.column)
      let time = DateFormatting(TestZone.berlin, now: .distantPast).time(start)
      #expect(label.text.hasSuffix(time) || time == "00:00", "\(label.text) at \(time)")
    }
  }
}
