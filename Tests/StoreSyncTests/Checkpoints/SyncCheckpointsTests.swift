import StoreSync
import SubscriptionCore
import Testing

@Suite struct SyncCheckpointsTests {
  private static let now = at("2026-11-20T12:00:00Z")
  private let app = StoreApp(store: .appStore, app: "com.example", environment: .sandbox)

  @Test func `forgets what is over before it grows without end`() {
    var checkpoints = SyncCheckpoints()
    for index in 0..<20_000 {
      checkpoints.wait(SubscriptionID("gp_\(index)"), until: Self.now, now: Self.now - .days(1))
    }
    checkpoints.wait("gp_late", until: Self.now + .days(2), now: Self.now + .days(1))
    #expect(checkpoints.waitCount == 1)
    #expect(checkpoints.waits("gp_late", at: Self.now + .days(1)))
  }

  @Test func `an end that a clock ahead has written is no pause`() {
    var checkpoints = SyncCheckpoints()
    for (ahead, isPaused) in [
      (Duration.zero, false), (.seconds(1), true), (SyncCheckpoints.longestPause, true),
      (SyncCheckpoints.longestPause + .milliseconds(1), false), (.days(400), false),
    ] {
      let end = Self.now + ahead
      checkpoints.pause(app, until: end)
      checkpoints.wait("gp_1", until: end, now: Self.now)
      #expect(checkpoints.pauseEnd(of: app, at: Self.now) == (isPaused ? end : nil), "\(ahead)")
      #expect(checkpoints.waits("gp_1", at: Self.now) == isPaused, "\(ahead)")
    }
    let policy = SyncPolicy.standard
    #expect(
      max(policy.retryAfter, policy.unknownLasts, policy.pause) <= SyncCheckpoints.longestPause)
  }
}
