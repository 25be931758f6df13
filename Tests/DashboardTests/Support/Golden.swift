import Foundation
import Testing

/// Screens as text files beside the tests.
///
/// A missing file is written and fails the test once, so that a new picture is looked at; with
/// `CHURNTOP_RECORD=1` in the environment every picture is written anew.
enum Golden {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Frames")

  /// The names of all files.
  static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
  }

  static func check(
    _ text: String, _ name: String, location: SourceLocation = #_sourceLocation
  ) throws {
    let url = folder.appending(path: "\(name).txt")
    let records = ProcessInfo.processInfo.environment["CHURNTOP_RECORD"] == "1"
    let known = try? String(contentsOf: url, encoding: .utf8)
    if let known, !records {
      #expect(text == known, "\(name) looks different", sourceLocation: location)
      return
    }
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true)
    try text.write(to: url, atomically: true, encoding: .utf8)
    #expect(records, "\(name) was not there and is written now", sourceLocation: location)
  }
}
