extension Filter {
  /// What could stand at a place of a filter's text, instead of the word that begins before it.
  ///
  /// Fields first (each with its `:`), then the values of the field once its `:` is written. The
  /// names come back whole: they replace the text from ``completionStart(in:at:)`` to the place.
  ///
  /// The text so far need not be a filter yet; the place is counted in Unicode scalars.
  public static func completions(in text: String, at offset: Int) -> [String] {
    let word = CompletionWord(text, at: offset)
    let typed = foldCase(word.typed)
    guard let field = word.field else {
      let names = FilterField.allCases.map { $0.rawValue + ":" }
      return names.filter { $0.hasPrefix(typed) }
    }
    var names = field.choices.map(\.name)
    if field.choices.isEmpty || field == .due || field.isOptional { names += ["any", "none"] }
    return names.filter { foldCase($0).hasPrefix(typed) }
  }

  /// Where the word that ``completions(in:at:)`` completes begins, in Unicode scalars.
  public static func completionStart(in text: String, at offset: Int) -> Int {
    CompletionWord(text, at: offset).start
  }
}

extension FilterField {
  /// Whether rows may lack the field though it has choices.
  fileprivate var isOptional: Bool {
    switch self {
    case .cause, .reason, .withheld, .step, .flag, .autorenew: true
    case .state, .store, .env, .access: false
    case .loses, .since, .retry, .grace, .renews, .paid, .resumes, .due, .rule, .shown, .snoozed,
      .claimed, .product, .plan, .next, .price, .mrr, .currency, .country, .app, .id, .account,
      .name, .email, .tag, .ended, .anomalies, .last:
      true
    }
  }
}

/// The unfinished word before a place.
private struct CompletionWord {
  var start = 0
  var typed = ""
  var field: FilterField?

  init(_ text: String, at offset: Int) {
    let scalars = Array(text.unicodeScalars.prefix(max(0, min(offset, Filter.longestText))))
    var begin = scalars.count
    while begin > 0, !FilterParser.endsWord(scalars[begin - 1]) { begin -= 1 }
    while begin < scalars.count, scalars[begin] == "-" { begin += 1 }
    var name = String.UnicodeScalarView()
    var position = begin
    while position < scalars.count, FilterParser.isName(scalars[position]) {
      name.append(scalars[position])
      position += 1
    }
    if position < scalars.count, scalars[position] == ":" || scalars[position] == "=",
      let named = FilterField(named: String(name))
    {
      field = named
      begin = position + 1
      if let comma = scalars[begin...].lastIndex(of: ",") { begin = comma + 1 }
    }
    start = begin
    var rest = String.UnicodeScalarView()
    rest.append(contentsOf: scalars[begin...])
    typed = String(rest)
  }
}
