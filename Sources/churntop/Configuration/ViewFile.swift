import ConfigurationFiles
import Dashboard
import Foundation
import ProgramConventions

/// `views.toml` as the file in which the dashboard keeps a view, leaving the rest of it as it is.
struct ViewFile: Sendable {
  /// Where it lies.
  let path: String

  /// Why a view was not written, in words for the screen.
  struct Refused: Error, CustomStringConvertible {
    /// The words.
    let description: String
  }

  /// Puts a view in the place of the one of its name, or at the end of the file; the file is
  /// replaced as a whole or not at all.
  ///
  /// - Throws: ``Refused`` where the file cannot be read or written, or the view of that name is
  ///   written in a way that cannot be replaced without changing other views.
  @Sendable func put(_ view: SavedView) throws {
    let file = try ConfigurationFile.load(path: path, as: .views, isRequired: false)
    let text = try file == nil ? "" : String(contentsOfFile: path, encoding: .utf8)
    let old = file.map { ViewConfiguration($0).views } ?? []
    let changed: String
    if let node = file?.root["view"]?[view.name] {
      changed = Self.text(text, replacing: node.line, with: view)
    } else {
      let gap = text.isEmpty ? "" : text.hasSuffix("\n") ? "\n" : "\n\n"
      changed = text + gap + Self.block(view)
    }
    let others = old.filter { $0.name != view.name }
    let read = try ConfigurationFile(path: path, text: changed, kind: .views)
    let views = ViewConfiguration(read).views
    // The view's digit is taken from another's by the dashboard, not by this file.
    guard views.map(\.name).filter({ $0 != view.name }) == others.map(\.name),
      views.first(where: { $0.name == view.name })?.filter == view.filter
    else {
      throw Refused(
        description: "\(path) has that view in a form that cannot be replaced; choose another name."
      )
    }
    try PrivateFile.replace(path, with: changed)
  }

  /// The file's text with the table that begins on a line, from 1, replaced by a view.
  ///
  /// Blank lines and comments in front of the next table stay with that one.
  private static func text(
    _ text: String, replacing line: Int, with view: SavedView
  ) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    func begins(_ line: String, with signs: String) -> Bool {
      line.first { $0 != " " && $0 != "\t" }.map(signs.contains) ?? false
    }
    guard lines.indices.contains(line - 1), begins(lines[line - 1], with: "[") else { return text }
    var end = lines[line...].firstIndex { begins($0, with: "[") } ?? lines.count
    while end > line, lines[end - 1].allSatisfy(\.isWhitespace) || begins(lines[end - 1], with: "#")
    {
      end -= 1
    }
    let block = block(view).split(separator: "\n").map(String.init)
    return (lines[..<(line - 1)] + block + lines[end...]).joined(separator: "\n")
  }

  /// The lines of a view, as they are written.
  static func block(_ view: SavedView) -> String {
    var lines = ["[view.\(quoted(view.name))]"]
    if let key = view.key { lines.append("key = \"@\(key)\"") }
    lines.append("screen = \(quoted(view.screen.rawValue))")
    if !view.filter.isEmpty { lines.append("filter = \(quoted(view.filter))") }
    if !view.sort.isEmpty { lines.append("sort = \(list(view.sort.map(\.notation)))") }
    if !view.columns.isEmpty { lines.append("columns = \(list(view.columns.map(\.rawValue)))") }
    if let zoom = view.zoom { lines.append("zoom = \(quoted(zoom.notation))") }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func list(_ texts: [String]) -> String {
    "[" + texts.map(quoted).joined(separator: ", ") + "]"
  }

  /// A text as a basic string of TOML.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        result += "\\u" + String(format: "%04X", scalar.value)
      case _: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
