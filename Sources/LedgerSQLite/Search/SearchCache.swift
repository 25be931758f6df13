import Synchronization

/// A cache of the latest answers of a ``TextIndex``, valid for as long as its blocks stay as they
/// are.
///
/// A list and its count ask for the same, and whoever types asks for less with every letter.
final class SearchCache: Sendable {
  private struct Answer {
    var term: TextTerm
    var version: Int64
    var keys: KeySet
  }

  private let answers = Mutex<[Answer]>([])
  private static let countMax = 8

  /// The rows of a term in the blocks of a version; `nil` for a term that was not searched lately.
  func keys(of term: TextTerm, _ version: Int64) -> KeySet? {
    answers.withLock { answers in
      answers.last { $0.version == version && $0.term == term }?.keys
    }
  }

  /// The fewest rows known to which those of a term belong.
  func nearest(to term: TextTerm, _ version: Int64) -> KeySet? {
    let wider = answers.withLock { answers in
      answers.filter { $0.version == version && term.isNarrower(than: $0.term) }
    }
    return wider.max { $0.term.text.utf8.count < $1.term.text.utf8.count }?.keys
  }

  /// Keeps an answer in place of the oldest.
  func keep(_ keys: KeySet, of term: TextTerm, _ version: Int64) {
    answers.withLock { answers in
      answers.removeAll { $0.term == term || $0.version != version }
      if answers.count >= SearchCache.countMax { answers.removeFirst() }
      answers.append(Answer(term: term, version: version, keys: keys))
    }
  }
}
