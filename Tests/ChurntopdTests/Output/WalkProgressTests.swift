import StoreSync
import SubscriptionCore
import Testing

@testable import churntopd

@Suite struct WalkProgressTests {
  /// After a backup was put back, or with `sync --anew`, a history is read once more.
  @Test func `a history that is read from the start may have been read before`() {
    let scan = HistoryScan(.voided, from: .epoch, to: .epoch + .days(30), onlyFailures: false)
    let progress = WalkProgress(app: StoreApp(store: .googlePlay, app: "com.a"), walk: scan)
    #expect(
      progress.words
        == "the voided purchases of 30 days are read from the start; that may take hours")
  }
}
