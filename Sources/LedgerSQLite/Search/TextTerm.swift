import SubscriptionCore

/// A test of texts that the index of texts answers: one of some columns contains, or is, a text.
struct TextTerm: Equatable {
  /// The folded text; never empty.
  var text: String
  /// The columns, all of those that are searched.
  var columns: Set<SubscriberField>
  /// A Boolean value that indicates whether the whole of a column's text is meant.
  var isWhole: Bool

  // Texts are compared by their bytes, as in filters.
  static func == (left: TextTerm, right: TextTerm) -> Bool {
    left.columns == right.columns && left.isWhole == right.isWhole
      && left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// The same test as a predicate.
  var predicate: FilterPredicate {
    .or(
      SubscriberField.searched.filter(columns.contains).map {
        isWhole ? .equals($0, text) : .contains($0, text)
      })
  }

  /// A Boolean value that indicates whether rows that satisfy this term are among those that
  /// satisfy another.
  func isNarrower(than other: TextTerm) -> Bool {
    columns.isSubset(of: other.columns) && !other.isWhole
      && ByteSearch(other.text.utf8).map { search in
        Array(text.utf8).withUnsafeBytes { search.place(in: $0, from: 0) != nil }
      } ?? false
  }
}

extension FilterPredicate {
  /// The predicate as one term of texts; `nil` where it is anything else.
  var textTerm: TextTerm? {
    switch self {
    case .contains(let column, let text): TextTerm(column, text, isWhole: false)
    case .equals(let column, let text): TextTerm(column, text, isWhole: true)
    case .or(let parts):
      parts.dropFirst().reduce(parts.first?.textTerm) { all, part in
        guard let all, let term = part.textTerm, term.isWhole == all.isWhole,
          term.text.utf8.elementsEqual(all.text.utf8)
        else { return nil }
        return TextTerm(
          text: all.text, columns: all.columns.union(term.columns), isWhole: all.isWhole)
      }
    case .always, .and, .not, .present, .matches, .atLeast, .below, .part: nil
    }
  }

  /// A Boolean value that indicates whether terms of texts alone decide.
  var isOfTexts: Bool {
    if textTerm != nil { return true }
    return switch self {
    case .and(let parts), .or(let parts): !parts.isEmpty && parts.allSatisfy(\.isOfTexts)
    case .not(let inner): inner.isOfTexts
    case .always, .present, .equals, .contains, .matches, .atLeast, .below, .part: false
    }
  }

  /// A Boolean value that indicates whether the predicate says nothing.
  var isAlways: Bool {
    switch self {
    case .always: true
    case .and(let parts): parts.allSatisfy(\.isAlways)
    case .or, .not, .present, .equals, .contains, .matches, .atLeast, .below, .part: false
    }
  }

  /// The predicate in two parts that both are to hold: what terms of texts decide alone, and the
  /// rest.
  var partedByTexts: (texts: FilterPredicate?, rest: FilterPredicate) {
    if isOfTexts { return (self, .always) }
    guard case .and(let parts) = self else { return (nil, self) }
    let parted = parts.map(\.partedByTexts)
    let texts = parted.compactMap(\.texts)
    return (texts.isEmpty ? nil : .and(texts), .and(parted.map(\.rest).filter { !$0.isAlways }))
  }
}

extension TextTerm {
  fileprivate init?(_ column: SubscriberField, _ text: String, isWhole: Bool) {
    guard !text.isEmpty, SubscriberField.searched.contains(column) else { return nil }
    self.init(text: text, columns: [column], isWhole: isWhole)
  }
}
