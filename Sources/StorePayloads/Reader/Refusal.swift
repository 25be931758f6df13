/// A refused payload, with the error and its remedy.
public struct Refusal: Hashable, Sendable, Error {
  /// The identity of the payload, the same each time it arrives.
  public var identity: String
  /// The payload as received, without a shared secret, cut to ``rawBytesMax``.
  public var raw: [UInt8]
  /// The error.
  public var error: PayloadError
  /// The error and its remedy, as one or two sentences.
  public var reason: String { error.description }
  /// The path of the field with the error, such as `data.signedTransactionInfo`; empty for none.
  public var field: String
  /// A Boolean value that indicates whether it is a notification that the App Store verifiably sent
  /// about an accepted app.
  public var isProven = false

  /// The maximum number of bytes of a refused payload that are stored: 1 MiB.
  public static let rawBytesMax = 1 << 20
}
