/// The first error in a filter's text.
public struct FilterError: Error, Hashable, Sendable {
  /// The position in Unicode scalars from the beginning of the text; at most the text's length.
  public var offset: Int
  /// The error and its correction, without a full stop.
  public var text: String
  /// The most similar known name; `nil` if none is similar.
  public var suggestion: String?

  /// Creates an error.
  public init(offset: Int, text: String, suggestion: String? = nil) {
    (self.offset, self.text, self.suggestion) = (offset, text, suggestion)
  }

  /// The error with its suggestion, for a line of its own.
  public var sentence: String {
    guard let suggestion else { return text }
    return "\(text); did you mean \(suggestion)?"
  }
}

/// A finder of the name that was probably meant.
enum NearestName {
  /// Returns the candidate within two edits (one for short words) of a name, or that begins with
  /// it.
  ///
  /// - Complexity: O(*k* · *n* · *m*) for *k* candidates of length *m* and a name of length *n*,
  ///   with *n* cut to 32.
  static func of(_ name: String, among candidates: [String]) -> String? {
    let wanted = Array(Filter.foldCase(name).unicodeScalars.prefix(32))
    guard !wanted.isEmpty else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let scalars = Array(Filter.foldCase(candidate).unicodeScalars)
      let isPrefix = wanted.count >= 2 && scalars.starts(with: wanted)
      let distance = isPrefix ? 1 : edits(wanted, scalars)
      if distance < (best?.distance ?? .max) { best = (candidate, distance) }
    }
    guard let best, best.distance <= (wanted.count <= 4 ? 1 : 2) else { return nil }
    return best.name
  }

  /// Returns the number of insertions, deletions, replacements and swaps of neighbors.
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
