import TerminalUI
import Testing

@testable import Dashboard

/// Every sign is one that terminals can draw: the free fonts that Debian packages have it.
///
/// The README's test command installs them. Cascadia Code is in no release of Debian that this
/// runs on, so it is not among them.
struct FontTests {
  /// A font, where it lies, and in which package.
  struct Font: Sendable, CustomTestStringConvertible {
    var path: String
    var package: String
    /// Whether it has the box drawings and blocks, which many terminals draw themselves.
    var hasBlocks = true
    var testDescription: String { path }
  }

  static let fonts: [Font] = [
    Font(path: "dejavu/DejaVuSansMono.ttf", package: "fonts-dejavu-core"),
    Font(path: "noto/NotoSansMono-Regular.ttf", package: "fonts-noto-mono"),
    Font(path: "hack/Hack-Regular.ttf", package: "fonts-hack"),
    Font(path: "jetbrains-mono/JetBrainsMono-Regular.ttf", package: "fonts-jetbrains-mono"),
    Font(path: "firacode/FiraCode-Regular.ttf", package: "fonts-firacode"),
    Font(
      path: "liberation/LiberationMono-Regular.ttf", package: "fonts-liberation",
      hasBlocks: false),
  ]

  /// What is drawn beside the named signs: arrows of keys, the change column, the legend of rates.
  static let literals = "\u{2191}\u{2193}\u{2190}\u{2192}\u{394}\u{2593}\u{2591}"

  static func signs() -> [(name: String, sign: Character)] {
    let named = (GlyphDefinition.kit + DashboardAppearance.glyphs).map {
      ($0.name.name, $0.unicode)
    }
    return named + literals.map { ("literal", $0) }
  }

  @Test(arguments: fonts) func `a font has every sign of the unicode set`(_ font: Font) throws {
    let path = "/usr/share/fonts/truetype/" + font.path
    let file: FontFile
    do {
      file = try FontFile(path: path)
    } catch {
      Issue.record("\(error): apt-get install \(font.package)")
      return
    }
    #expect(file.characters.count > 500)
    for (name, sign) in Self.signs() {
      for scalar in sign.unicodeScalars {
        let isBlock = (0x2500...0x259F).contains(scalar.value)
        if isBlock, !font.hasBlocks { continue }
        #expect(file.characters.contains(scalar.value), "\(sign) (\(name)) is missing")
      }
    }
  }

  @Test func `the reader tells what a font lacks`() throws {
    let font = try FontFile(path: "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf")
    for scalar in "aZé│█▁●■□▪▫".unicodeScalars {
      #expect(font.characters.contains(scalar.value), "\(scalar)")
    }
    // The signs of prompts and of replaced subscriptions that were boxes with a cross once.
    for scalar in "\u{2B25}\u{2B26}\u{2933}".unicodeScalars {
      #expect(!font.characters.contains(scalar.value), "\(scalar)")
    }
  }

  @Test func `the README's test command installs every font`() throws {
    let command = try Readme().lines.first { $0.contains("&& swift test") } ?? ""
    for font in Self.fonts { #expect(command.contains(" \(font.package) "), "\(font.package)") }
  }
}
