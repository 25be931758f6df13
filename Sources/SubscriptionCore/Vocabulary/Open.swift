/// A value of a set that its owner may extend, with unknown values preserved.
///
/// The stores add notification types, reasons and states without notice. A value that this build
/// does not know is stored raw, compares equal to itself, is counted and shown, and never turns
/// into a known one.
public enum Open<Known: RawRepresentable & Hashable & Sendable>: Hashable, Sendable
where Known.RawValue: Hashable & Sendable {
  /// A value this build knows.
  case known(Known)
  /// A value this build does not know, as received.
  case unknown(Known.RawValue)

  /// Reads a raw value, which always succeeds.
  @inlinable
  public init(rawValue: Known.RawValue) {
    if let known = Known(rawValue: rawValue) {
      self = .known(known)
    } else {
      self = .unknown(rawValue)
    }
  }

  /// The value as the store sent it.
  @inlinable
  public var rawValue: Known.RawValue {
    switch self {
    case .known(let value): value.rawValue
    case .unknown(let raw): raw
    }
  }

  /// The known value, or `nil` when this build does not know it.
  @inlinable
  public var known: Known? {
    guard case .known(let value) = self else { return nil }
    return value
  }
}
