/// Looks for some bytes among many, 32 places at a time.
struct ByteSearch {
  /// The bytes looked for; never empty.
  let wanted: [UInt8]
  private let first: SIMD32<UInt8>
  private let last: SIMD32<UInt8>

  /// Prepares a search; `nil` for no bytes, which are everywhere.
  init?(_ wanted: some Sequence<UInt8>) {
    self.wanted = Array(wanted)
    guard let first = self.wanted.first, let last = self.wanted.last else { return nil }
    (self.first, self.last) = (SIMD32(repeating: first), SIMD32(repeating: last))
  }

  /// The first place from one on at which the bytes stand.
  ///
  /// - Complexity: O(*n*) for *n* bytes, unless the first and the last byte meet at many places.
  func place(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    let lastPlace = bytes.count - wanted.count
    guard start <= lastPlace, let base = bytes.baseAddress else { return nil }
    var place = start
    while place + 31 <= lastPlace {
      let heads = base.loadUnaligned(fromByteOffset: place, as: SIMD32<UInt8>.self)
      let tails = base.loadUnaligned(
        fromByteOffset: place + wanted.count - 1, as: SIMD32<UInt8>.self)
      let differences = (heads ^ first) | (tails ^ last)
      let hits = unsafeBitCast(differences .== SIMD32(repeating: 0), to: SIMD4<UInt64>.self)
      if hits[0] | hits[1] | hits[2] | hits[3] != 0 {
        for lane in 0..<4 {
          var rest = UInt64(littleEndian: hits[lane])
          while rest != 0 {
            let offset = rest.trailingZeroBitCount / 8
            if stands(at: place + lane * 8 + offset, in: bytes) {
              return place + lane * 8 + offset
            }
            rest &= ~(0xFF << UInt64(offset * 8))
          }
        }
      }
      place += 32
    }
    while place <= lastPlace {
      if stands(at: place, in: bytes) { return place }
      place += 1
    }
    return nil
  }

  private func stands(at place: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    for offset in wanted.indices where bytes[place + offset] != wanted[offset] { return false }
    return true
  }
}
