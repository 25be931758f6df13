import ConfigurationFiles
import Dashboard

extension DashboardPreferences {
  /// Creates the preferences of the user's own files, with their problems.
  init(_ folder: ConfigurationFolder, map: KeyMap, notes: [String]) {
    self.init(
      views: folder.views.views, highlights: folder.views.highlights,
      commands: folder.commands.commands,
      notes: notes + folder.problems.map(\.sentence)
        + map.conflicts.map { "Two of your keys clash: \($0.sentence)." }
        + Self.shadowed(map))
  }

  /// Returns a message about the default keys that the user's own keys replace.
  ///
  /// One sentence names all of them; a key that is replaced on several screens is named once.
  private static func shadowed(_ map: KeyMap) -> [String] {
    var words: [String] = []
    for dispute in map.shadowed {
      let text = "\(dispute.key) is \(dispute.winner), not \(dispute.loser.rawValue)"
      if !words.contains(text) { words.append(text) }
    }
    return words.isEmpty ? [] : ["Your keys replace defaults: \(words.joined(separator: "; "))."]
  }
}
