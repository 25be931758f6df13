/// The name that somebody meant who wrote another.
enum NearestName {
  /// The candidate with the fewest single-character changes from a text; `nil` when even the best
  /// needs more changes than a third of the text.
  ///
  /// - Complexity: O(*n* · *k*) for *k* candidates and texts of length *n*, squared.
  static func of(_ text: String, among candidates: [String]) -> String? {
    let scored = candidates.map {
      ($0, distance(Array(text.unicodeScalars), Array($0.unicodeScalars)))
    }
    guard let best = scored.min(by: { $0.1 < $1.1 }),
      best.1 <= max(2, text.unicodeScalars.count / 3)
    else { return nil }
    return best.0
  }

  /// Levenshtein's distance.
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var previous = Array(0...right.count)
    for (row, scalar) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        let replaced = previous[column] + (scalar == other ? 0 : 1)
        current.append(min(replaced, previous[column + 1] + 1, current[column] + 1))
      }
      previous = current
    }
    return previous[right.count]
  }
}
