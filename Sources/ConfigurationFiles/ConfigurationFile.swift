import Foundation

/// The valid settings of a configuration file, with the problems of the others.
public struct ConfigurationFile {
  /// The path of the file.
  public let path: String
  /// A Boolean value that indicates whether one problem rejects the file as a whole, so that no
  /// value is reported as left out.
  public let isStrict: Bool
  /// The values, without those that do not fit the shape.
  public let root: ConfigurationNode
  /// Every value in the file, including those that do not fit.
  public let written: ConfigurationNode
  /// The problems of the values that were left out.
  public let problems: [ConfigurationProblem]
  /// The keys that were written with the name that they had in the release before.
  public let formerNames: [ConfigurationProblem]

  /// The reason that a whole file cannot be used.
  public enum Damage: Error, Hashable, CustomStringConvertible {
    /// The file cannot be read.
    case unreadable(path: String)
    /// The file is longer than ``ConfigurationFile/bytesMax``.
    case tooLong(path: String)
    /// The file is not UTF-8 text.
    case notText(path: String)
    /// The file is not TOML.
    case notTOML(path: String, line: Int, words: String)

    /// The damage in a sentence that names the file.
    public var description: String { problem.sentence }

    /// The damage as a problem of the file.
    public var problem: ConfigurationProblem {
      let (path, line, text) =
        switch self {
        case .unreadable(let path):
          (path, 0, "cannot be read. Check that it exists and may be read.")
        case .tooLong(let path):
          (path, 0, "is longer than \(bytesMax >> 20) MiB. Check that it is the right file.")
        case .notText(let path): (path, 0, "is not UTF-8 text.")
        case .notTOML(let path, let line, let words): (path, line, "is not TOML: \(words)")
        }
      return ConfigurationProblem(path: path, line: line, text: text)
    }
  }

  /// The most bytes that a file may have.
  public static let bytesMax = 1 << 20

  /// Reads a file; returns `nil` if the file does not exist and is not required.
  ///
  /// - Throws: ``Damage`` if the file cannot be used at all.
  public static func load(
    path: String, shape: TableShape, isRequired: Bool, isStrict: Bool = false
  ) throws(Damage) -> ConfigurationFile? {
    let data: Data
    do throws(Damage) { data = try bytes(of: path) } catch {
      guard error == .unreadable(path: path), !isRequired,
        !FileManager.default.fileExists(atPath: path)
      else { throw error }
      return nil
    }
    guard let text = String(validating: data, as: UTF8.self) else { throw .notText(path: path) }
    return try ConfigurationFile(path: path, text: text, shape: shape, isStrict: isStrict)
  }

  /// Reads the bytes of a file of at most ``bytesMax``, so that a wrong or endless one does not
  /// fill the memory.
  ///
  /// - Throws: ``Damage/unreadable(path:)`` or ``Damage/tooLong(path:)``.
  public static func bytes(of path: String) throws(Damage) -> Data {
    guard let file = FileHandle(forReadingAtPath: path) else { throw .unreadable(path: path) }
    defer { try? file.close() }
    let data: Data
    // At the end of a file there is no data, and no error.
    do { data = try file.read(upToCount: bytesMax + 1) ?? Data() } catch {
      throw .unreadable(path: path)
    }
    guard data.count <= bytesMax else { throw .tooLong(path: path) }
    return data
  }

  /// Reads the text of a file, whose path is for messages.
  ///
  /// - Throws: ``Damage`` if the text cannot be used at all.
  public init(
    path: String, text: String, shape: TableShape, isStrict: Bool = false
  ) throws(Damage) {
    (self.path, self.isStrict) = (path, isStrict)
    let tree: ConfigurationNode
    do throws(TOMLDocument.Problem) {
      tree = try TOMLDocument(text).root
    } catch {
      throw .notTOML(path: path, line: error.line, words: error.words)
    }
    written = tree.named(by: .table(shape))
    var check = ShapeCheck(path: path, isStrict: isStrict)
    root = check.fitting(tree, .table(shape)) ?? ConfigurationNode(value: .table([]), line: 1)
    problems = check.problems.sorted { $0.line < $1.line }
    formerNames = check.formerNames.sorted { $0.line < $1.line }
  }

  /// Returns the origin of a value by its key path; the program's default if the file does not set
  /// it.
  public func origin(_ keys: [String]) -> SettingOrigin {
    var node = root
    for key in keys {
      guard let next = node[key] else { return .builtIn }
      node = next
    }
    return .file(path: path, line: node.line)
  }
}
