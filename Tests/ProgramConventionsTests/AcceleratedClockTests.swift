import Foundation
import ProgramConventions
import SubscriptionCore
import Testing

@Suite struct AcceleratedClockTests {
  @Test func `runs fast until it has caught up, and is right from then on`() {
    let began = Timestamp(seconds: 1_760_000_000)
    let clock = AcceleratedClock(start: began - .hours(1), began: began, speed: 61)
    #expect(clock.shows(at: began) == began - .hours(1))
    #expect(clock.shows(at: began + .seconds(30)) == began - .seconds(1_770))
    #expect(clock.shows(at: began + .minutes(1)) == began + .minutes(1))
    #expect(clock.shows(at: began + .days(9)) == began + .days(9))
    #expect(clock.shows(at: began - .seconds(1)) < began)
  }

  @Test func `is read beside its ledger as it was written, and not where it is damaged`() throws {
    let folder = NSTemporaryDirectory() + "clock-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let ledger = folder + "/ledger.sqlite"
    #expect(AcceleratedClock(beside: ledger) == nil)
    let began = Timestamp(milliseconds: 1_760_000_000_123)
    let clock = AcceleratedClock(start: began - .days(1), began: began, speed: 360)
    try clock.write(beside: ledger)
    #expect(AcceleratedClock(beside: ledger) == clock)
    for damaged in ["", "now", "\(began.rfc3339) \(began.rfc3339) 0", "a b 3"] {
      try Data(damaged.utf8).write(to: URL(filePath: ledger + AcceleratedClock.suffix))
      #expect(AcceleratedClock(beside: ledger) == nil)
    }
  }
}
