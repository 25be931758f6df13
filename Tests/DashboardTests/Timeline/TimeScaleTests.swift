import SubscriptionCore
import Testing

@testable import Dashboard

struct TimeScaleTests {
  /// Instants before 1970, at odd offsets, and far out.
  static let instants: [Int64] = [
    0, 1, -1, 86_399_999, 86_400_000, 1_763_660_520_123, -3_700_000_001, 253_402_300_799_999,
    -62_135_596_800_000,
  ]

  @Test(arguments: TimeZoom.allCases)
  func `every instant lands in exactly one column`(_ zoom: TimeZoom) {
    for origin in Self.instants {
      let scale = TimeScale(origin: Timestamp(milliseconds: origin), zoom: zoom, width: 40)
      for instant in Self.instants.map(Timestamp.init(milliseconds:)) {
        let column = scale.column(of: instant)
        #expect(scale.start(ofColumn: column) <= instant)
        #expect(instant < scale.start(ofColumn: column + 1))
      }
    }
  }

  @Test(arguments: TimeZoom.allCases)
  func `columns follow each other without a hole`(_ zoom: TimeZoom) {
    let scale = TimeScale(showing: TestWorld.now, zoom: zoom, width: 60)
    for column in 0..<60 {
      let last = scale.start(ofColumn: column + 1) - .milliseconds(1)
      #expect(scale.column(of: scale.start(ofColumn: column)) == column)
      #expect(scale.column(of: last) == column)
    }
  }

  @Test(arguments: TimeZoom.allCases, [10, 37, 80])
  func `the present is one cell, two fifths from the left`(_ zoom: TimeZoom, _ width: Int) {
    let scale = TimeScale(showing: TestWorld.now, zoom: zoom, width: width)
    var bar = TimelineBar(scale: scale)
    bar.mark(.today, at: TestWorld.now)
    #expect(bar.cells.filter { $0 == .mark(.today) }.count == 1)
    #expect(bar.cells.firstIndex(of: .mark(.today)) == width * 2 / 5)
  }

  @Test func `zooming in and out goes through every zoom and stops at the ends`() {
    var zoom = TimeZoom.minute
    var seen = [zoom]
    while zoom.coarser != zoom {
      zoom = zoom.coarser
      seen.append(zoom)
    }
    #expect(seen == TimeZoom.allCases)
    #expect(TimeZoom.minute.finer == .minute)
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.milliseconds < $1.milliseconds })
  }

  @Test func `the fitting zoom is the finest at which everything is visible`() {
    let day: Int64 = 86_400_000
    #expect(TimeZoom.fitting(60 * day, cells: 60) == .day)
    #expect(TimeZoom.fitting(60 * day + 1, cells: 60) == .days2)
    #expect(TimeZoom.fitting(.max, cells: 1) == .days30)
  }
}
