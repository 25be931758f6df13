/// A question about subscribers or events, as typed after `--filter` or `/`.
///
/// The language: terms beside each other must all hold, `|` separates alternatives, `( )` group
/// and a leading `-` negates. A term is `field:value,value` (any of them), `field:~text`
/// (contains), `field:/pattern/`, a comparison such as `mrr>=20usd`, `loses<3d` or
/// `since>2025-11-01`, a bare word, `"quoted text"` or a `/pattern/`. The last three are looked
/// for in ``FilterColumn/searched``.
///
/// How terms are decided, here and in SQL alike, is what ``FilterPredicate`` documents.
public indirect enum Filter: Hashable, Sendable {
  /// Every subscriber: the empty text.
  case all
  /// All of two or more filters.
  case and([Filter])
  /// Any of two or more filters.
  case or([Filter])
  /// Whatever the filter does not match.
  case not(Filter)
  /// A test of one field.
  case field(FilterField, FilterTest)
  /// A text that one of the searched columns contains.
  case text(String)
  /// A pattern that is found in one of the searched columns.
  case pattern(FilterPattern)

  /// The longest text that is read, in Unicode scalars.
  public static let longestText = 4096

  /// The deepest nesting of parentheses and negations that is read.
  public static let deepestNesting = 64

  /// Reads a filter.
  ///
  /// Never traps, whatever the text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - scope: What the filter is about; a field that says nothing of it is a problem.
  /// - Returns: The filter.
  /// - Throws: The first problem, with its place and the nearest known name.
  /// - Complexity: O(*n*) for *n* scalars.
  public static func parse(
    _ text: String, about scope: FilterScope = .subscribers
  ) throws(FilterError) -> Filter {
    var parser = FilterParser(text, about: scope)
    return try parser.parse()
  }

  /// Tells whether a row satisfies the filter at an instant.
  ///
  /// For many rows, lower the filter once with ``lowered(at:)`` and ask the predicate.
  public func matches(_ row: SubscriberSummary, at now: Timestamp) -> Bool {
    lowered(at: now).matches(row)
  }

  /// The fields that the filter tests, in the order of the text, with repetitions.
  public var fields: [FilterField] {
    switch self {
    case .all, .text, .pattern: []
    case .field(let field, _): [field]
    case .not(let inner): inner.fields
    case .and(let parts), .or(let parts): parts.flatMap(\.fields)
    }
  }

  /// Whether the filter could say whom it looks for: it names an account, a purchase or a person,
  /// or looks for a text wherever one stands.
  public var canNamePerson: Bool {
    switch self {
    case .all: false
    case .text, .pattern: true
    case .field(let field, _): field.namesPerson
    case .not(let inner): inner.canNamePerson
    case .and(let parts), .or(let parts): parts.contains(where: \.canNamePerson)
    }
  }

  /// Brings a text to the form in which texts are compared.
  ///
  /// Each Unicode scalar is replaced by its full lowercase mapping, whatever stands around it; no
  /// locale and no normalization. Ledgers that compare inside a database store or compute the
  /// same form.
  ///
  /// - Complexity: O(*n*) for *n* scalars.
  public static func foldCase(_ text: String) -> String { FoldedText.fold(text) }

  /// Whether ``foldCase(_:)`` leaves every byte of a text as it is.
  ///
  /// - Complexity: O(*n*) for *n* scalars.
  public static func isFolded(_ text: String) -> Bool { FoldedText.isFolded(text) }
}

/// How a field is tested.
public enum FilterTest: Hashable, Sendable {
  /// The value is one of these: `:`.
  case any([FilterValue])
  /// The value contains one of these: `:~`.
  case contains([String])
  /// The pattern is found in the value: `:/…/`.
  case matches(FilterPattern)
  /// The value lies on one side of another: `<`, `<=`, `>`, `>=`.
  case compare(FilterComparison, FilterValue)
}

/// The comparisons of the filter language.
public enum FilterComparison: String, Hashable, Sendable, CaseIterable {
  /// Smaller or earlier.
  case less = "<"
  /// Not greater and not later.
  case atMost = "<="
  /// Greater or later.
  case greater = ">"
  /// Not smaller and not earlier.
  case atLeast = ">="
}

extension Filter: Codable {
  /// Reads the text of a filter.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do throws(FilterError) {
      self = try Filter.parse(try Self.text(in: container))
    } catch {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: error.sentence)
    }
  }

  private static func text(in container: any SingleValueDecodingContainer) throws(FilterError)
    -> String
  {
    do {
      return try container.decode(String.self)
    } catch {
      throw FilterError(offset: 0, text: "a filter is written as a text", suggestion: nil)
    }
  }

  /// Writes the text of the filter.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
