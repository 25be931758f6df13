import SubscriptionCore
import Testing

@testable import Dashboard

struct TimeViewTests {
  static let now = TestWorld.now
  static let width = 70

  static func scale(_ view: TimeView, _ zoom: TimeZoom = .day) -> TimeScale {
    view.scale(now: now, width: width, standard: zoom)
  }

  /// Every way to turn an axis a few times before zooming.
  static let before: [[TimeTurn]] =
    [[]] + TimeTurn.allCases.map { [$0] }
    + TimeTurn.allCases.flatMap { first in TimeTurn.allCases.map { [first, $0, first] } }

  static func turned(_ steps: [TimeTurn]) -> TimeView {
    var view = TimeView()
    for step in steps { view.turn(step, on: scale(view), now: now) }
    return view
  }

  @Test(arguments: before)
  func `zooming in and out again shows the same cells`(_ steps: [TimeTurn]) {
    let view = Self.turned(steps)
    for pair in [[TimeTurn.zoomIn, .zoomOut], [.zoomOut, .zoomIn]] {
      var again = view
      for turn in pair { again.turn(turn, on: Self.scale(again), now: Self.now) }
      #expect(Self.scale(again) == Self.scale(view))
    }
  }

  @Test(arguments: before)
  func `zooming leaves the anchor in its column`(_ steps: [TimeTurn]) {
    var view = Self.turned(steps)
    let before = Self.scale(view)
    view.turn(.zoomIn, on: before, now: Self.now)
    let anchor = view.anchor ?? Self.now
    #expect(Self.scale(view).cell(of: anchor) == before.cell(of: anchor))
    #expect(before.cell(of: anchor) != nil)
  }

  @Test func `moving goes by four cells and back`() {
    var view = TimeView()
    view.turn(.later, on: Self.scale(view), now: Self.now)
    #expect(Self.scale(view).column(of: Self.now) == 24)
    view.turn(.earlier, on: Self.scale(view), now: Self.now)
    #expect(Self.scale(view) == Self.scale(TimeView()))
  }

  @Test func `the present comes back at the chosen zoom, the fit at its own`() {
    var view = Self.turned([.zoomOut, .later, .later, .later, .later, .later, .later, .later])
    #expect(Self.scale(view).cell(of: Self.now) == 0)
    view.turn(.later, on: Self.scale(view), now: Self.now)
    #expect(Self.scale(view).cell(of: Self.now) == nil)
    view.turn(.today, on: Self.scale(view), now: Self.now)
    #expect(Self.scale(view).cell(of: Self.now) == 28)
    #expect(view.zoom == .days2)
    view.turn(.fit, on: Self.scale(view), now: Self.now)
    #expect(view.isUntouched)
  }

  @Test func `turning begins at what is shown, even where that was fitted in`() {
    let fitted = TimeScale(origin: Self.now - .days(10), zoom: .day, width: Self.width)
    var view = TimeView()
    view.turn(.earlier, on: fitted, now: Self.now)
    #expect(Self.scale(view).column(of: Self.now) == fitted.column(of: Self.now) + 4)
    #expect(view.zoom == .day)
  }
}
