import StorePayloads
import SubscriptionCore

/// A seeded world of subscribers whose stores, app and support desk speak as the real ones do.
///
/// The same seed, size and start give the same messages at the same times, and so the same
/// figures; only the bytes of ES256 signatures differ from run to run, and nothing depends on
/// them. The world begins ``historyLength`` before its start, so that a ledger fed with
/// ``advance(to:)`` up to ``start`` knows a past.
public struct SimulatedWorld: Sendable {
  /// The seed of the demo.
  public static let defaultSeed: UInt64 = 2_026
  /// The number of subscribers of the demo.
  public static let defaultSubscribers = 2_000
  /// The present of the demo when it opens: Friday 20 November 2026, 09:00 UTC.
  public static let defaultStart = CivilDate(year: 2026, month: 11, day: 20).start + .hours(9)
  /// How long before the start the messages begin.
  public static let historyLength = Duration.days(120)
  /// The bundle identifier of the simulated app on the App Store.
  public static let bundle: AppID = "com.example.kawaraban"
  /// The package name of the simulated app on Google Play.
  public static let package: AppID = "com.example.kawaraban.android"
  /// The grace and hold that the simulated app is set to, for the dates the stores do not state.
  public static let policy = ChurnPolicy(
    recovery: RecoveryPolicy(
      appStoreGrace: .sixteenDays,
      googlePlayProducts: Dictionary(
        uniqueKeysWithValues: Plan.allCases.map { plan in
          let days = plan.graceDays(at: .googlePlay)
          return (plan.product.rawValue, RecoveryPolicy.PlayRecovery(graceDays: days))
        })))

  /// The seed that everything follows from.
  public let seed: UInt64
  /// The present when the history is over.
  public let start: Timestamp
  /// How far the world has been advanced; at first the beginning of the history.
  public private(set) var now: Timestamp

  private(set) var lives: [SimulatedSubscriber] = []
  private var actions = TimeQueue<Int>()
  private var letters = TimeQueue<PendingMessage>()
  private var sent: UInt64 = 0
  private var places: [SubscriptionID: Int] = [:]
  private(set) var memory: StoreMemory?
  private let population: Int
  let appStore: AppStorePayloadEncoder

  /// Creates a world that stands at the beginning of its history.
  ///
  /// - Parameters:
  ///   - seed: What everything follows from.
  ///   - subscribers: How many subscribers exist at the start; more join later.
  ///   - start: The present when the history is over.
  ///   - remembers: Whether the stores can be asked later what they said; it costs memory with
  ///     every message.
  /// - Throws: What the cryptography finds wrong with the world's certificates.
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

  /// What the app knows about its accounts, in the order in which they joined.
  public var accounts: [AccountProfile] { lives.map(\.person.profile) }

  /// Runs the world on and gives the messages that arrive on the way, in order of arrival.
  ///
  /// A caller who wants to draw in between advances in small steps; many small steps give the
  /// same messages as one large step.
  ///
  /// - Parameter instant: The new present; nothing happens when it is not after ``now``.
  /// - Returns: The messages that arrived after the last call, up to that instant.
  /// - Throws: What the cryptography finds wrong with the world's key.
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

  /// Tells the world that a payment-fix prompt was shown, which makes a recovery more likely.
  ///
  /// - Parameters:
  ///   - subscription: The subscription; one that the world does not know is ignored.
  ///   - instant: When it was shown.
  public mutating func promptShown(_ subscription: SubscriptionID, at instant: Timestamp) {
    guard let place = places[subscription] else { return }
    lives[place].promptShown(at: instant)
  }

  /// The subscriptions whose payments fail at present, in the order in which users joined.
  public var failing: [SubscriptionID] {
    lives.lazy.map(\.contract).filter { $0.status == .grace || $0.status == .hold }.map(\.id)
  }

  // MARK: Running

  private mutating func admit(_ life: SimulatedSubscriber) {
    if let next = life.next { actions.add(lives.count, at: next.at, key: UInt64(lives.count)) }
    places[life.contract.id] = lives.count
    lives.append(life)
  }

  /// Lets somebody join after the start: the population grows by half a percent a day.
  private mutating func admitNewcomer() {
    let number = lives.count - population
    let gap = Duration.days(1) * 200 / population
    let joinedAt = start + gap * (number + 1)
    admit(SimulatedSubscriber(index: lives.count, seed: seed, start: start, joinedAt: joinedAt))
  }

  private mutating func live(_ place: Int) throws {
    let isNewest = place == lives.count - 1 && lives[place].contract.startedAt == start
    let key = lives[place].contract.key
    for event in lives[place].perform() { try post(event, of: place) }
    if let next = lives[place].next { actions.add(place, at: next.at, key: UInt64(place)) }
    if lives[place].contract.key != key { places[lives[place].contract.id] = place }
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
      // Most renewals of the past come from the App Store's own list: one signature, not three.
      let bytes = try appStore.signedTransaction(of: contract, at: at)
      for arrival in lives[place].arrivals(of: at) { send(.sealed(bytes, .appStore), at: arrival) }
      return
    }
    // What was there before the history began was told when its running period began.
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
