import Dashboard
import Foundation

/// `views.toml` as the file in which the dashboard keeps a view, leaving the rest of it as it is.
struct ViewFile: Sendable {
  /// Where it lies.
  let path: String

  /// Why a view was not written, in words for the screen.
  struct Refused: Error, CustomStringConvertible {
    /// The words.
    let description: String
  }

  /// Adds a view at the end of the file; the file is replaced as a whole or not at all.
  @Sendable func add(_ view: SavedView) throws {
    let folder = (path as NSString).deletingLastPathComponent
    var text = ""
    if FileManager.default.fileExists(atPath: path) {
      text = try String(contentsOfFile: path, encoding: .utf8)
      let file = try ConfigurationFile(path: path, text: text, kind: .views)
      guard file.root["view"]?[view.name] == nil else {
        throw Refused(description: "\(path) has a view of that name; choose another.")
      }
      if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
    }
    text += (text.isEmpty ? "" : "\n") + Self.block(view)
    _ = try ConfigurationFile(path: path, text: text, kind: .views)
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  private static func block(_ view: SavedView) -> String {
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
