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

  /// The seed that everything follows from.
  public let seed: UInt64
  /// The present when the history is over.
  public let start: Timestamp
  /// How far the world has been advanced; at first the beginning of the history.
  public private(set) var now: Timestamp

  var lives: [Life]
  var agenda: Agenda
  var post: Post
  var joining: Joining
  let voices: Voices
  let tokens: Tokens

  /// Creates a world that stands at the beginning of its history.
  ///
  /// - Parameters:
  ///   - seed: What everything follows from.
  ///   - subscribers: How many subscriptions exist at the start; more join later.
  ///   - start: The present when the history is over.
  public init(
    seed: UInt64 = defaultSeed, subscribers: Int = defaultSubscribers,
    start: Timestamp = defaultStart
  ) {
    self.seed = seed
    self.start = start
  }

  /// The root certificate of the simulated App Store, DER: a further root for the trust policy.
  public var rootCertificate: [UInt8] { voices.authority.rootCertificate }

  /// What the app knows about its accounts, in the order in which they joined.
  public var accounts: [AccountProfile] { lives.map(\.person.profile) }

  /// Runs the world on and gives the messages that arrive on the way, in order of arrival.
  ///
  /// A caller who wants to draw in between advances in small steps; many small steps give the
  /// same messages as one large step.
  public mutating func advance(to instant: Timestamp) -> [StoreDelivery] { [] }

  /// Tells the world that a payment-fix prompt was shown, which makes a recovery more likely.
  public mutating func promptShown(_ subscription: SubscriptionID, at instant: Timestamp) {}
}
