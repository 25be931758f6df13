/// A cache of headers whose chain was recently refused, so that a flood of forgeries with one
/// header costs one comparison each.
///
/// It only contains refusals that neither time nor another payload changes: errors in the header,
/// or in its chain. A payload is never accepted because its header is absent here.
struct RefusedHeaders: Sendable {
  /// The maximum number of cached headers.
  static let countMax = 8
  /// The maximum length of a cached header, in bytes; Apple's have about 4,000.
  static let bytesMax = 16 << 10

  /// The headers, most recently used first.
  private var headers: [(bytes: HeaderBytes, error: PayloadError)] = []

  /// Returns the error for which a header was refused; `nil` if it is not cached.
  mutating func error(of header: UnsafeBufferPointer<UInt8>) -> PayloadError? {
    headers.moveToFront { $0.bytes.matches(header) }?.error
  }

  /// Adds a header that was refused, in place of the least recently used one.
  mutating func remember(_ header: UnsafeBufferPointer<UInt8>, _ error: PayloadError) {
    guard header.count <= Self.bytesMax else { return }
    headers.insert((HeaderBytes(header), error), at: 0)
    if headers.count > Self.countMax { headers.removeLast() }
  }
}

extension Array {
  /// Moves the first element that fits to the front, and returns it; `nil` if none does.
  mutating func moveToFront(where fits: (Element) -> Bool) -> Element? {
    guard let place = firstIndex(where: fits) else { return nil }
    let found = self[place]
    if place > 0 {
      remove(at: place)
      insert(found, at: 0)
    }
    return found
  }
}
