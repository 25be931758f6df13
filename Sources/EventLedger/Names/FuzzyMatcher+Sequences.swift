/// The sequences of two and three letters by which an index finds the names that a text is near to.
///
/// Errors leave pieces of the text whole. There are a few ways in which the errors may lie, and a
/// name that is near has every sequence of the pieces that one of them leaves.
extension FuzzyMatcher {
  /// The sequences by which an index finds a person's name or mail address.
  public static func sequences(in name: String) -> Set<String> {
    sequences(of: Array(LookupName.plain(name).unicodeScalars.prefix(2 * lengthMax)))
  }

  /// The most errors at which names are near, as far as ``ways(errors:)`` go.
  public var errorsMax: Int { Self.errorsMax(of: indexed.count) }

  /// The letters that an index is asked for: of a mail address the part before the sign, since
  /// people who share a provider have the rest in common, unless that is one letter.
  private var indexed: ApproximateSearch { mail?.first { $0.count > 1 } ?? wanted }

  /// The ways in which names may lie that the text is near to, at no more than some errors: each
  /// the sequences that such a name has, and never none.
  ///
  /// - Complexity: O(*w*²) for *w* ways, of which there are some tens.
  public func ways(errors: Int) -> [Set<String>] {
    let letters = indexed.scalars
    var ways = [[letters]]
    if letters.count > Self.singledMax, errors > 0 {
      ways = Self.pieces(of: letters, outsideOf: errors)
    } else {
      for _ in 0..<errors { ways = Array(Set(ways.flatMap(Self.withOneMoreError))) }
    }
    let needs = ways.map { pieces in
      (
        all: pieces.reduce(into: Set<String>()) { $0.formUnion(Self.sequences(of: $1)) },
        telling: pieces.reduce(into: Set<String>()) { $0.formUnion(Self.telling(of: $1)) }
      )
    }
    // Whatever has all that one way asks for is found by another that asks for a part of it.
    var kept: [(all: Set<String>, telling: Set<String>)] = []
    for need in needs.sorted(by: { $0.all.count < $1.all.count })
    where !kept.contains(where: { $0.all.isSubset(of: need.all) }) {
      kept.append(need)
    }
    return kept.map(\.telling)
  }

  // MARK: Sequences

  private static func sequences(of letters: [Unicode.Scalar]) -> Set<String> {
    var found: Set<String> = []
    for start in letters.indices {
      for end in start + 2...start + 3 where end <= letters.count {
        found.insert(text(letters[start..<end]))
      }
    }
    return found
  }

  /// The sequences of a piece that are asked for, of which each letter is in one: more of them tell
  /// little more.
  private static func telling(of piece: [Unicode.Scalar]) -> Set<String> {
    guard piece.count > 2 else { return piece.count == 2 ? [text(piece[...])] : [] }
    let starts = stride(from: 0, to: piece.count - 2, by: 2) + [piece.count - 3]
    return Set(starts.map { text(piece[$0..<$0 + 3]) })
  }

  private static func text(_ letters: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(letters))
  }

  // MARK: Errors

  /// The most letters of which every place is looked at where an error may be.
  private static let singledMax = 10

  /// The pieces that remain of pieces when there is one more error: a letter is another, missing or
  /// has a new one beside it, or it has changed places with the next.
  private static func withOneMoreError(_ pieces: [[Unicode.Scalar]]) -> [[[Unicode.Scalar]]] {
    pieces.indices.flatMap { place in
      withOneError(pieces[place]).map { rest in
        var pieces = pieces
        pieces.replaceSubrange(place...place, with: rest)
        return pieces
      }
    }
  }

  private static func withOneError(_ piece: [Unicode.Scalar]) -> [[[Unicode.Scalar]]] {
    var rests: [[[Unicode.Scalar]]] = []
    for letter in piece.indices {
      // A letter alone tells nothing.
      let parts = [piece[..<letter], piece[(letter + 1)...]].filter { $0.count > 1 }
      rests.append(parts.map(Array.init))
      guard letter + 1 < piece.count else { continue }
      var swapped = piece
      swapped.swapAt(letter, letter + 1)
      rests.append([swapped])
    }
    return rests
  }

  /// The pieces of a long text that errors leave, each of which lies in one of about five parts.
  ///
  /// The parts share the letter at their border: two that change places lie in one of them.
  private static func pieces(
    of letters: [Unicode.Scalar], outsideOf errors: Int
  ) -> [[[Unicode.Scalar]]] {
    let length = (letters.count + 3) / 5 + 1
    let parts = stride(from: 0, to: letters.count - 1, by: length - 1).map { start in
      start..<min(start + length, letters.count)
    }
    let hit =
      errors == 1
      ? parts.map { [$0] }
      : parts.indices.flatMap { first in parts[(first + 1)...].map { [parts[first], $0] } }
    return hit.map { parts in
      var (pieces, end) = ([[Unicode.Scalar]](), 0)
      for part in parts + [letters.count..<letters.count] {
        if end < part.lowerBound { pieces.append(Array(letters[end..<part.lowerBound])) }
        end = max(end, part.upperBound)
      }
      return pieces
    }
  }
}
