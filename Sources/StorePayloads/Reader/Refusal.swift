/// A payload that is not taken as fact, with what is wrong and what to do about it.
public struct Refusal: Hashable, Sendable, Error {
  /// What makes it the same payload when it arrives again.
  public var identity: String
  /// The payload as it came, without a shared secret, cut to ``rawBytesMax``.
  public var raw: [UInt8]
  /// What is wrong.
  public var error: PayloadError
  /// Why it was refused and what to do, as one or two sentences.
  public var reason: String { error.description }
  /// The field at fault, as a path such as `data.signedTransactionInfo`; empty for none.
  public var field: String

  /// The most bytes of a refused payload that are kept: 1 MiB.
  public static let rawBytesMax = 1 << 20
}
