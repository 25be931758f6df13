import ConfigurationFiles
import Foundation
import PlainText
import ProgramConventions

/// A TOML file of the state folder that several dashboards read and write, with the version of its
/// form in itself where the form has one.
///
/// It is replaced as a whole or not at all. A change holds a lock on the folder while it reads,
/// changes and writes the file, so that no dashboard undoes another's. A file of a later version
/// is left alone.
struct StateFile<Contents: Codable> {
  /// The path of the file.
  let path: String
  /// The content if the file does not exist.
  let empty: Contents
  /// The first line of the file, an explanation for its reader.
  let remark: String
  /// The consequence of a damaged file, as a clause.
  let otherwise: String

  /// The version of the format that this build writes.
  static var version: Int { 1 }

  /// The reason that a file cannot be used.
  enum Fault: Error {
    /// A later version of the program wrote the file.
    case future
    /// The file is damaged.
    case damaged
  }

  /// Returns the message about a fault.
  func sentence(_ fault: Fault) -> String {
    switch fault {
    case .future: "\(path) is of a later version of churntop; \(otherwise)."
    case .damaged: "\(path) cannot be read; \(otherwise) and it is replaced."
    }
  }

  func read() -> Result<Contents, Fault> {
    guard FileManager.default.fileExists(atPath: path) else { return .success(empty) }
    guard let data = FileManager.default.contents(atPath: path),
      let root = try? TOMLDocument(String(decoding: data, as: UTF8.self)).root
    else { return .failure(.damaged) }
    guard root["version"]?.integer ?? 0 <= Self.version else { return .failure(.future) }
    guard let contents = try? TOMLText.value(Contents.self, of: root) else {
      return .failure(.damaged)
    }
    return .success(contents)
  }

  /// Changes the content; a file of a later version is not changed.
  func change(_ body: (inout Contents) -> Void) throws(PrivateFile.NotWritten) {
    let lock = FolderLock(path.parentFolder)
    defer { lock.release() }
    var contents = empty
    switch read() {
    case .success(let current): contents = current
    case .failure(.future): return
    case .failure(.damaged): break
    }
    body(&contents)
    let text: String
    do {
      text = try TOMLText.document(of: contents)
    } catch {
      throw PrivateFile.NotWritten(description: "\(path): \(error)")
    }
    try PrivateFile.replace(path, with: "# \(remark)\n\(text)")
  }
}
