import EventLedger
import LedgerContract
import SubscriptionCore
import Testing

@testable import churntopd

@Suite struct AlertFigureTests {
  private func window(_ days: Int, failed: Int, recovered: Int, open: Int = 0)
    -> OverviewFigures.Recovery
  {
    var window = OverviewFigures.Recovery(windowDays: days)
    (window.failed, window.recoveredInGrace, window.open) = (failed, recovered, open)
    return window
  }

  @Test func `recovery falls by the points between the windows, open episodes left out`() throws {
    let figure = try #require(
      AlertFigure.recovery(
        [
          window(7, failed: 60, recovered: 20, open: 20),
          window(30, failed: 200, recovered: 140),
        ], points: 20))
    #expect(figure.value == 20)
    #expect(figure.value > figure.threshold)
    #expect(figure.text.contains("50 %") && figure.text.contains("70 %"))
  }

  @Test func `too few episodes say nothing`() {
    #expect(
      AlertFigure.recovery(
        [window(7, failed: 19, recovered: 1), window(30, failed: 90, recovered: 80)], points: 1)
        == nil)
  }

  @Test func `a count is of the whole ledger`() throws {
    let ledger = MemoryLedger(policy: .standard)
    let filter = try Filter.parse("state:grace")
    let figure = try #require(
      try AlertFigure.measure(.count(filter, over: 3), in: ledger, at: .epoch))
    #expect(figure.value == 0 && figure.threshold == 3)
  }
}
