import ConfigurationFiles
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
    let root = try TOMLDocument(toml).root
    var lines: [String: Int] = [:]
    let source = Self.source(root, at: "", &lines)
    self.init(source, path: path, isShipped: isShipped, lines: lines)
  }

  /// Returns a value as themes read it, and notes the line of each key by its path.
  private static func source(
    _ node: ConfigurationNode, at path: String, _ lines: inout [String: Int]
  ) -> ThemeSource {
    switch node.value {
    case .text(let text): return .text(text)
    case .integer(let number): return .number(number)
    case .table(let entries):
      var values: [String: ThemeSource] = [:]
      for entry in entries {
        let path = path.isEmpty ? entry.name : "\(path).\(entry.name)"
        lines[path] = entry.node.line
        values[entry.name] = source(entry.node, at: path, &lines)
      }
      return .table(values)
    case .boolean, .list, .other: return .other
    }
  }
}
