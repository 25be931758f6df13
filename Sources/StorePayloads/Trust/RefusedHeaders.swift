/// Headers whose chain was refused lately, so that a flood of forgeries under one header costs a
/// comparison each.
///
/// Only for refusals that no time and no other payload changes: what is wrong with the header, or
/// with the chain in it. Nothing is ever accepted because it is absent here.
struct RefusedHeaders: Sendable {
  /// The most headers that are remembered.
  static let countMax = 8
  /// The longest header that is remembered, in bytes; Apple's have about 4,000.
  static let bytesMax = 16 << 10

  /// The most recently met first.
  private var headers: [(bytes: HeaderBytes, error: PayloadError)] = []

  /// Why a header was refused; `nil` for one that is not remembered.
  mutating func error(of header: UnsafeBufferPointer<UInt8>) -> PayloadError? {
    guard let place = headers.firstIndex(where: { $0.bytes.matches(header) }) else { return nil }
    let found = headers[place]
    if place > 0 {
      headers.remove(at: place)
      headers.insert(found, at: 0)
    }
    return found.error
  }

  /// Remembers a header that was refused, in place of the one met longest ago.
  mutating func remember(_ header: UnsafeBufferPointer<UInt8>, _ error: PayloadError) {
    guard header.count <= Self.bytesMax else { return }
    headers.insert((HeaderBytes(header), error), at: 0)
    if headers.count > Self.countMax { headers.removeLast() }
  }
}
