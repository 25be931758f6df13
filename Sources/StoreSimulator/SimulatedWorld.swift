import StorePayloads
import SubscriptionCore

/// A seeded world of subscribers whose stores, app and support desk send the same messages as real
/// ones.
///
/// The same seed, size and start result in the same messages at the same times, and so in the same
/// figures; only the bytes of ES256 signatures differ from run to run, and nothing depends on them.
/// The world begins ``historyLength`` before its start, so that a ledger fed with ``advance(to:)``
/// up to ``start`` has a history.
public struct SimulatedWorld: Sendable {
  /// The seed of the demo.
  public static let defaultSeed: UInt64 = 2_026
  /// The number of subscribers of the demo.
  public static let defaultSubscribers = 2_000
  /// The present of the demo when it opens: Friday 20 November 2026, 09:00 UTC.
  public static let defaultStart = CivilDate(year: 2026, month: 11, day: 20).start + .hours(9)
  /// The length of the history before the start.
  public static let historyLength = Duration.days(120)
  /// The bundle identifier of the simulated app on the App Store.
  public static let bundle: AppID = "com.example.kawaraban"
  /// The package name of the simulated app on Google Play.
  public static let package: AppID = "com.example.kawaraban.android"
  /// The grace and hold settings of the simulated app, for the dates that the stores do not state.
  public static let policy = ChurnPolicy(
    recovery: RecoveryPolicy(
      appStoreGrace: .sixteenDays,
      googlePlayProducts: Dictionary(
        uniqueKeysWithValues: Plan.allCases.map { plan in
          let days = plan.graceDays(at: .googlePlay)
          return (plan.product.rawValue, RecoveryPolicy.PlayRecovery(graceDays: days))
        })))

  /// The seed of the world.
  public let seed: UInt64
  /// The present after the history.
  public let start: Timestamp
  /// The instant that the world has reached; at first the beginning of the history.
  public private(set) var now: Timestamp

  private(set) var lives: [SimulatedSubscriber] = []
  private var actions = TimeQueue<Int>()
  private var letters = TimeQueue<PendingMessage>()
  private var sent: UInt64 = 0
  private(set) var memory: StoreMemory?
  private let population: Int
  let appStore: AppStorePayloadEncoder

  /// Creates a world at the beginning of its history.
  ///
  /// - Parameters:
  ///   - seed: The seed of the world.
  ///   - subscribers: The number of subscribers at the start; more join later.
  ///   - start: The present after the history.
  ///   - remembers: A Boolean value that indicates whether the stores can be queried later; it
  ///     costs memory with every message.
  /// - Throws: An error of the certificate library about the world's certificates.
  public init(
    seed: UInt64 = defaultSeed, subscribers: Int = defaultSubscribers,
    start: Timestamp = defaultStart, remembers: Bool = false
  ) throws {
    self.seed = seed
    memory = remembers ? StoreMemory() : nil
    self.start = start
    population = max(1, subscribers)
    now = start - Self.historyLength
    appStore = AppStorePayloadEncoder(authority: try SigningAuthority(seed: seed))
    for index in 0..<population {
      admit(SimulatedSubscriber(index: index, seed: seed, start: start, joinedAt: nil))
    }
    admitNewcomer()
  }

  /// The root certificate of the simulated App Store, DER: a further root for the trust policy.
  public var rootCertificate: [UInt8] { appStore.authority.rootCertificate }

  /// The app's profiles of its accounts, in the order in which they joined.
  public var accounts: [AccountProfile] { lives.map(\.person.profile) }

  /// Advances the world and returns the messages that arrive until then, in order of arrival.
  ///
  /// Many small steps return the same messages as one large step, so a caller can render in
  /// between.
  ///
  /// - Parameter instant: The new present; without effect if it is not after ``now``.
  /// - Returns: The messages that arrived since the last call, up to that instant.
  /// - Throws: An error of the cryptography library about the world's key.
  public mutating func advance(to instant: Timestamp) throws -> [StoreDelivery] {
    var deliveries: [StoreDelivery] = []
    while true {
      let backgroundTaskAt = actions.nextAt ?? .distantFuture
      let letterAt = letters.nextAt ?? .distantFuture
      guard min(backgroundTaskAt, letterAt) <= instant else { break }
      if backgroundTaskAt <= letterAt {
        if let place = actions.take(through: instant) { try live(place) }
      } else if let letter = letters.take(through: instant) {
        deliveries.append(open(letter, at: letterAt))
      }
    }
    now = max(now, instant)
    return deliveries
  }

  /// The subscriptions with a failing renewal, in the order in which users joined.
  public var failing: [SubscriptionID] {
    lives.compactMap { life in
      [.grace, .hold].contains(life.contract.status) ? life.contract.id : nil
    }
  }

  // MARK: Running

  private mutating func admit(_ life: SimulatedSubscriber) {
    if let next = life.next { actions.add(lives.count, at: next.at, key: UInt64(lives.count)) }
    lives.append(life)
  }

  /// Adds a subscriber after the start: the population grows by half a percent a day.
  private mutating func admitNewcomer() {
    let number = lives.count - population
    let gap = Duration.days(1) * 200 / population
    let joinedAt = start + gap * (number + 1)
    admit(SimulatedSubscriber(index: lives.count, seed: seed, start: start, joinedAt: joinedAt))
  }

  private mutating func live(_ place: Int) throws {
    let isNewest = place == lives.count - 1 && lives[place].contract.startedAt == start
    for event in lives[place].perform() { try post(event, of: place) }
    if let next = lives[place].next { actions.add(place, at: next.at, key: UInt64(place)) }
    if isNewest { admitNewcomer() }
  }

  private mutating func open(_ letter: PendingMessage, at instant: Timestamp) -> StoreDelivery {
    switch letter {
    case .sealed(let bytes, let channel):
      return StoreDelivery(bytes: bytes, arrivesAt: instant, channel: channel)
    case .visit(let place, let key, let notification):
      let record = GooglePlayPayloadEncoder.record(
        notification, about: lives[place].contract(of: key), receivedAt: instant)
      return StoreDelivery(bytes: record, arrivesAt: instant, channel: .googlePlay)
    }
  }

  // MARK: Posting

  private mutating func post(_ event: SimulatedEvent, of place: Int) throws {
    if case .action(let deed) = event.word {
      let actor = SupportDeskEncoder.people[place % SupportDeskEncoder.people.count]
      let record = SupportDeskEncoder.record(deed, about: event.contract, at: event.at, by: actor)
      let channel: StoreDelivery.Channel = record.source == .app ? .app : .desk
      send(.sealed(record.json, channel), at: event.at)
      return
    }
    memory?.note(event, of: place)
    switch event.contract.store {
    case .appStore: try postByAppStore(event, of: place)
    case .googlePlay:
      for notification in GooglePlayPayloadEncoder.notifications(for: event) {
        let letter = PendingMessage.visit(life: place, key: event.contract.key, notification)
        for arrival in lives[place].arrivals(of: notification.at) { send(letter, at: arrival) }
      }
    }
  }

  private mutating func postByAppStore(_ event: SimulatedEvent, of place: Int) throws {
    let (contract, at) = (event.contract, event.at)
    if event.word == .renewed, at <= start, place % 8 != 0 {
      // Most past renewals come from the App Store's own list: one signature, not three.
      let bytes = Array(try appStore.signedTransaction(of: contract, at: at).utf8)
      for arrival in lives[place].arrivals(of: at) { send(.sealed(bytes, .appStore), at: arrival) }
      return
    }
    // A subscription from before the history was reported when its current period began.
    let isOld = event.word == .introduced
    let statedAt = isOld ? contract.periodStart + .seconds(3) : at
    for (type, subtype) in AppStorePayloadEncoder.notifications(for: event.word, contract) {
      let bytes = try appStore.notification(
        type, subtype, about: contract, at: statedAt, uuid: lives[place].rng.uuid())
      memory?.notices.append(
        AppStoreNotice(
          type: type, subtype: subtype, environment: contract.environment,
          originalTransactionID: contract.key, sentAt: statedAt, body: bytes))
      let arrivals = isOld ? [at] : lives[place].arrivals(of: at)
      for arrival in arrivals { send(.sealed(bytes, .appStore), at: arrival) }
    }
  }

  private mutating func send(_ letter: PendingMessage, at instant: Timestamp) {
    sent += 1
    letters.add(letter, at: instant, key: sent)
  }
}

/// A message that is scheduled for delivery, before it is encoded.
enum PendingMessage: Sendable {
  /// Final bytes: a signed notification, an action.
  case sealed([UInt8], StoreDelivery.Channel)
  /// A notification of Google Play, whose resource is fetched on arrival.
  case visit(life: Int, key: String, GooglePlayPayloadEncoder.Notification)
}
