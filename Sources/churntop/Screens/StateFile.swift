import ConfigurationFiles
import Foundation
import ProgramConventions
import TOMLKit

/// A TOML file of the state folder that several dashboards read and write, with the version of its
/// form in itself.
///
/// It is replaced as a whole or not at all. Whoever changes it waits until nobody else does, and
/// changes what is there by then, so that no dashboard undoes another's. A file of a later version
/// is left alone.
struct StateFile<Contents: Codable> {
  /// Where it lies.
  let path: String
  /// What it holds where there is none.
  let empty: Contents
  /// The first line of the file, for whoever comes across it.
  let remark: String
  /// What is done without the file, as a clause for a sentence about its damage.
  let otherwise: String

  /// The version of the form that this build writes.
  static var version: Int { 1 }

  /// Why a file cannot be used.
  enum Fault: Error {
    /// A later version of the program wrote it.
    case future
    /// It is no such file.
    case damaged
  }

  /// What is wrong with the file, as a sentence.
  func sentence(_ fault: Fault) -> String {
    switch fault {
    case .future: "\(path) is of a later version of churntop; \(otherwise)."
    case .damaged: "\(path) cannot be read; \(otherwise) and it is written anew."
    }
  }

  /// What the file holds.
  func read() -> Result<Contents, Fault> {
    guard FileManager.default.fileExists(atPath: path) else { return .success(empty) }
    guard let data = FileManager.default.contents(atPath: path),
      let table = try? TOMLDocument(String(decoding: data, as: UTF8.self)).table,
      let number = table["version"]?.int
    else { return .failure(.damaged) }
    guard number <= Self.version else { return .failure(.future) }
    guard let contents = try? TOMLDecoder().decode(Contents.self, from: table) else {
      return .failure(.damaged)
    }
    return .success(contents)
  }

  /// Changes what the file holds; a file of a later version stays as it is.
  func change(_ body: (inout Contents) -> Void) throws(PrivateFile.NotWritten) {
    let lock = FolderLock((path as NSString).deletingLastPathComponent)
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
      text = try TOMLEncoder().encode(contents)
    } catch {
      throw PrivateFile.NotWritten(description: "\(path): \(error)")
    }
    try PrivateFile.replace(path, with: "# \(remark)\n\(text)\n")
  }
}
