import EventLedger
import SubscriptionCore

/// The names of subscriptions whose sequences of letters are indexed, so that a piece of one finds
/// it.
public enum IndexedNames {
  /// The number of letters and digits of a purchase token that are indexed, from its beginning.
  public static let tokenLength = 12
  /// The number of letters and digits of any other name that are indexed.
  private static let nameLengthMax = 64

  /// The names that an event gives its subscription and the account, each once, in the form of
  /// `LookupName.normalized(_:)`, as far as they are indexed.
  public static func names(in event: SubscriptionEvent) -> [[UInt8]] {
    var names: [[UInt8]] = []
    func add(_ text: String?, _ length: Int = nameLengthMax) {
      guard let text, !text.isEmpty else { return }
      let name = prefix(of: LookupName.normalizedBytes(text), length)
      if scalarCount(name) >= LookupName.normalizedLengthMin, !names.contains(name) {
        names.append(name)
      }
    }
    add(event.facts.purchaseToken, tokenLength)
    add(event.facts.originalTransactionID)
    add(event.facts.transactionID)
    add(event.facts.webOrderLineItemID)
    add(event.facts.orderID)
    if event.facts.paidOrderID != event.facts.orderID { add(event.facts.paidOrderID) }
    add(event.facts.account?.rawValue, .max)
    return names
  }

  /// The first scalars of a name.
  private static func prefix(of name: [UInt8], _ length: Int) -> [UInt8] {
    guard name.count > length else { return name }
    var end = 0
    for _ in 0..<length where end < name.count { end = scalar(after: end, in: name) }
    return end < name.count ? Array(name[..<end]) : name
  }

  /// The number of scalars of a name.
  private static func scalarCount(_ name: [UInt8]) -> Int { name.count { $0 & 0xC0 != 0x80 } }

  /// The place behind the scalar at a place.
  @inlinable
  public static func scalar(after place: Int, in name: [UInt8]) -> Int {
    var next = place + 1
    while next < name.count, name[next] & 0xC0 == 0x80 { next += 1 }
    return next
  }
}
