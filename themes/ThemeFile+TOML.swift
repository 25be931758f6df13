import ConfigurationFiles
import TOMLKit
import TerminalUI

extension ThemeFile {
  /// Reads a theme file.
  ///
  /// - Parameters:
  ///   - toml: The text of the file.
  ///   - path: What users call the file.
  ///   - isShipped: Whether it came with the program.
  /// - Throws: What keeps the text from being TOML, with its line.
  public init(
    toml: String, path: String, isShipped: Bool = false
  ) throws(TOMLDocument.Problem) {
    self.init(
      Self.tree(try TOMLDocument(toml).table), path: path, isShipped: isShipped,
      lines: TOMLLines.find(in: toml))
  }

  /// A TOML table as the plain tree that themes are read from.
  private static func tree(_ table: TOMLTable) -> ThemeSource {
    var values: [String: ThemeSource] = [:]
    for key in table.keys {
      guard let value = table[key] else { continue }
      if let text = value.string {
        values[key] = .text(text)
      } else if let number = value.int {
        values[key] = .number(number)
      } else if let inner = value.table {
        values[key] = tree(inner)
      } else {
        values[key] = .other
      }
    }
    return .table(values)
  }
}
