import TOMLKit

/// A text read as TOML: the one way to the parser, which would end the process for some mistakes.
public struct TOMLDocument {
  /// What the text says.
  public let table: TOMLTable
  /// Where it says it.
  let places: TOMLPlaces

  /// Why a text is no TOML.
  public struct Problem: Error, Hashable, Sendable {
    /// The line, counted from 1; 0 where it is not known.
    public var line: Int
    /// What is wrong there.
    public var words: String
  }

  /// Reads a text.
  ///
  /// - Throws: ``Problem`` where it is no TOML.
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
