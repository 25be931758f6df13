import ConfigurationFiles
import Dashboard
import Foundation
import ProgramConventions
import TOMLKit
import TerminalUI

/// The looks that were chosen on the screen, kept for later sessions in `looks.toml` of the state
/// folder.
struct StoredAppearance: Sendable {
  /// The theme; `nil` where none was chosen.
  private(set) var theme: String?
  /// The signs; `nil` where none were chosen.
  private(set) var glyphs: GlyphSet?
  private let folder: String

  private var path: String { folder + "/looks.toml" }

  /// Reads what was kept; a file that cannot be read is as good as none.
  init(stateFolder: String) {
    folder = stateFolder
    guard let data = FileManager.default.contents(atPath: folder + "/looks.toml"),
      let table = try? TOMLDocument(String(decoding: data, as: UTF8.self)).table
    else { return }
    theme = table["theme"]?.string
    glyphs = table["glyphs"]?.string.flatMap(GlyphSet.init(rawValue:))
  }

  /// Keeps a choice beside what was kept before, in one step.
  ///
  /// Only what other dashboards keep meanwhile is read again, so that none undoes another's.
  static func keep(_ choice: AppearanceChoice, stateFolder: String) throws(PrivateFile.NotWritten) {
    var kept = StoredAppearance(stateFolder: stateFolder)
    switch choice {
    case .theme(let name): kept.theme = name
    case .glyphs(let set): kept.glyphs = set
    }
    let table = TOMLTable()
    if let theme = kept.theme { table["theme"] = theme }
    if let glyphs = kept.glyphs { table["glyphs"] = glyphs.rawValue }
    let text = "# Chosen on the screen; config.toml decides over it.\n" + table.convert() + "\n"
    try PrivateFile.replace(kept.path, with: text)
  }
}
