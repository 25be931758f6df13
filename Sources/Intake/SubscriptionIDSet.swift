import SubscriptionCore

/// A set of subscriptions, eight bytes each, for counting how many different ones there are.
///
/// It grows piece by piece, never to twice its size at once, so that an import of a million
/// subscriptions holds little more than the eight million bytes.
public struct SubscriptionIDSet: Hashable, Sendable {
  /// How many there are.
  public private(set) var count = 0

  /// Marks by their first bits, each part in growing order.
  private var parts: [[UInt64]] = []
  private static let partBits = 12

  /// Creates an empty set.
  public init() {}

  /// Adds a subscription.
  ///
  /// - Complexity: O(*n* / 4096).
  public mutating func insert(_ subscription: SubscriptionID) { insert(subscription.mark) }

  /// Adds the subscriptions of another set.
  public mutating func formUnion(_ other: SubscriptionIDSet) {
    for part in other.parts { for mark in part { insert(mark) } }
  }

  mutating func insert(_ mark: UInt64) {
    if parts.isEmpty { parts = Array(repeating: [], count: 1 << Self.partBits) }
    let part = Int(mark >> (64 - UInt64(Self.partBits)))
    var (low, high) = (0, parts[part].count)
    while low < high {
      let middle = (low + high) / 2
      if parts[part][middle] < mark { low = middle + 1 } else { high = middle }
    }
    guard low == parts[part].count || parts[part][low] != mark else { return }
    parts[part].insert(mark, at: low)
    count += 1
  }
}

extension SubscriptionID {
  /// Eight bytes that stand for the identifier where only different ones are counted (FNV-1a).
  var mark: UInt64 {
    let hash = rawValue.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    // The first bits, which part the marks, are to depend on every letter.
    return hash ^ hash << 32
  }
}
