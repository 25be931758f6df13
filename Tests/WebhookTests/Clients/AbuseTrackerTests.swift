import SubscriptionCore
import Testing

@testable import Webhook

@Suite struct AbuseTrackerTests {
  private let clock = SettableClock(.distantPast)
  private let abuse: AbuseTracker

  init() {
    let clock = clock
    abuse = AbuseTracker(uptime: { clock.uptime })
  }

  private func client(_ number: Int = 9) -> Client {
    .known(NetworkAddress(version4: 0xCB00_7100 + UInt32(number)))
  }

  /// Notes failures one after another; for how long each of them shut the client out.
  private func fail(_ times: Int, _ client: Client) -> [Duration?] {
    (0..<times).map { _ in abuse.failed(client) }
  }

  @Test func `the fifth failure within a minute shuts a client out, and no other`() {
    #expect(fail(4, client()) == [nil, nil, nil, nil])
    #expect(abuse.rest(of: client()) == nil)
    #expect(fail(1, client()) == [.seconds(60)])
    clock.pass(.seconds(20))
    #expect(abuse.rest(of: client()) == .seconds(40))
    #expect(abuse.rest(of: client(8)) == nil)
    #expect(abuse.count == 1 && abuse.areAny)
    clock.pass(.seconds(40))
    #expect(abuse.rest(of: client()) == nil)
    #expect(abuse.count == 0)
    clock.pass(.milliseconds(1))
    #expect(!abuse.areAny)
  }

  @Test func `failures that are far apart are forgotten`() {
    for _ in 0..<20 {
      #expect(fail(4, client()) == [nil, nil, nil, nil])
      clock.pass(.seconds(60))
    }
  }

  @Test func `what was being verified when the door was shut lengthens nothing`() {
    #expect(fail(9, client()).compactMap { $0 } == [.seconds(60)])
    #expect(abuse.rest(of: client()) == .seconds(60))
  }

  @Test func `who goes on is shut out twice as long each time, to ten minutes`() {
    #expect(fail(5, client()).last == .seconds(60))
    for seconds in [120, 240, 480, 600, 600] + [Int](repeating: 600, count: 60) {
      clock.pass(abuse.rest(of: client()) ?? .zero)
      #expect(fail(1, client()) == [.seconds(seconds)])
    }
  }

  @Test func `an hour without a failure is forgiven`() {
    #expect(fail(5, client()).last == .seconds(60))
    clock.pass(.seconds(60 + 3_599))
    #expect(fail(1, client()) == [.seconds(120)])
    clock.pass(.seconds(120 + 3_600))
    #expect(fail(5, client()) == [nil, nil, nil, nil, .seconds(60)])
  }

  @Test func `who proved something new within a day is not shut out`() {
    #expect(fail(4, client()).last == .some(nil))
    abuse.proved(client())
    #expect(fail(100, client()).allSatisfy { $0 == nil })
    clock.pass(.seconds(86_399))
    #expect(fail(100, client()).allSatisfy { $0 == nil })
    clock.pass(.seconds(1))
    #expect(fail(5, client()).last == .seconds(60))
    abuse.proved(client())
    #expect(abuse.rest(of: client()) == nil)
  }

  @Test func `spared clients are never shut out`() {
    for reason in [Client.Reason.noAddress, .unnamed, .appStore] {
      #expect(fail(100, .spared(reason)).allSatisfy { $0 == nil })
      #expect(abuse.rest(of: .spared(reason)) == nil)
    }
  }

  @Test func `memory is bounded, and forgers push out neither each other's last nor the proven`() {
    let clock = clock
    var limits = AbuseTracker.Limits()
    (limits.forgersMax, limits.provenMax) = (10, 10)
    let small = AbuseTracker(limits, uptime: { clock.uptime })
    small.proved(client(9))
    for number in 1_000..<2_000 {
      for _ in 0..<5 { _ = small.failed(client(number)) }
      #expect(small.rest(of: client(number)) == .seconds(60))
      #expect(small.count <= 10)
    }
    for _ in 0..<5 { _ = small.failed(client(9)) }
    #expect(small.rest(of: client(9)) == nil)
  }
}
