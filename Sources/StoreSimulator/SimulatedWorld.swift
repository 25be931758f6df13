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

  /// The number of subscribers at the start.
  public let population: Int

  private(set) var lives: [SimulatedSubscriber] = []
  /// The members of the population whose lives have not begun.
  private var unborn: Range<Int>
  private var actions = TimeQueue<Int>()
  private(set) var letters = TimeQueue<PendingMessage>()
  private var sent: UInt64 = 0
  private(set) var memory: StoreMemory?
  let appStore: AppStorePayloadEncoder

  /// Creates a world at the beginning of its history, whose lives begin with the first step; more
  /// subscribers join after the start.
  ///
  /// The stores of a world that `remembers` can be queried later, which costs memory with every
  /// message.
  ///
  /// - Throws: An error of the certificate library about the world's certificates.
  public init(
    seed: UInt64 = defaultSeed, subscribers: Int = defaultSubscribers,
    start: Timestamp = defaultStart, remembers: Bool = false
  ) throws {
    self.seed = seed
    memory = remembers ? StoreMemory() : nil
    self.start = start
    population = max(1, subscribers)
    unborn = 0..<population
    now = start - Self.historyLength
    appStore = AppStorePayloadEncoder(authority: try SigningAuthority(seed: seed))
  }

  /// The beginning of the history.
  public var beginning: Timestamp { start - Self.historyLength }

  /// The root certificate of the simulated App Store, DER: a further root for the trust policy.
  public var rootCertificate: [UInt8] { appStore.authority.rootCertificate }

  /// The app's profiles of its accounts, in the order in which they joined.
  public var accounts: [AccountProfile] { profiles(of: 0..<accountCount) }

  /// The number of accounts: those of the population, and of those who join later.
  public var accountCount: Int { max(lives.count, population + 1) }

  /// Returns the app's profiles of some accounts, by their order.
  public func profiles(of accounts: Range<Int>) -> [AccountProfile] {
    accounts.map { index in
      let scenario = index < population ? Scenario(index: index) : nil
      return Person(index: index, seed: seed, scenario).profile
    }
  }

  /// Advances the world, if the instant is after ``now``, and returns the messages that arrive
  /// until then, in order of arrival.
  ///
  /// Many small steps return the same messages as one large step, so a caller can render in
  /// between.
  ///
  /// - Throws: An error of the cryptography library about the world's key.
  public mutating func advance(to instant: Timestamp) throws -> [StoreDelivery] {
    beginLives()
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

  // MARK: Telling in parts

  /// Returns a part of a population whose lives have not begun, with the messages that arrive up to
  /// an instant, not after the start; ``join(_:)`` goes on with its lives.
  ///
  /// Lives do not depend on each other: the messages are those of the whole world, and any thread
  /// may make a part of it. Its stores cannot be queried.
  ///
  /// - Throws: An error of the cryptography library about the world's key.
  public func part(_ members: Range<Int>, to instant: Timestamp) throws -> WorldPart {
    var world = self
    (world.unborn, world.lives, world.memory) = (members, [], nil)
    (world.actions, world.letters, world.sent) = (TimeQueue(), TimeQueue(), 0)
    let deliveries = try world.advance(to: instant)
    return WorldPart(deliveries: deliveries, lives: WorldPart.Lives(world: world))
  }

  /// Goes on with the lives of a part, the next in order of the population, from where it ended.
  public mutating func join(_ part: WorldPart.Lives) {
    let (other, offset) = (part.world, lives.count)
    precondition(unborn.lowerBound == other.lives.first?.index, "a part is missing")
    lives.append(contentsOf: other.lives)
    actions.add(other.actions, keyOffset: UInt64(offset)) { $0 + offset }
    letters.add(other.letters, keyOffset: sent) { $0.moved(by: offset) }
    sent += other.sent
    unborn = min(lives.count, population)..<population
    guard unborn.isEmpty else { return }
    now = max(now, other.now)
    if lives.count == population { admitNewcomer() }
  }

  // MARK: Running

  /// Returns a member of the population, or one who joins later, before anything happened.
  private func member(_ index: Int) -> SimulatedSubscriber {
    // The population grows by half a percent a day.
    let gap = Duration.days(1) * 200 / population
    let joinedAt = index < population ? nil : start + gap * (index - population + 1)
    return SimulatedSubscriber(index: index, seed: seed, start: start, joinedAt: joinedAt)
  }

  private mutating func beginLives() {
    guard !unborn.isEmpty else { return }
    let members = unborn
    unborn = members.upperBound..<members.upperBound
    for index in members { admit(member(index)) }
    if lives.count == population { admitNewcomer() }
  }

  private mutating func admit(_ life: SimulatedSubscriber) {
    if let next = life.next { actions.add(lives.count, at: next.at, key: UInt64(lives.count)) }
    lives.append(life)
  }

  /// Adds the next subscriber who joins after the start.
  private mutating func admitNewcomer() { admit(member(lives.count)) }

  private mutating func live(_ place: Int) throws {
    let isNewest =
      place == lives.count - 1 && place >= population && lives[place].contract.startedAt == start
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
      let people = SupportDeskEncoder.people
      let actor = people[lives[place].index % people.count]
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
    if event.word == .renewed, at <= start, lives[place].index % 8 != 0 {
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

  /// Returns the message of a world whose lives have other places.
  func moved(by offset: Int) -> PendingMessage {
    guard case .visit(let life, let key, let notification) = self else { return self }
    return .visit(life: life + offset, key: key, notification)
  }
}

/// A part of a world's population: the messages of its past, and its lives as they go on.
public struct WorldPart: Sendable {
  /// The messages, in order of arrival.
  public let deliveries: [StoreDelivery]
  /// The lives after these messages.
  public let lives: Lives

  /// Lives that are not yet in their world.
  public struct Lives: Sendable {
    /// A world of these lives alone.
    fileprivate let world: SimulatedWorld
  }
}
