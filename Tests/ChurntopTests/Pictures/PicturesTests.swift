import Foundation
import OwnThreads
import Testing

/// The pictures of the README, which `churntop frame` draws from the demo's world at its start.
///
/// With `CHURNTOP_RECORD=1` in the environment they are drawn again.
@Suite(.ownThread, .serialized) struct PicturesTests {
  /// A picture: its file's name without the extension, and the arguments that draw it.
  struct Picture: Sendable, CustomTestStringConvertible {
    let name: String
    let arguments: [String]
    var testDescription: String { name }
  }

  /// The arguments that all pictures share.
  private static let world = ["--demo", "--subscribers", "400", "--format", "svg"]

  private static let folder = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: ".github/pictures")

  /// The moving picture, in a theme.
  private static func tour(_ theme: String) -> [String] {
    ["overview", "--script", folder.path + "/tour.script", "--theme", theme]
  }

  /// Every picture.
  static let all = [
    Picture(name: "tour-dark", arguments: tour("cvd-dark")),
    Picture(name: "tour-light", arguments: tour("cvd-light")),
    Picture(name: "detail", arguments: ["detail", "--size", "104x34", "--theme", "cvd-dark"]),
    Picture(
      name: "metrics", arguments: ["metrics", "--size", "120x36", "--theme", "solarized-light"]),
  ]

  @Test(arguments: all) func `a picture is current`(picture: Picture) throws {
    let sandbox = try Sandbox()
    let drawn = try sandbox.run(["frame"] + picture.arguments + Self.world)
    #expect(drawn.status == 0, "\(drawn.diagnostics)")
    let file = Self.folder.appending(path: picture.name + ".svg")
    if ProcessInfo.processInfo.environment["CHURNTOP_RECORD"] == "1" {
      try drawn.output.write(to: file, atomically: true, encoding: .utf8)
      return
    }
    let isCurrent = try drawn.output == String(contentsOf: file, encoding: .utf8)
    #expect(isCurrent, "\(picture.name).svg looks different; record it with CHURNTOP_RECORD=1")
    #expect(drawn.output.utf8.count < 400_000, "a page loads it")
  }

  @Test func `every picture is shown by the README, and every shown one is there`() throws {
    let top = Self.folder.deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: top.appending(path: "README.md"), encoding: .utf8)
    let shown = Set(text.matches(of: /\.github\/pictures\/([a-z-]+)\.svg/).map { String($0.1) })
    #expect(shown == Set(Self.all.map(\.name)))
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(files) == Set(Self.all.map { $0.name + ".svg" } + ["tour.script"]))
  }
}
