import Foundation
import TOMLKit

/// What a configuration file says, as far as it makes sense.
struct ConfigurationFile {
  /// Where it lies.
  let path: String
  /// Its values, without those that do not fit.
  let root: ConfigurationNode
  /// Its values as they were written.
  let table: TOMLTable
  /// What was left out.
  let problems: [ConfigurationProblem]

  /// Why a file says nothing at all.
  enum Damage: Error, Hashable {
    /// It cannot be read.
    case unreadable(path: String)
    /// It is not text.
    case notText(path: String)
    /// It is not TOML.
    case notTOML(path: String, line: Int, words: String)

    /// The damage as a problem of the file.
    var problem: ConfigurationProblem {
      switch self {
      case .unreadable(let path):
        ConfigurationProblem(
          path: path, line: 0, text: "cannot be read. Check that it exists and may be read.")
      case .notText(let path):
        ConfigurationProblem(path: path, line: 0, text: "is not UTF-8 text.")
      case .notTOML(let path, let line, let words):
        ConfigurationProblem(path: path, line: line, text: "is not TOML: \(words)")
      }
    }
  }

  /// Reads a file; `nil` when there is none and none was asked for.
  static func load(
    path: String, as kind: ConfigurationKind, isRequired: Bool
  ) throws(Damage) -> ConfigurationFile? {
    guard let data = FileManager.default.contents(atPath: path) else {
      if !isRequired, !FileManager.default.fileExists(atPath: path) { return nil }
      throw .unreadable(path: path)
    }
    guard let text = String(validating: data, as: UTF8.self) else { throw .notText(path: path) }
    return try ConfigurationFile(path: path, text: text, kind: kind)
  }

  /// Reads the text of a file.
  init(path: String, text: String, kind: ConfigurationKind) throws(Damage) {
    self.path = path
    do {
      table = try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      throw .notTOML(path: path, line: error.source.begin.line, words: error.description)
    } catch {
      throw .notTOML(path: path, line: 0, words: "\(error)")
    }
    let tree = ConfigurationNode(table, places: TOMLPlaces(text))
    var check = ShapeCheck(path: path)
    root =
      check.fitting(tree, .table(kind.shape)) ?? ConfigurationNode(value: .table([]), line: 1)
    problems = check.problems
  }

  /// The origin of a value, by the keys that lead to it; the program's own where it is not set.
  func origin(_ keys: [String]) -> SettingOrigin {
    var node = root
    for key in keys {
      guard let next = node[key] else { return .builtIn }
      node = next
    }
    return .file(path: path, line: node.line)
  }
}
