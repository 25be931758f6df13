/// A finder of the name that a user may have meant by an unknown one.
public enum NearestName {
  /// Returns the candidate with the smallest edit distance, the earliest one of several.
  ///
  /// - Parameters:
  ///   - name: The name as written.
  ///   - candidates: The existing names.
  /// - Returns: The nearest; `nil` if even that one differs in more than a third of its length.
  /// - Complexity: O(*n* · *m*) in the lengths, for each candidate.
  public static func find(_ name: String, in candidates: [String]) -> String? {
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let distance = distance(Array(name.unicodeScalars), Array(candidate.unicodeScalars))
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    guard let best, best.distance <= max(2, best.name.unicodeScalars.count / 3) else { return nil }
    return best.name
  }

  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var previous = Array(0...right.count)
    for (row, scalar) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        let change = previous[column] + (scalar == other ? 0 : 1)
        current.append(min(change, previous[column + 1] + 1, current[column] + 1))
      }
      previous = current
    }
    return previous[right.count]
  }
}
