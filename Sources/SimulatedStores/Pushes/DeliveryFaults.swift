import Crypto

/// What goes wrong with the post by itself, so that notifications arrive late, twice and in
/// another order over six days.
public struct DeliveryFaults: Hashable, Sendable {
  /// How many of a thousand tries never arrive.
  public var lostPerMille: Int
  /// How many of a thousand arrive, but their answers are lost, so that they are sent again.
  public var answerLostPerMille: Int
  /// What the draws follow from.
  public var seed: UInt64

  /// Creates habits.
  public init(lostPerMille: Int, answerLostPerMille: Int, seed: UInt64) {
    (self.lostPerMille, self.answerLostPerMille) = (lostPerMille, answerLostPerMille)
    self.seed = seed
  }

  /// Nothing goes wrong by itself.
  public static let faithful = DeliveryFaults(lostPerMille: 0, answerLostPerMille: 0, seed: 0)

  /// What becomes of one try.
  enum Fate: Hashable {
    case arrives
    case isLost
    case losesAnswer
  }

  /// Draws what becomes of a try; the same try always meets the same fate.
  func fate(of push: StorePush) -> Fate {
    let digest = SHA256.hash(data: Array("\(seed) \(push.name) \(push.attempt)".utf8))
    let draw = digest.prefix(4).reduce(0) { $0 << 8 | Int($1) } % 1000
    if draw < lostPerMille { return .isLost }
    return draw < lostPerMille + answerLostPerMille ? .losesAnswer : .arrives
  }
}
