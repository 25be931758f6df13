import Foundation
import TOMLKit

/// What a configuration file says, as far as it makes sense.
public struct ConfigurationFile {
  /// Where it lies.
  public let path: String
  /// Its values, without those that do not fit.
  public let root: ConfigurationNode
  /// Everything that was written, with what does not fit.
  public let written: ConfigurationNode
  /// Its values as they were written.
  let table: TOMLTable
  /// What was left out.
  public let problems: [ConfigurationProblem]
  /// The keys that were written with the name that they had in the release before.
  public let formerNames: [ConfigurationProblem]

  /// Why a file says nothing at all.
  public enum Damage: Error, Hashable {
    /// It cannot be read.
    case unreadable(path: String)
    /// It is not text.
    case notText(path: String)
    /// It is not TOML.
    case notTOML(path: String, line: Int, words: String)

    /// The damage as a problem of the file.
    public var problem: ConfigurationProblem {
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
  ///
  /// - Parameters:
  ///   - path: Where it lies.
  ///   - shape: What it may say.
  ///   - isRequired: Whether its absence is a damage.
  ///   - isStrict: Whether nothing may be left out, so that nothing is said of it.
  /// - Returns: What it says.
  /// - Throws: ``Damage`` where it says nothing at all.
  public static func load(
    path: String, shape: TableShape, isRequired: Bool, isStrict: Bool = false
  ) throws(Damage) -> ConfigurationFile? {
    guard let data = FileManager.default.contents(atPath: path) else {
      if !isRequired, !FileManager.default.fileExists(atPath: path) { return nil }
      throw .unreadable(path: path)
    }
    guard let text = String(validating: data, as: UTF8.self) else { throw .notText(path: path) }
    return try ConfigurationFile(
      path: path, text: text, shape: shape, isStrict: isStrict)
  }

  /// Reads the text of a file.
  ///
  /// - Parameters:
  ///   - path: Where it lies, for what is said about it.
  ///   - text: The text.
  ///   - shape: What it may say.
  ///   - isStrict: Whether nothing may be left out, so that nothing is said of it.
  /// - Throws: ``Damage`` where it says nothing at all.
  public init(
    path: String, text: String, shape: TableShape, isStrict: Bool = false
  ) throws(Damage) {
    self.path = path
    let document: TOMLDocument
    do throws(TOMLDocument.Problem) {
      document = try TOMLDocument(text)
    } catch {
      throw .notTOML(path: path, line: error.line, words: error.words)
    }
    table = document.table
    written = ConfigurationNode(table, places: document.places)
    var check = ShapeCheck(path: path, isStrict: isStrict)
    root =
      check.fitting(written, .table(shape)) ?? ConfigurationNode(value: .table([]), line: 1)
    problems = check.problems.sorted { $0.line < $1.line }
    formerNames = check.formerNames.sorted { $0.line < $1.line }
  }

  /// The origin of a value, by the keys that lead to it; the program's own where it is not set.
  public func origin(_ keys: [String]) -> SettingOrigin {
    var node = root
    for key in keys {
      guard let next = node[key] else { return .builtIn }
      node = next
    }
    return .file(path: path, line: node.line)
  }
}
