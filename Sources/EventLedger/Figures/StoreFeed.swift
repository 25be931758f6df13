import SubscriptionCore

/// The stream of messages from one store about one app, and how fresh it is.
///
/// Only what the store itself says about purchases in production counts: neither what operators
/// and the app record, nor the sandbox, which has an address of its own at Apple, so that it may
/// go on while production is silent.
public struct StoreFeed: Hashable, Sendable {
  /// The store.
  public let store: Store
  /// The app; `nil` where the store's messages do not name it.
  public let app: AppID?
  /// The latest instant at which an event of the store was recorded.
  public private(set) var lastEventAt: Timestamp
  /// The hours with an event, counted from 1970, ascending: the newest of them.
  private(set) var hours: [Int64]

  /// The number of hours with an event that are remembered: a week of a feed with quiet nights,
  /// half a year of one with an event a day.
  static let hoursMax = 128

  /// Creates a feed with its first event.
  public init(store: Store, app: AppID?, eventAt instant: Timestamp) {
    self.init(store: store, app: app, lastEventAt: instant, hours: [Self.hour(of: instant)])
  }

  init(store: Store, app: AppID?, lastEventAt: Timestamp, hours: [Int64]) {
    (self.store, self.app, self.lastEventAt, self.hours) = (store, app, lastEventAt, hours)
  }

  /// Adds an event, in any order.
  public mutating func add(eventAt instant: Timestamp) {
    lastEventAt = max(lastEventAt, instant)
    let hour = Self.hour(of: instant)
    if hours.last == hour { return }
    var place = hours.endIndex
    while place > 0, hours[place - 1] >= hour { place -= 1 }
    guard place == hours.endIndex || hours[place] != hour else { return }
    if hours.count == Self.hoursMax {
      guard place > 0 else { return }
      hours.removeFirst()
      place -= 1
    }
    hours.insert(hour, at: place)
  }

  /// The longest silence that is usual: between hours with an event, without the one longest,
  /// which may have been an outage; `nil` until a dozen hours are known.
  public var usualSilence: Duration? {
    guard hours.count >= Self.hoursMin else { return nil }
    let gaps = zip(hours, hours.dropFirst()).map { $1 - $0 }.sorted()
    return .hours(Int(clamping: gaps[gaps.count - 2]))
  }

  /// The longest silence of the feed that is no alarm.
  ///
  /// Three times the usual silence, and so three hours for a feed with events in every hour; a day
  /// where no silence is known to be usual.
  public var usualTolerance: Duration { usualSilence.map { $0 * 3 } ?? .hours(24) }

  /// The feed as it was at an instant; `nil` if nothing had been received.
  func before(_ now: Timestamp) -> StoreFeed? {
    guard lastEventAt > now else { return self }
    let hours = hours.filter { $0 <= Self.hour(of: now) }
    guard let last = hours.last else { return nil }
    return StoreFeed(
      store: store, app: app,
      lastEventAt: min(now, Timestamp(seconds: last * 3_600 + 3_599)), hours: hours)
  }

  /// The length of the feed's silence at an instant; zero for an event that is yet to come.
  public func silence(at now: Timestamp) -> Duration { max(.zero, now - lastEventAt) }

  /// Returns whether the feed has been silent for longer than is tolerated; `nil` for what is usual
  /// for it.
  public func isStale(at now: Timestamp, tolerance: Duration?) -> Bool {
    silence(at: now) > (tolerance ?? usualTolerance)
  }

  private static let hoursMin = 12
  private static let millisecondsPerHour: Int64 = 3_600_000

  private static func hour(of instant: Timestamp) -> Int64 {
    let milliseconds = instant.milliseconds
    let whole = milliseconds / millisecondsPerHour
    return milliseconds % millisecondsPerHour < 0 ? whole - 1 : whole
  }
}

/// The feeds that a ledger has received events from.
public struct StoreFeeds: Hashable, Sendable {
  /// Every feed, the stores in their order and the apps by name.
  public private(set) var all: [StoreFeed] = []
  /// The latest instant at which an event of any store was recorded, the sandbox included.
  public private(set) var lastEventAt: Timestamp?

  /// Creates feeds of a ledger without events.
  public init() {}

  /// The feeds that are expected to go on: one without an app's name belongs to those with one.
  public var named: [StoreFeed] {
    let stores = Set(all.filter { $0.app != nil }.map(\.store))
    return all.filter { $0.app != nil || !stores.contains($0.store) }
  }

  /// Adds an event; one of an operator or the app changes nothing.
  public mutating func add(_ event: SubscriptionEvent) {
    guard let store = event.source.store else { return }
    add(
      store: store, app: event.facts.app, environment: event.facts.environment ?? .production,
      at: event.recordedAt)
  }

  /// Adds an event of a store.
  public mutating func add(
    store: Store, app: AppID?, environment: StoreEnvironment, at instant: Timestamp
  ) {
    lastEventAt = max(lastEventAt ?? instant, instant)
    guard environment == .production else { return }
    if let place = all.firstIndex(where: { $0.store == store && $0.app == app }) {
      all[place].add(eventAt: instant)
    } else {
      insert(StoreFeed(store: store, app: app, eventAt: instant))
    }
  }

  /// Adds the events of other feeds.
  public mutating func merge(_ other: StoreFeeds) {
    if let instant = other.lastEventAt { lastEventAt = max(lastEventAt ?? instant, instant) }
    for feed in other.all {
      if let place = all.firstIndex(where: { $0.store == feed.store && $0.app == feed.app }) {
        for hour in feed.hours { all[place].add(eventAt: Timestamp(seconds: hour * 3_600)) }
        all[place].add(eventAt: feed.lastEventAt)
      } else {
        insert(feed)
      }
    }
  }

  /// Removes what was recorded after an instant, when a clock was ahead.
  public mutating func forget(after now: Timestamp) {
    lastEventAt = lastEventAt.map { min($0, now) }
    all = all.compactMap { $0.before(now) }
  }

  private mutating func insert(_ feed: StoreFeed) {
    let place = all.firstIndex { feed.precedes($0) } ?? all.endIndex
    all.insert(feed, at: place)
  }
}

extension StoreFeed {
  fileprivate func precedes(_ other: StoreFeed) -> Bool {
    if store != other.store { return store.rawValue < other.store.rawValue }
    return (app?.rawValue ?? "").utf8Precedes(other.app?.rawValue ?? "")
  }
}

/// The feeds as text, one line each, for a ledger to keep beside its rows.
extension StoreFeeds {
  /// The text: when anything was last recorded, then for each feed its store, the latest instant,
  /// the newest hour and the distances to those before, and its app, with tabs between them.
  public var text: String {
    var lines = [lastEventAt.map { String($0.milliseconds) } ?? ""]
    for feed in all where feed.app?.rawValue.contains("\n") != true {
      var numbers = [feed.hours.last ?? 0]
      for (earlier, later) in zip(feed.hours, feed.hours.dropFirst()).reversed() {
        numbers.append(later - earlier)
      }
      lines.append(
        [
          feed.store.rawValue, String(feed.lastEventAt.milliseconds),
          numbers.map { String($0) }.joined(separator: " "), feed.app?.rawValue ?? "",
        ].joined(separator: "\t"))
    }
    return lines.joined(separator: "\n")
  }

  /// Reads ``text``; a line that this build cannot read is left out.
  public init(text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    lastEventAt = lines.first.flatMap { Int64($0) }.map(Timestamp.init(milliseconds:))
    for line in lines.dropFirst() {
      let cells = line.split(separator: "\t", maxSplits: 3, omittingEmptySubsequences: false)
      guard cells.count == 4, let store = Store(rawValue: String(cells[0])),
        let last = Int64(cells[1])
      else { continue }
      var hours: [Int64] = []
      for number in cells[2].split(separator: " ").compactMap({ Int64($0) }) {
        hours.append(hours.last.map { $0 - number } ?? number)
      }
      insert(
        StoreFeed(
          store: store, app: cells[3].isEmpty ? nil : AppID(String(cells[3])),
          lastEventAt: Timestamp(milliseconds: last), hours: hours.reversed()))
    }
  }
}
