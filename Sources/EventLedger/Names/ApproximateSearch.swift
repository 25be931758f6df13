/// A text of at most 64 letters that is looked for in others with errors.
///
/// A letter of the other text takes a few operations on machine words (G. Myers, Journal of the ACM
/// 46(3), 1999; with neighbors that changed places: H. Hyyrö, Nordic Journal of Computing 10(1),
/// 2003).
struct ApproximateSearch: Hashable, Sendable {
  /// The letters and digits.
  let scalars: [Unicode.Scalar]
  /// The places of each letter of ASCII, a bit for each.
  private let places: [UInt64]
  /// The places of the other letters.
  private let otherPlaces: [Unicode.Scalar: UInt64]

  /// Prepares a search for letters, of which there are 1 to 64.
  init(_ scalars: [Unicode.Scalar]) {
    var places = [UInt64](repeating: 0, count: 128)
    var others: [Unicode.Scalar: UInt64] = [:]
    for (place, scalar) in scalars.prefix(64).enumerated() {
      if scalar.isASCII {
        places[Int(scalar.value)] |= 1 << place
      } else {
        others[scalar, default: 0] |= 1 << place
      }
    }
    (self.scalars, self.places, otherPlaces) = (scalars, places, others)
  }

  /// The number of letters.
  var count: Int { scalars.count }

  /// Returns the fewest errors at which the letters are a piece of a text.
  ///
  /// - Complexity: O(*n*) for *n* letters of the text.
  func errors(in text: [Unicode.Scalar]) -> Int {
    var table = Table(count)
    for scalar in text {
      table.add(scalar.isASCII ? places[Int(scalar.value)] : otherPlaces[scalar] ?? 0)
    }
    return table.best
  }

  /// Returns the same for the letters and digits among bytes of ASCII, without regard to case;
  /// `nil` where there are other bytes.
  func errors(inASCII bytes: UnsafeRawBufferPointer) -> Int? {
    var table = Table(count)
    return places.withUnsafeBufferPointer { places in
      for byte in bytes {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
          table.add(places[Int(byte)])
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): table.add(places[Int(byte | 0x20)])
        case 0x80...: return nil
        case _: continue
        }
      }
      return table.best
    }
  }

  /// The last column of the table of errors, as the differences between its rows, a bit for each.
  private struct Table {
    private var increases = UInt64.max
    private var decreases: UInt64 = 0
    private var diagonal: UInt64 = 0
    private var before: UInt64 = 0
    private let last: UInt64
    private var errors: Int
    /// The fewest errors of any column.
    private(set) var best: Int

    init(_ count: Int) {
      last = 1 << (count - 1)
      (errors, best) = (count, count)
    }

    /// Goes on to the next letter of the text, by its places among those looked for.
    mutating func add(_ places: UInt64) {
      let swapped = (~diagonal & places) << 1 & before
      let carried = ((places & increases) &+ increases) ^ increases
      diagonal = swapped | carried | places | decreases
      let right = decreases | ~(diagonal | increases)
      let down = diagonal & increases
      if right & last != 0 { errors += 1 } else if down & last != 0 { errors -= 1 }
      let shifted = right << 1
      increases = down << 1 | ~(diagonal | shifted)
      decreases = diagonal & shifted
      before = places
      best = min(best, errors)
    }
  }
}
