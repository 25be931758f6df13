import SubscriptionCore
import Testing

@testable import Dashboard

struct TimeAxisTests {
  static func draw(_ scale: TimeScale, present: String? = nil) -> String {
    var text = Array(repeating: Character(" "), count: scale.width)
    for label in TimeAxis.labels(scale, now: TestWorld.now, present: present) {
      for (offset, letter) in label.text.enumerated() { text[label.column + offset] = letter }
    }
    return String(text)
  }

  @Test func `days are named where they change, the present always`() {
    let scale = TimeScale(showing: TestWorld.now, zoom: .day, width: 44)
    #expect(Self.draw(scale) == "     8 Nov   16   20 Nov     2 Dec   10     ")
  }

  @Test func `hours are named within a day`() {
    let scale = TimeScale(showing: TestWorld.now, zoom: .minutes15, width: 40)
    #expect(Self.draw(scale, present: "NOW") == "  20 Nov 14:00   NOW      20:00   22:00 ")
  }

  @Test(arguments: TimeZoom.allCases)
  func `labels never touch each other and never leave the row`(_ zoom: TimeZoom) {
    var isApart = true
    for width in [0, 1, 5, 9, 20, 33, 64, 130] {
      for pan in [-50, 0, 3, 50] {
        let scale = TimeScale(
          showing: TestWorld.now, zoom: zoom, width: width, pannedBy: pan)
        var end = -1
        for label in TimeAxis.labels(scale, now: TestWorld.now) {
          isApart = isApart && label.column > end
          end = label.column + label.text.count
          isApart = isApart && end <= max(width, label.text.count)
        }
      }
    }
    #expect(isApart)
  }
}
