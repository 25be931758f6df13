import Foundation

/// The project's own files, read from the checkout that the tests were built in.
struct SourceTree: Sendable {
  /// One text file and its path from the top.
  struct File: Sendable {
    /// The path from the top of the checkout, with `/`.
    var path: String
    /// The lines without their line ends.
    var lines: [String]

    init(path: String, text: String) {
      self.path = path
      lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      if lines.last == "" { lines.removeLast() }
    }

    /// The name without folders and ending.
    var stem: String {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      return String(name.prefix { $0 != "." })
    }
  }

  /// The top of the checkout.
  let top: URL
  /// Every Swift and C file under `Sources`, `Tests` and `themes`, and `Package.swift`.
  let code: [File]

  /// The checkout that holds this file.
  static let checkout = SourceTree(
    top: URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent())

  init(top: URL) {
    self.top = top
    var files: [File] = []
    for folder in ["Sources", "Tests", "themes"] {
      let walk = FileManager.default.enumerator(atPath: top.appending(path: folder).path)
      while let name = walk?.nextObject() as? String {
        guard [".swift", ".c", ".h"].contains(where: name.hasSuffix) else { continue }
        let path = folder + "/" + name
        guard let text = try? String(contentsOf: top.appending(path: path), encoding: .utf8)
        else { continue }
        files.append(File(path: path, text: text))
      }
    }
    if let text = try? String(contentsOf: top.appending(path: "Package.swift"), encoding: .utf8) {
      files.append(File(path: "Package.swift", text: text))
    }
    code = files.sorted { $0.path < $1.path }
  }

  /// The names at the top of the checkout.
  var topLevel: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: top.path))?.sorted() ?? []
  }

  /// The text of a file at the top; empty when it is missing.
  func text(_ name: String) -> String {
    (try? String(contentsOf: top.appending(path: name), encoding: .utf8)) ?? ""
  }
}
