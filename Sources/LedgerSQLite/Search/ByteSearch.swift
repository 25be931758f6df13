/// Looks for some bytes among many, eight places at a time.
struct ByteSearch {
  /// The bytes looked for; never empty.
  let wanted: [UInt8]
  /// The first byte wanted, and the last, eight times each.
  private let first: UInt64
  private let last: UInt64

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Prepares a search; `nil` for no bytes, which are everywhere.
  init?(_ wanted: some Sequence<UInt8>) {
    self.wanted = Array(wanted)
    guard let first = self.wanted.first, let last = self.wanted.last else { return nil }
    (self.first, self.last) = (UInt64(first) &* Self.ones, UInt64(last) &* Self.ones)
  }

  /// The first place from one on at which the bytes stand.
  ///
  /// - Complexity: O(*n*) for *n* bytes, unless the first and the last byte meet at many places.
  func place(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    let lastPlace = bytes.count - wanted.count
    guard start <= lastPlace, let base = bytes.baseAddress else { return nil }
    let tail = base + (wanted.count - 1)
    var place = start
    while place + 31 <= lastPlace {
      let hits =
        hits(base, tail, place) | hits(base, tail, place + 8) | hits(base, tail, place + 16)
        | hits(base, tail, place + 24)
      guard hits != 0 else {
        place += 32
        continue
      }
      for group in stride(from: place, to: place + 32, by: 8) {
        var rest = self.hits(base, tail, group)
        while rest != 0 {
          let found = group + rest.trailingZeroBitCount / 8
          if stands(at: found, in: bytes) { return found }
          rest &= rest - 1
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

  /// The high bit of every byte, of eight from a place on, where the first byte is and the last
  /// one as far behind it as it should; and of a few more.
  @inline(__always)
  private func hits(
    _ base: UnsafeRawPointer, _ tail: UnsafeRawPointer, _ place: Int
  ) -> UInt64 {
    let heads = base.loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian
    let tails = tail.loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian
    let differences = (heads ^ first) | (tails ^ last)
    // A byte without a difference borrows from its high bit.
    return (differences &- ByteSearch.ones) & ~differences & ByteSearch.highBits
  }

  /// The number of times that a byte occurs in a range.
  static func count(
    _ byte: UInt8, in bytes: UnsafeRawBufferPointer, _ range: Range<Int>
  ) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    let wanted = UInt64(byte) &* ones
    var (place, count) = (range.lowerBound, 0)
    while place + 8 <= range.upperBound {
      let difference = base.loadUnaligned(fromByteOffset: place, as: UInt64.self) ^ wanted
      // The high bit of a byte is set where the rest of it, or it, differs.
      let differing = ((difference & ~highBits) &+ ~highBits) | difference
      count += (~differing & highBits).nonzeroBitCount
      place += 8
    }
    while place < range.upperBound {
      if bytes[place] == byte { count += 1 }
      place += 1
    }
    return count
  }

  private func stands(at place: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    for offset in wanted.indices where bytes[place + offset] != wanted[offset] { return false }
    return true
  }
}
