import CTerminal

/// An allocator of palette entries, for terminals with direct colour whose terminfo entry has only
/// 256.
///
/// ncurses draws with the numbers 16 to 255, each of which is assigned to one colour; in the output
/// each number is replaced by its colour. The first sixteen stay the user's own.
struct ColorSlots {
  /// The numbers that are assigned.
  static let numbers = 16..<256

  private var numbers: [UInt32: Int32] = [:]

  /// A Boolean value that indicates whether all numbers are assigned, so that the next colour gets
  /// the number of a similar one.
  var isFull: Bool { numbers.count == Self.numbers.count }

  /// Returns the number of a colour, assigning one if necessary.
  mutating func number(of rgb: UInt32, on screen: OpaquePointer) -> Int32 {
    if let number = numbers[rgb] { return number }
    guard !isFull else { return nearest(to: rgb) }
    let number = Int32(Self.numbers.upperBound - 1 - numbers.count)
    numbers[rgb] = number
    ct_lend_color(screen, number, rgb)
    return number
  }

  private func nearest(to rgb: UInt32) -> Int32 {
    func distance(_ other: UInt32) -> Int {
      [16, 8, 0].reduce(0) { sum, shift in
        let step = Int(rgb >> shift & 255) - Int(other >> shift & 255)
        return sum + step * step
      }
    }
    return numbers.min { distance($0.key) < distance($1.key) }?.value ?? 0
  }
}
