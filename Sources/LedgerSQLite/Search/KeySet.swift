import GRDB
import GRDBSQLite

/// A set of the numbers that subscriptions have in a file, a bit each.
///
/// The numbers are given out one after another, so that the bits lie close: a million take 125 kB.
struct KeySet: Equatable {
  private var words: [UInt64] = []

  init() {}

  /// The number of numbers in the set.
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

  /// A Boolean value that indicates whether any number of a range whose bounds are multiples of 64
  /// is in the set.
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
    if words.count < other.words.count { return other.union(self) }
    var all = self
    for place in other.words.indices { all.words[place] |= other.words[place] }
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
}

/// `key_found(bits, key)`: whether a number is in a set that was bound as its ``KeySet/bytes``.
///
/// A list asks for every row that it walks past, so that it is one of SQLite's own functions: the
/// bits are looked at where they lie.
enum KeyFunction {
  /// Makes the function known to a connection.
  static func add(to database: Database) {
    sqlite3_create_function_v2(
      database.sqliteConnection, "key_found", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
      { context, _, values in
        guard let values, let bits = sqlite3_value_blob(values[0]) else {
          sqlite3_result_int(context, 0)
          return
        }
        let key = sqlite3_value_int64(values[1])
        let count = Int64(sqlite3_value_bytes(values[0]))
        let isFound =
          key >= 0 && key >> 3 < count
          && bits.load(fromByteOffset: Int(key >> 3), as: UInt8.self) & 1 << UInt8(key & 7) != 0
        sqlite3_result_int(context, isFound ? 1 : 0)
      }, nil, nil, nil)
  }
}
