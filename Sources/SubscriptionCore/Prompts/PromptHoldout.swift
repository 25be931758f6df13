import PlainText

/// A random part of the accounts that are shown no prompt, so that the others can be compared with
/// them (<doc:Prompts#Holdout>).
///
/// The assignment follows from the salt and the account alone: it is the same on every machine and
/// for every episode and subscription of the account, and needs no record.
public struct PromptHoldout: Hashable, Sendable {
  /// The permitted values of ``percent``.
  public static let percents = 1...50

  /// The part of the accounts that is held out, in per cent.
  public let percent: Int
  /// The text that makes the assignment independent of any other; a new one assigns again.
  public let salt: String
  /// The first day of the comparison in UTC: episodes that failed before it are shown prompts and
  /// are not compared; `nil` to hold out every episode.
  public let since: CivilDate?

  /// Creates a holdout; a share outside of ``percents`` becomes the nearest one within.
  public init(percent: Int, salt: String, since: CivilDate? = nil) {
    self.percent = min(Self.percents.upperBound, max(Self.percents.lowerBound, percent))
    (self.salt, self.since) = (salt, since)
  }

  /// The part of the accounts that is held out, above 0 and at most a half.
  public var share: Double { Double(percent) / 100 }

  /// Returns whether an episode that failed at an instant belongs to the comparison.
  public func covers(failedAt: Timestamp) -> Bool { since.map { failedAt >= $0.start } ?? true }

  /// Returns whether an account is held out, or a subscription without a known account.
  ///
  /// A subscription whose account becomes known later is assigned again, by its account.
  public func holdsOut(account: AccountID?, subscription: SubscriptionID) -> Bool {
    holdsOut(hash: hash(account: account, subscription: subscription))
  }

  /// Returns whether the account of a hash is held out.
  func holdsOut(hash: UInt64) -> Bool { hash < UInt64.max / 100 * UInt64(percent) }

  /// Returns a 64-bit hash of the salt and the account, or of the subscription without a known
  /// account.
  ///
  /// It is FNV-1a of the salt, a zero byte and the identifier, mixed, since numbered accounts would
  /// be assigned in blocks otherwise.
  func hash(account: AccountID?, subscription: SubscriptionID) -> UInt64 {
    let salted = FNV1a.hash(CollectionOfOne(0), from: FNV1a.hash(salt.utf8))
    return FNV1a.mixed(
      FNV1a.hash((account?.rawValue ?? subscription.rawValue).utf8, from: salted))
  }
}

extension PromptHoldout: Codable {
  /// Decodes `{"percent": 10, "salt": "autumn", "since": "2026-11-01"}`; the day is optional.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: PromptPolicyKey.self)
    let percent = try fields.decode(Int.self, forKey: .percent)
    guard Self.percents.contains(percent) else {
      throw fields.problem(.percent, "write a number from 1 to 50, not \(percent)")
    }
    let salt = try fields.decode(String.self, forKey: .salt)
    guard salt.contains(where: { !$0.isWhitespace }) else {
      throw fields.problem(.salt, "write a text that names the comparison")
    }
    let since = try fields.decodeIfPresent(String.self, forKey: .since).map { text in
      guard let day = CivilDate(iso8601: text) else {
        throw fields.problem(.since, "write a day such as 2026-11-01, not \(text)")
      }
      return day
    }
    self.init(percent: percent, salt: salt, since: since)
  }

  /// Encodes a holdout in the form that `init(from:)` decodes.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: PromptPolicyKey.self)
    try fields.encode(percent, forKey: .percent)
    try fields.encode(salt, forKey: .salt)
    try fields.encodeIfPresent(since?.iso8601, forKey: .since)
  }
}
