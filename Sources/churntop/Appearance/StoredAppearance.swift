import ConfigurationFiles
import Dashboard
import Foundation
import ProgramConventions
import TOMLKit
import TerminalUI

/// The theme and glyphs chosen on screen, which `looks.toml` in the state folder stores for later
/// sessions.
struct StoredAppearance: Sendable {
  /// The theme; `nil` if none was chosen.
  private(set) var theme: String?
  /// The glyphs; `nil` if none were chosen.
  private(set) var glyphs: GlyphSet?
  private let folder: String

  private var path: String { folder + "/looks.toml" }

  /// Reads the file; an unreadable file counts as empty.
  init(stateFolder: String) {
    folder = stateFolder
    guard let data = FileManager.default.contents(atPath: folder + "/looks.toml"),
      let table = try? TOMLDocument(String(decoding: data, as: UTF8.self)).table
    else { return }
    theme = table["theme"]?.string
    glyphs = table["glyphs"]?.string.flatMap(GlyphSet.init(rawValue:))
  }

  /// Stores a choice without changing the others.
  ///
  /// The file is read again first, so that concurrent dashboards do not overwrite each other's
  /// choices.
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
