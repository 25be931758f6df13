import SubscriptionCore
import Testing

@testable import churntopd

@Suite struct AlertStateTests {
  private static let start = Timestamp(seconds: 1_760_000_000)

  /// Takes a figure every ten minutes and tells what is told.
  private func told(_ figures: [Int], over threshold: Int = 20) -> [AlertState.Telling?] {
    var state = AlertState()
    return figures.enumerated().map { index, figure in
      let now = Self.start + .minutes(10 * index)
      let telling = state.take(
        AlertFigure(value: figure, threshold: threshold, text: ""), every: .hours(1), now: now)
      if let telling { state.note(telling, at: now) }
      return telling
    }
  }

  @Test func `comes on above the threshold and is told once`() {
    #expect(told([20, 21, 22, 23]) == [nil, .fired, nil, nil])
  }

  @Test func `a figure that wavers about the threshold does not turn it off and on`() {
    #expect(told([21, 20, 21, 19, 21]) == [.fired, nil, nil, nil, nil])
    #expect(told([21, 18]) == [.fired, .cleared])
  }

  @Test func `is told again while it goes on, an hour later`() {
    #expect(told([21, 21, 21, 21, 21, 21, 21]).compactMap(\.self) == [.fired, .goesOn])
  }

  @Test func `does not fire again before its interval is over`() {
    #expect(
      told([21, 0, 21, 21, 21, 21, 21, 21])
        == [.fired, .cleared, nil, nil, nil, nil, nil, .fired])
  }

  @Test func `a threshold of none fires on one and clears on none`() {
    #expect(told([0, 1, 1, 0], over: 0) == [nil, .fired, nil, .cleared])
  }

  @Test(arguments: [1, 50, 91, 95, 100])
  func `a rate below a percentage clears at the highest rate there is`(threshold: Int) {
    var state = AlertState()
    func take(_ value: Int, after minutes: Int) -> AlertState.Telling? {
      let figure = AlertFigure(value: value, threshold: threshold, text: "", firesBelow: true)
      let telling = state.take(figure, every: .hours(1), now: Self.start + .minutes(minutes))
      if let telling { state.note(telling, at: Self.start + .minutes(minutes)) }
      return telling
    }
    #expect(take(threshold - 1, after: 0) == .fired)
    #expect(take(100, after: 10) == .cleared)
  }

  @Test func `a clock that was set back does not silence it`() {
    var state = AlertState()
    let figure = AlertFigure(value: 21, threshold: 20, text: "")
    #expect(state.take(figure, every: .hours(1), now: Self.start) == .fired)
    state.note(.fired, at: Self.start)
    #expect(state.take(figure, every: .hours(1), now: Self.start - .days(1)) == .goesOn)
  }

  @Test func `clears when there is too little to measure, and is nothing if it never fired`() {
    var state = AlertState()
    #expect(state.take(nil, every: .hours(1), now: Self.start) == nil)
    #expect(state == AlertState())
    let figure = AlertFigure(value: 21, threshold: 20, text: "")
    #expect(state.take(figure, every: .hours(1), now: Self.start) == .fired)
    state.note(.fired, at: Self.start)
    #expect(state.take(nil, every: .hours(1), now: Self.start + .minutes(1)) == .cleared)
    state.note(.cleared, at: Self.start + .minutes(1))
    #expect(state.take(nil, every: .hours(1), now: Self.start + .minutes(2)) == nil)
  }
}
