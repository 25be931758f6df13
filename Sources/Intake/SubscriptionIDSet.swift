import PlainText
import SubscriptionCore

/// An approximate set of subscriptions, a 64-bit hash each, for counting different ones.
///
/// It is kept in 4,096 sorted parts, so that it never doubles its memory at once: a million
/// subscriptions take little more than eight million bytes.
public struct SubscriptionIDSet: Hashable, Sendable {
  /// The number of subscriptions.
  public private(set) var count = 0

  /// The hashes by their first bits, each part sorted.
  private var parts: [[UInt64]] = []
  private static let partBits = 12

  /// Creates an empty set.
  public init() {}

  /// Adds the subscriptions of another set.
  public mutating func formUnion(_ other: SubscriptionIDSet) {
    for part in other.parts { for mark in part { insert(mark) } }
  }

  /// Adds a subscription by its hash.
  ///
  /// - Complexity: O(*n* / 4096).
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
  /// A 64-bit hash of the identifier (FNV-1a).
  var mark: UInt64 {
    let hash = FNV1a.hash(rawValue.utf8)
    // The first bits, which choose the part, depend on every letter.
    return hash ^ hash << 32
  }
}
