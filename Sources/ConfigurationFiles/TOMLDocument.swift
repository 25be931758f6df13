import TOMLKit

/// A parsed TOML text; the only way to the parser, which would abort the process for some mistakes.
public struct TOMLDocument {
  /// The parsed values.
  public let table: TOMLTable
  /// The line numbers of the keys.
  let places: TOMLPlaces

  /// The first syntax error of a TOML text.
  public struct Problem: Error, Hashable, Sendable {
    /// The line, counted from 1; 0 if it is unknown.
    public var line: Int
    /// The description of the error.
    public var words: String
  }

  /// Parses a text.
  ///
  /// - Throws: ``Problem`` if the text is not TOML.
  public init(_ text: String) throws(Problem) {
    places = TOMLPlaces(text)
    if let slip = places.slip { throw Problem(line: slip.line, words: slip.words) }
    do {
      table = try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      throw Problem(line: error.source.begin.line, words: error.description)
    } catch {
      throw Problem(line: 0, words: "\(error)")
    }
  }
}
