import ConfigurationFiles
import Dashboard
import ProgramConventions
import TerminalUI

/// The theme and glyphs chosen on screen, which `looks.toml` in the state folder stores for later
/// sessions.
struct StoredAppearance: Sendable {
  /// The theme; `nil` where none was chosen.
  let theme: String?
  /// The signs; `nil` where none were chosen.
  let glyphs: GlyphSet?

  /// The contents of the file.
  private struct Contents: Codable {
    var theme: String?
    var glyphs: String?
  }

  /// No choices.
  static let empty = StoredAppearance(theme: nil, glyphs: nil)

  private init(theme: String?, glyphs: GlyphSet?) { (self.theme, self.glyphs) = (theme, glyphs) }

  /// Reads the choices; a file that cannot be read counts as none.
  init(stateFolder: String) {
    let kept = try? Self.file(in: stateFolder).read().get()
    self.init(theme: kept?.theme, glyphs: kept?.glyphs.flatMap(GlyphSet.init(rawValue:)))
  }

  /// Keeps one choice and leaves the others in the file as they are.
  static func keep(_ choice: AppearanceChoice, stateFolder: String) throws(PrivateFile.NotWritten) {
    try file(in: stateFolder).change { kept in
      switch choice {
      case .theme(let name): kept.theme = name
      case .glyphs(let set): kept.glyphs = set.rawValue
      }
    }
  }

  /// The origin of choices, for those who ask where a value is from.
  static func origin(in stateFolder: String) -> SettingOrigin {
    .file(path: path(in: stateFolder), line: 0)
  }

  private static func path(in stateFolder: String) -> String { stateFolder + "/looks.toml" }

  private static func file(in stateFolder: String) -> StateFile<Contents> {
    StateFile(
      path: path(in: stateFolder), empty: Contents(),
      remark: "Chosen on the screen; config.toml decides over it.",
      otherwise: "the looks are the usual ones")
  }
}
