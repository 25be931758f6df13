import Cryptography

/// The rates of random delivery faults, so that notifications arrive late, twice and out of order
/// over six days.
public struct DeliveryFaults: Hashable, Sendable {
  /// The number of attempts per thousand that never arrive.
  public var lostPerMille: Int
  /// The number of attempts per thousand that arrive, but whose responses are lost, so that they
  /// are sent again.
  public var answerLostPerMille: Int
  /// The seed of the random faults.
  public var seed: UInt64

  /// No random faults.
  public static let faithful = DeliveryFaults(lostPerMille: 0, answerLostPerMille: 0, seed: 0)

  /// The fate of one attempt.
  enum Fate: Hashable {
    case arrives
    case isLost
    case losesAnswer
  }

  /// Returns the fate of an attempt; the same attempt always has the same fate.
  func fate(of push: StorePush) -> Fate {
    let digest = SHA256.hash(Array("\(seed) \(push.name) \(push.attempt)".utf8))
    let draw = digest.prefix(4).reduce(0) { $0 << 8 | Int($1) } % 1000
    if draw < lostPerMille { return .isLost }
    return draw < lostPerMille + answerLostPerMille ? .losesAnswer : .arrives
  }
}
