/// One thing that a command takes.
struct ArgumentDescription: Decodable, Hashable {
  /// One name of an option.
  struct Name: Decodable, Hashable {
    /// `long`, `short` or `longWithSingleDash`.
    var kind: String
    /// The name without dashes.
    var name: String

    /// The name as it is typed.
    var typed: String { (kind == "long" ? "--" : "-") + name }
  }

  /// Whether help shows it.
  var shouldDisplay: Bool
  /// Whether it may be left out.
  var isOptional: Bool
  /// Whether it may be given again.
  var isRepeating: Bool
  /// `positional`, `option` or `flag`.
  var kind: String
  /// Its heading in help.
  var sectionTitle: String?
  /// Its names; none for an argument known by its place.
  var names: [Name]?
  /// What its value is called.
  var valueName: String?
  /// What it is, in words.
  var abstract: String?

  /// What it is; of a flag that turns another off, that it does so.
  var words: String {
    guard let name = names?.first?.name, kind == "flag", name.hasPrefix("no-") else {
      return abstract ?? ""
    }
    return "The opposite of --\(name.dropFirst(3)), whatever variables and configuration say."
  }

  /// Whether it is among those that the manual describes once for all commands.
  var isShared: Bool {
    sectionTitle == "Common" || names?.contains { ["help", "version"].contains($0.name) } == true
  }

  /// How it is written: `--format format`, or `id`.
  var spans: [Roff.Span] {
    var spans: [Roff.Span] = []
    for name in names ?? [] {
      if !spans.isEmpty { spans.append(.plain(", ")) }
      spans.append(.bold(name.typed))
    }
    if kind != "flag", let valueName {
      if !spans.isEmpty { spans.append(.plain(" ")) }
      spans.append(.italic(valueName))
    }
    return spans
  }
}
