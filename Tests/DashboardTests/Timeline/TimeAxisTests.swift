import SubscriptionCore
import Testing

@testable import Dashboard

struct TimeAxisTests {
  static func draw(_ scale: TimeScale, present: String? = nil) -> String {
    var text = Array(repeating: Character(" "), count: scale.width)
    for label in TimeAxis.labels(scale, DateFormatting(now: TestWorld.now), present: present) {
      for (offset, letter) in label.text.enumerated() { text[label.column + offset] = letter }
    }
    return String(text)
  }

  /// Seventy-two cells with the present in the twenty-ninth.
  static let drawings: [(TimeZoom, String)] = [
    (
      .minute,
      "      20 Nov 17:20           NOW    17:50     18:00     18:10     18:20 "
    ),
    (
      .minutes15,
      "      20 Nov 12:00    16:00  NOW      20:00   22:00   21 Nov  02:00     "
    ),
    (
      .hour,
      "   16:00   20 Nov  08:00     NOW   21 Nov  08:00   16:00   22 Nov  08:00"
    ),
    (
      .hours3,
      "       18 Nov  19      20    NOW       22      23      24      25       "
    ),
    (
      .hours6,
      "      15 Nov  17      19     NOW      23      25      27      29        "
    ),
    (
      .hours12,
      " 7 Nov 10    13    16    19  NOW     25    28    1 Dec 4     7     10   "
    ),
    (
      .hours18,
      "  1 Nov  6      11    16     NOW    26    1 Dec  6      11    16     21 "
    ),
    (
      .day,
      "         1 Nov     11        NOW       1 Dec     11        21           "
    ),
    (
      .days2,
      "   1 Oct  16      1 Nov      NOW 1 Dec   16      1 Jan 2026     1 Feb   "
    ),
    (
      .days4,
      "Aug     Sep    Oct     Nov   NOW      2026    Feb    Mar     Apr    May "
    ),
    (
      .week,
      "   Jun Jul  Aug Sep Oct      NOW  2026    Mar Apr  May Jun Jul  Aug Sep "
    ),
    (
      .weeks2,
      "    2025   Apr   Jul    Oct  NOW     2026  Jul    Oct    2027  Apr      "
    ),
    (
      .days30,
      "     2024        2025        NOW         2027         2028        2029  "
    ),
  ]

  @Test(arguments: drawings)
  func `round dates of the calendar are named, and what changes with them`(
    _ drawing: (TimeZoom, String)
  ) {
    let scale = TimeScale(showing: TestWorld.now, zoom: drawing.0, width: 72)
    #expect(Self.draw(scale, present: "NOW") == drawing.1)
  }

  @Test func `the present is named by its date where there is no other word`() {
    let scale = TimeScale(showing: TestWorld.now, zoom: .day, width: 44)
    #expect(Self.draw(scale) == "        11 Nov    20 Nov    1 Dec     11    ")
  }

  @Test(arguments: TimeZoom.allCases)
  func `labels never touch each other and never leave the row`(_ zoom: TimeZoom) {
    var bad: [Int] = []
    for width in [0, 1, 5, 9, 20, 33, 64, 130, 250] {
      for column in [-50, 0, 3, width / 2, width + 50] {
        let scale = TimeScale(showing: TestWorld.now, at: column, zoom: zoom, width: width)
        var end = -1
        for label in TimeAxis.labels(scale, DateFormatting(now: TestWorld.now)) {
          if label.column <= end || label.text.isEmpty { bad.append(width) }
          end = label.column + label.text.count
          if end > max(width, label.text.count) { bad.append(width) }
        }
      }
    }
    #expect(bad == [])
  }

  @Test(arguments: TimeZoom.allCases)
  func `every label but the present's stands at the cell of its own date`(_ zoom: TimeZoom) {
    let scale = TimeScale(showing: TestWorld.now, zoom: zoom, width: 200)
    let starts = TimeTick.fitting(zoom).instants(from: scale.origin, to: scale.end)
      .map(scale.column(of:))
    let labels = TimeAxis.labels(scale, DateFormatting(now: .distantPast))
    #expect(labels.count > 3)
    #expect(labels.allSatisfy { starts.contains($0.column) })
  }
}
