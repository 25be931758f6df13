/// An App Store order number, as printed in the customer's invoice mail and purchase history, for
/// example `MK5TTTVWJH`.
///
/// No notification and no transaction contains it; only Look Up Order ID of the App Store Server
/// API maps it to transactions
/// (<https://developer.apple.com/documentation/appstoreserverapi/look-up-order-id>).
public struct AppStoreOrderID: Hashable, Sendable, CustomStringConvertible {
  /// The number as the App Store writes it.
  public let rawValue: String

  /// The allowed numbers of letters and digits.
  public static let lengths = 9...12

  /// A description of the form for error messages.
  public static let form = "9 to 12 capital letters and digits that begin with M"

  /// Parses a number and ignores white space around it, as pasting adds it; `nil` for any other
  /// form.
  public init?(_ text: String) {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return nil }
    let bytes = Array(String(scalars[first...last]).utf8)
    guard Self.lengths.contains(bytes.count), bytes[0] == UInt8(ascii: "M"),
      bytes.allSatisfy({ Self.isDigit($0) || Self.isCapital($0) }),
      bytes.contains(where: Self.isDigit)
    else { return nil }
    rawValue = String(decoding: bytes, as: UTF8.self)
  }

  /// Parses a number that is written in small letters or with separators between its characters;
  /// `nil` if the text cannot mean an order number.
  public init?(meantBy text: String) {
    let plain = text.utf8.filter { Self.isDigit($0) || Self.isCapital($0 & ~0x20) }
    let isOtherwise = text.utf8.count <= 2 * Self.lengths.upperBound
    guard isOtherwise, text.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "@") }) else {
      return nil
    }
    let capitals = plain.map { Self.isDigit($0) ? $0 : $0 & ~0x20 }
    self.init(String(decoding: capitals, as: UTF8.self))
  }

  /// The number.
  public var description: String { rawValue }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  private static func isCapital(_ byte: UInt8) -> Bool {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
  }
}
