import PlainText

/// A seeded random number generator: the same seed results in the same numbers on every machine.
///
/// SplitMix64 (Steele, Lea, Flood 2014): fast, 64 bits of state, and splittable, so that each
/// simulated subscriber has an independent stream.
struct SeededRNG: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a stream from a seed.
  init(seed: UInt64) { state = seed }

  /// Creates the independent stream of one member of a population.
  init(seed: UInt64, stream: Int) {
    state =
      seed &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: stream) &* 0xD1B5_4A32_D192_ED03
    _ = next()
  }

  /// Returns the next 64 bits.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// Returns a number from 0 up to, not including, a bound of at least one.
  mutating func below(_ bound: Int) -> Int { Int(truncatingIfNeeded: next() >> 11) % max(1, bound) }

  mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.upperBound - range.lowerBound + 1)
  }

  /// Returns true with a probability in thousandths.
  mutating func happens(_ perMille: Int) -> Bool { below(1000) < perMille }

  /// Returns a duration between two, to the second.
  mutating func duration(from shortest: Duration, to longest: Duration) -> Duration {
    let (low, high) = (shortest.components.seconds, longest.components.seconds)
    return .seconds(low + Int64(below(Int(max(1, high - low)))))
  }

  /// Returns one element of a collection that is not empty.
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// Returns one element of a collection that is not empty, each as often as its weight says.
  mutating func pick<Element>(_ elements: [Element], weighted weight: (Element) -> Int) -> Element {
    var rest = below(elements.reduce(0) { $0 + weight($1) })
    return elements.first { element in
      rest -= weight(element)
      return rest < 0
    } ?? elements[0]
  }

  /// Returns random characters of an alphabet, as the stores make their identifiers.
  mutating func text(_ count: Int, of alphabet: [UInt8]) -> String {
    String(decoding: (0..<count).map { _ in pick(alphabet) }, as: UTF8.self)
  }

  /// Returns a UUID of version 4 in lowercase.
  mutating func uuid() -> String {
    var digits = Array((next().hexadecimal + next().hexadecimal).utf8)
    digits[12] = UInt8(ascii: "4")
    digits[16] = pick(Array("89ab".utf8))
    for place in [20, 16, 12, 8] { digits.insert(UInt8(ascii: "-"), at: place) }
    return String(decoding: digits, as: UTF8.self)
  }
}

extension String {
  /// A 64-bit hash (FNV-1a) that distinguishes the identifiers of a world.
  var mixed: UInt64 {
    // Another basis would give every seed another world.
    FNV1a.hash(utf8, from: 1_469_598_103_934_665_603)
  }
}
