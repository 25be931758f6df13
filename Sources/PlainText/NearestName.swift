/// A finder of the name that a user probably meant by a mistyped one.
public enum NearestName {
  /// Returns the candidate with the smallest edit distance, the first one of several.
  ///
  /// An edit inserts, deletes or replaces a character, or swaps two neighbors; case is
  /// ignored. A candidate that begins with at least two typed characters is one edit away.
  ///
  /// - Parameters:
  ///   - name: The name as typed; only its first 64 characters are compared.
  ///   - candidates: The existing names.
  /// - Returns: The nearest; `nil` if even that one is too far: more than one edit for a name of
  ///   at most four characters; otherwise more than two, or than a third of a long name's length.
  /// - Complexity: O(*k* · *n* · *m*) for *k* candidates of length *m* and a name of length *n*.
  public static func find(_ name: String, in candidates: [String]) -> String? {
    let wanted = Array(name.lowercased().unicodeScalars.prefix(64))
    guard !wanted.isEmpty else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let scalars = Array(candidate.lowercased().unicodeScalars)
      let isPrefix = wanted.count >= 2 && scalars.starts(with: wanted)
      let distance = isPrefix ? 1 : edits(wanted, scalars)
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    guard let best, best.distance <= (wanted.count <= 4 ? 1 : max(2, wanted.count / 3)) else {
      return nil
    }
    return best.name
  }

  /// Returns the number of edits between two names.
  private static func edits(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var older: [Int] = []
    var previous = Array(0...right.count)
    for i in left.indices {
      var current = [i + 1]
      for j in right.indices {
        let replaced = previous[j] + (left[i] == right[j] ? 0 : 1)
        var cost = min(replaced, previous[j + 1] + 1, current[j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          cost = min(cost, older[j - 1] + 1)
        }
        current.append(cost)
      }
      (older, previous) = (previous, current)
    }
    return previous[right.count]
  }
}
