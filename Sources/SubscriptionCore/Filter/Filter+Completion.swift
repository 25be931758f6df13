extension Filter {
  /// Returns the completions of the word before a position in a filter's text.
  ///
  /// They are fields (each with its `:`), and after a field's `:` its values. Each is a whole word
  /// that replaces the text from ``completionStart(in:at:)`` to the position.
  ///
  /// The text need not be a valid filter yet; the position is counted in Unicode scalars.
  public static func completions(
    in text: String, at offset: Int, about scope: FilterScope = .subscribers
  ) -> [String] {
    let word = CompletionWord(text, at: offset)
    let typed = foldCase(word.typed)
    guard let field = word.field else {
      let names = SubscriberField.all(in: scope).map { $0.name + ":" }
      return names.filter { $0.hasPrefix(typed) }
    }
    guard !word.isCompared else { return [] }
    return values(of: field, known: []).filter { foldCase($0).hasPrefix(typed) }
  }

  /// Returns the completions at a position with their explanations: fields with their usual
  /// operator, then values.
  ///
  /// - Parameters:
  ///   - text: The text so far, which need not be a valid filter yet.
  ///   - offset: The position, in Unicode scalars.
  ///   - known: Values that rows are known to have in the ``completedField(in:at:)``.
  ///   - scope: The subject of the filter.
  /// - Returns: The completions, in the order in which to list them.
  public static func offers(
    in text: String, at offset: Int, known: [String] = [], about scope: FilterScope = .subscribers
  ) -> [FilterCompletion] {
    let word = CompletionWord(text, at: offset)
    let typed = foldCase(word.typed)
    guard let field = word.field else {
      return SubscriberField.all(in: scope).filter { $0.name.hasPrefix(typed) }.map {
        FilterCompletion($0.name + $0.usualOperator, help: $0.help)
      }
    }
    let offers =
      word.isCompared
      ? field.usualMeasures
      : values(of: field, known: known.map(FilterQuoting.value)).map { value in
        FilterCompletion(value, help: field.usualDays.contains(value) ? "the day in UTC" : "")
      }
    return offers.filter { foldCase($0.text).hasPrefix(typed) }
  }

  /// Returns the field whose value is being typed at a position; `nil` at a field's name or a bare
  /// word.
  public static func completedField(in text: String, at offset: Int) -> SubscriberField? {
    CompletionWord(text, at: offset).field
  }

  /// Returns the beginning of the word that `completions` completes, in Unicode scalars.
  public static func completionStart(in text: String, at offset: Int) -> Int {
    CompletionWord(text, at: offset).start
  }

  private static func values(of field: SubscriberField, known: [String]) -> [String] {
    var names = field.choices.map(\.name) + known + field.usualDays
    if field.choices.isEmpty || !field.definition.isAlwaysPresent { names += ["any", "none"] }
    return names
  }
}

/// The unfinished word before a position.
private struct CompletionWord {
  var start = 0
  var typed = ""
  var field: SubscriberField?
  /// A Boolean value that indicates whether a comparison operator precedes the word.
  var isCompared = false

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
    if position < scalars.count, Self.operators.contains(scalars[position]),
      let named = SubscriberField(named: String(name))
    {
      field = named
      isCompared = scalars[position] == "<" || scalars[position] == ">"
      begin = position + 1
      if begin < scalars.count, isCompared ? scalars[begin] == "=" : scalars[begin] == "~" {
        begin += 1
      }
      if let comma = scalars[begin...].lastIndex(of: ",") { begin = comma + 1 }
    }
    start = begin
    var rest = String.UnicodeScalarView()
    rest.append(contentsOf: scalars[begin...])
    typed = String(rest)
  }

  private static let operators: Set<Unicode.Scalar> = [":", "=", "<", ">"]
}
