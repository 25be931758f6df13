/// A set of the numbers that subscriptions have in a file, a bit each.
///
/// The numbers are given out one after another, so that the bits lie close: a million take 125 kB.
struct KeySet: Hashable {
  private var words: [UInt64] = []

  /// Creates an empty set.
  init() {}

  /// Creates a set of some numbers.
  init(_ keys: some Sequence<Int64>) {
    for key in keys { insert(key) }
  }

  /// How many numbers are in the set.
  ///
  /// - Complexity: O(*n*) for numbers up to *n*, 64 at a time.
  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Adds a number, which is not negative.
  mutating func insert(_ key: Int64) {
    let word = Int(key >> 6)
    if word >= words.count {
      words.append(contentsOf: repeatElement(0, count: word + 1 - words.count))
    }
    words[word] |= 1 << UInt64(key & 63)
  }

  /// Removes a number.
  mutating func remove(_ key: Int64) {
    let word = Int(key >> 6)
    if word < words.count { words[word] &= ~(1 << UInt64(key & 63)) }
  }

  /// Whether a number is in the set.
  func contains(_ key: Int64) -> Bool {
    let word = Int(key >> 6)
    return word >= 0 && word < words.count && words[word] & 1 << UInt64(key & 63) != 0
  }

  /// Whether any number of a range whose bounds are multiples of 64 is in the set.
  func hasAny(in range: Range<Int64>) -> Bool {
    let end = min(words.count, Int(range.upperBound >> 6))
    let start = Int(range.lowerBound >> 6)
    return start < end && words[start..<end].contains { $0 != 0 }
  }

  /// The numbers, growing.
  var keys: [Int64] {
    var keys: [Int64] = []
    for (place, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        keys.append(Int64(place) << 6 | Int64(rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
    return keys
  }

  /// The bits, eight a byte, the lowest first: what `key_found` of SQL looks at.
  var bytes: [UInt8] {
    words.map(\.littleEndian).withUnsafeBytes { Array($0) }
  }

  /// The numbers that are in both sets.
  func intersection(_ other: KeySet) -> KeySet {
    var both = KeySet()
    both.words = zip(words, other.words).map { $0 & $1 }
    return both
  }

  /// The numbers that are in one of the sets.
  func union(_ other: KeySet) -> KeySet {
    var (all, less) = words.count < other.words.count ? (other, self) : (self, other)
    for place in less.words.indices { all.words[place] |= less.words[place] }
    less.words = []
    return all
  }

  /// The numbers that are not in another set.
  func subtracting(_ other: KeySet) -> KeySet {
    var rest = self
    for place in rest.words.indices where place < other.words.count {
      rest.words[place] &= ~other.words[place]
    }
    return rest
  }

  static func == (left: KeySet, right: KeySet) -> Bool { left.keys == right.keys }

  func hash(into hasher: inout Hasher) { hasher.combine(keys) }
}
