/// An argument, option or flag of a command, as the argument parser describes it.
public struct ArgumentDescription: Decodable, Hashable, Sendable {
  /// One name of an option.
  public struct Name: Decodable, Hashable, Sendable {
    /// `long`, `short` or `longWithSingleDash`.
    public var kind: String
    /// The name without dashes.
    public var name: String

    /// The name as it is typed.
    public var typed: String { (kind == "long" ? "--" : "-") + name }
  }

  /// A Boolean value that indicates whether help shows the argument.
  public var shouldDisplay: Bool
  /// `positional`, `option` or `flag`.
  public var kind: String
  /// The heading under which help lists the argument.
  public var sectionTitle: String?
  /// The names; empty for a positional argument.
  public var names: [Name]?
  /// The placeholder of the value.
  public var valueName: String?
  /// The description in one sentence.
  public var abstract: String?
  /// The text that help prints below it, such as the permitted values.
  public var discussion: String?
  /// The value that counts where none is given; absent where the description says it.
  public var defaultValue: String?

  /// The description with its discussion and the default; for a `--no-` flag, the flag that it
  /// reverses.
  public var words: String {
    guard let name = names?.first?.name, kind == "flag", name.hasPrefix("no-") else {
      let standard = defaultValue.map { "Default: \($0)." }
      return [abstract, discussion, standard].compactMap(\.self).joined(separator: " ")
    }
    return "The opposite of --\(name.dropFirst(3)), whatever variables and configuration say."
  }

  /// A Boolean value that indicates whether the manual describes the argument once, for all
  /// commands.
  public var isShared: Bool {
    sectionTitle == "Common" || names?.contains { ["help", "version"].contains($0.name) } == true
  }

  /// The synopsis, such as `--format format` or `id`.
  public var spans: [Roff.Span] {
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
