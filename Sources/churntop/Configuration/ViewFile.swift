import ConfigurationFiles
import Dashboard
import Foundation
import PlainText
import ProgramConventions

/// An editor of `views.toml` that replaces or adds a view and leaves the rest of the file
/// unchanged.
struct ViewFile: Sendable {
  /// The path of the file.
  let path: String

  /// The reason that a view was not written.
  struct Refused: Error, CustomStringConvertible {
    /// The message.
    let description: String
  }

  /// Replaces the view of the same name, or appends a view; the file is replaced atomically.
  ///
  /// Another dashboard or an editor may have changed the file since the dashboard read it: the view
  /// gets a digit that opens no other view of the file, and a view of its name that the dashboard
  /// does not know is not replaced.
  ///
  /// - Throws: ``Refused`` if the file has an unknown view of that name, or if the existing view
  ///   cannot be replaced without changing other views; an error if the file cannot be read or
  ///   written.
  @Sendable func put(_ view: SavedView, over known: SavedView?) throws -> SavedView {
    let lock = FolderLock(path.parentFolder)
    defer { lock.release() }
    let file = try ConfigurationFile.load(path: path, as: .views, isRequired: false)
    let text = try file == nil ? "" : String(contentsOfFile: path, encoding: .utf8)
    let views = file.map { ViewConfiguration($0).views } ?? []
    let old = views.first { $0.name == view.name }
    guard old == nil || Self.content(old) == Self.content(known) else {
      throw Refused(
        description: "\(path) has a view '\(view.name)' that this dashboard has not read; choose "
          + "another name.")
    }
    let others = views.filter { $0.name != view.name }
    let taken = Set(others.compactMap(\.key))
    var view = view
    view.key =
      [old?.key, view.key].compactMap(\.self).first { !taken.contains($0) }
      ?? SavedView.freeKey(among: others)
    let changed: String
    if let node = file?.root["view"]?[view.name] {
      changed = Self.text(text, replacing: node.line, with: view)
    } else {
      let gap = text.isEmpty ? "" : text.hasSuffix("\n") ? "\n" : "\n\n"
      changed = text + gap + Self.block(view)
    }
    let read = try ConfigurationFile(path: path, text: changed, kind: .views)
    let written = ViewConfiguration(read).views
    guard written.map(\.name).filter({ $0 != view.name }) == others.map(\.name),
      written.first(where: { $0.name == view.name }) == view
    else {
      throw Refused(
        description: "\(path) has that view in a form that cannot be replaced; choose another name."
      )
    }
    try PrivateFile.replace(path, with: changed)
    return view
  }

  /// Returns a view without its digit and its problem, which depend on other views and lines.
  private static func content(_ view: SavedView?) -> SavedView? {
    var view = view
    view?.key = nil
    view?.problem = nil
    return view
  }

  /// Returns the text with the table that begins on a line, counted from 1, replaced by a view.
  ///
  /// Blank lines and comments before the next table remain with the next table.
  private static func text(_ text: String, replacing line: Int, with view: SavedView) -> String {
    // A line that ends with CRLF keeps its CR, which is one character with the line feed.
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0) }
    func begins(_ line: String, with signs: String) -> Bool {
      line.first { $0 != " " && $0 != "\t" }.map(signs.contains) ?? false
    }
    guard lines.indices.contains(line - 1), begins(lines[line - 1], with: "[") else { return text }
    var end = lines[line...].firstIndex { begins($0, with: "[") } ?? lines.count
    while end > line, lines[end - 1].allSatisfy(\.isWhitespace) || begins(lines[end - 1], with: "#")
    {
      end -= 1
    }
    let ending = lines[line - 1].hasSuffix("\r") ? "\r" : ""
    let block = block(view).split(separator: "\n").map { String($0) + ending }
    return (lines[..<(line - 1)] + block + lines[end...]).joined(separator: "\n")
  }

  /// Returns the lines of a view in TOML.
  static func block(_ view: SavedView) -> String {
    var lines = ["[view.\(TOMLText.quoted(view.name))]"]
    if let key = view.key { lines.append("key = \"@\(key)\"") }
    lines.append("screen = \(TOMLText.quoted(view.screen.rawValue))")
    if !view.filter.isEmpty { lines.append("filter = \(TOMLText.quoted(view.filter))") }
    if !view.sort.isEmpty { lines.append("sort = \(list(view.sort.map(\.notation)))") }
    if !view.columns.isEmpty { lines.append("columns = \(list(view.columns.map(\.rawValue)))") }
    if let zoom = view.zoom { lines.append("zoom = \(TOMLText.quoted(zoom.notation))") }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func list(_ texts: [String]) -> String {
    "[" + texts.map(TOMLText.quoted).joined(separator: ", ") + "]"
  }
}
