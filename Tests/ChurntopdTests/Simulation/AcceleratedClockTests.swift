import SubscriptionCore
import Testing

@testable import churntopd

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
}
