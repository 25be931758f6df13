/// A query for subscribers or events in the filter language, as typed after `--filter` or `/`.
///
/// In the language, adjacent terms must all match, `|` separates alternatives, `( )` group and a
/// leading `-` negates. A term is `field:value,value` (any of them), `field:~text` (contains),
/// `field:/pattern/`, a comparison such as `mrr>=20usd`, `loses<3d` or `since>2025-11-01`, a bare
/// word, `"quoted text"` or a `/pattern/`. The last three search the fields in
/// ``SubscriberField/searched``. The words `or`, `and` and `not` beside another term are an error
/// that names the sign to write, and so is a leading `!`; a quotation searches for them.
///
/// ``FilterPredicate`` documents the evaluation of terms, which is the same in memory and in SQL.
public indirect enum Filter: Hashable, Sendable {
  /// Every subscriber: the empty text.
  case all
  /// All of two or more filters.
  case and([Filter])
  /// Any of two or more filters.
  case or([Filter])
  /// The negation of a filter.
  case not(Filter)
  /// A test of one field.
  case field(SubscriberField, FilterTest)
  /// A text to find in one of the searched fields.
  case text(String)
  /// A pattern to find in one of the searched fields.
  case pattern(FilterPattern)

  /// The maximum length of a filter's text, in Unicode scalars.
  public static let longestText = 4096

  /// The maximum nesting of parentheses and negations.
  public static let deepestNesting = 64

  /// Parses a filter.
  ///
  /// Never traps, whatever the text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - scope: The subject of the filter; a field that does not apply to it is an error.
  /// - Returns: The filter.
  /// - Throws: The first error, with its position and the most similar known name.
  /// - Complexity: O(*n*) for *n* scalars.
  public static func parse(
    _ text: String, about scope: FilterScope = .subscribers
  ) throws(FilterError) -> Filter {
    var parser = FilterParser(text, about: scope)
    return try parser.parse()
  }

  /// Returns whether a row satisfies the filter at an instant.
  ///
  /// For many rows, lower the filter once with ``lowered(at:)`` and evaluate the predicate.
  public func matches(_ row: SubscriberSummary, at now: Timestamp) -> Bool {
    lowered(at: now).matches(row)
  }

  /// The fields that the filter tests, in the order of the text, with repetitions.
  public var fields: [SubscriberField] {
    switch self {
    case .all, .text, .pattern: []
    case .field(let field, _): [field]
    case .not(let inner): inner.fields
    case .and(let parts), .or(let parts): parts.flatMap(\.fields)
    }
  }

  /// A Boolean value that indicates whether a term is about the end of a subscription.
  public var isAboutEnd: Bool {
    fields.contains { [.endedAt, .cause, .reason, .churnedAt, .churnCause].contains($0) }
  }

  /// A Boolean value that indicates whether a term is about the refund of a payment.
  public var isAboutRefund: Bool { fields.contains(.refundedAt) }

  /// A Boolean value that indicates whether the filter may reveal a person: it names an account, a
  /// purchase or a person, or searches for a text in any field.
  public var canNamePerson: Bool {
    switch self {
    case .all: false
    case .text, .pattern: true
    case .field(let field, _): field.namesPerson
    case .not(let inner): inner.canNamePerson
    case .and(let parts), .or(let parts): parts.contains(where: \.canNamePerson)
    }
  }

  /// Returns a text in the form in which texts are compared.
  ///
  /// Each Unicode scalar is replaced by its full lowercase mapping, regardless of its neighbors;
  /// without a locale and without normalization. Ledgers that compare inside a database store or
  /// compute the same form.
  ///
  /// - Complexity: O(*n*) for *n* scalars.
  public static func foldCase(_ text: String) -> String { FoldedText.fold(text) }

  /// Returns whether ``foldCase(_:)`` leaves every byte of a text unchanged.
  ///
  /// - Complexity: O(*n*) for *n* scalars.
  public static func isFolded(_ text: String) -> Bool { FoldedText.isFolded(text) }

  /// Returns whether a text, folded, contains a folded text; every text contains the empty one.
  ///
  /// - Complexity: O(*n* · *m*) at worst for texts of *n* and *m* bytes.
  public static func contains(_ text: String, folded part: String) -> Bool {
    FoldedText.contains(text, folded: part)
  }
}

/// The test of a field's value.
public enum FilterTest: Hashable, Sendable {
  /// The value is one of these: `:`.
  case any([FilterValue])
  /// The value contains one of these: `:~`.
  case contains([String])
  /// The pattern matches in the value: `:/…/`.
  case matches(FilterPattern)
  /// The value is less or greater than another: `<`, `<=`, `>`, `>=`.
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
  /// Decodes the text of a filter.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do throws(FilterError) {
      guard let text = try? container.decode(String.self) else {
        throw FilterError(offset: 0, text: "a filter is written as a text")
      }
      self = try Filter.parse(text)
    } catch {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: error.sentence)
    }
  }

  /// Encodes the text of the filter.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
