import EventLedger
import SubscriptionCore

/// The freshness of the ledger, in words for the first line.
struct Freshness {
  /// The time since the latest event; `nil` without any.
  let words: String?
  /// The feed that is silent for too long; `nil` for none.
  let alarmWords: String?
  /// The same in the fewest words; `nil` where no feed is silent for too long.
  let alarmBrief: String?
  /// A Boolean value that indicates whether the sign is one of alarm: a feed is silent for too
  /// long, or the ledger cannot be read.
  let isAlarm: Bool

  /// Judges a model's feeds at the present on its screen; for a look at the past nothing is stale.
  init(_ model: DashboardModel) {
    let now = model.settings.asOf == nil ? max(model.now, model.liveNow) : model.now
    let feeds = model.overview.figures?.feeds ?? StoreFeeds()
    func age(of last: Timestamp?) -> String? {
      last.flatMap { $0 <= now ? "last event \(Formatting.short(now - $0)) ago" : nil }
    }
    words = age(of: feeds.lastEventAt)
    let named = feeds.named
    // A fresh event of the sandbox says nothing against the silence of the stores.
    let lastNamed = named.map(\.lastEventAt).max()
    let stale = named.filter { Self.isStale($0, at: now, model) }
      .sorted { $0.lastEventAt < $1.lastEventAt }
    if let longest = stale.first {
      let rest = stale.count > 1 ? " +\(stale.count - 1)" : ""
      alarmWords =
        stale.count == named.count
        ? age(of: lastNamed)
        : "\(Self.name(of: longest, among: named)) silent "
          + "\(Formatting.short(longest.silence(at: now)))\(rest)"
      let known = stale.count == named.count ? lastNamed.map { now - $0 } : nil
      alarmBrief = "silent \(Formatting.short(known ?? longest.silence(at: now)))"
    } else {
      (alarmWords, alarmBrief) = (nil, nil)
    }
    isAlarm = model.ledger.problem != nil || alarmWords != nil
  }

  /// Returns a Boolean value that indicates whether a feed is silent for too long; nothing is while
  /// the past is still being read.
  private static func isStale(
    _ feed: StoreFeed, at now: Timestamp, _ model: DashboardModel
  ) -> Bool {
    model.time.loading == nil && feed.isStale(at: now, tolerance: model.settings.silenceMax)
  }

  /// The store, with the app where the store has several.
  static func name(of feed: StoreFeed, among feeds: [StoreFeed]) -> String {
    guard let app = feed.app, feeds.count(where: { $0.store == feed.store }) > 1 else {
      return feed.store.title
    }
    return "\(feed.store.title) \(app.rawValue)"
  }

  /// Each feed in a sentence, for those who have the screen read to them.
  static func sentences(_ model: DashboardModel) -> [String] {
    guard let feeds = model.overview.figures?.feeds.named else { return [] }
    let now = model.settings.asOf == nil ? max(model.now, model.liveNow) : model.now
    return feeds.map { feed in
      let age = Formatting.age(feed.silence(at: now))
      let alarm =
        isStale(feed, at: now, model)
        ? ", longer than is usual. Check that its notifications arrive" : ""
      return "\(name(of: feed, among: feeds)): last event \(age) ago\(alarm)."
    }
  }
}

extension DashboardModel {
  /// A Boolean value that indicates whether the rows stand so far from the clock, back in a ledger
  /// that may not be written or ahead by a clock that was wrong, that the screen is of another
  /// time.
  var isOfOtherTime: Bool {
    guard settings.asOf == nil, let standsAt = settings.condition.standsAt else { return false }
    return settings.clock.present(at: machineNow) - standsAt > LedgerCondition.behindMin
      || isAhead
  }

  /// A Boolean value that indicates whether the rows are ahead of the clock.
  var isAhead: Bool {
    guard settings.asOf == nil, let standsAt = settings.condition.standsAt else { return false }
    return standsAt - settings.clock.present(at: machineNow) > LedgerClock.tolerance
  }

  /// Warns that the rows are ahead of the clock, where they are.
  mutating func tellOfWrongClock() {
    guard isAhead, let standsAt = settings.condition.standsAt else { return }
    let present = settings.clock.present(at: machineNow)
    tell(
      LedgerClock.sentence(
        rows: machineDates.moment(standsAt), aheadOf: machineDates.moment(present),
        isOnServer: settings.condition.isOnServer), .warning)
  }
}
