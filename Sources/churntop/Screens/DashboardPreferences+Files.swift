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
        + Self.shadowed(map, folder.commands.commands))
  }

  /// Returns a message about the default keys that the user's own keys replace.
  ///
  /// One sentence names all of them; a key that is replaced on several screens is named once.
  private static func shadowed(_ map: KeyMap, _ commands: [CustomCommand]) -> [String] {
    var words: [String] = []
    for dispute in map.shadowed {
      let text = "\(dispute.key) is \(dispute.winner.rawValue), not \(dispute.loser.rawValue)"
      if !words.contains(text) { words.append(text) }
    }
    for command in commands {
      guard case .chord(let chord) = command.key else { continue }
      let losers = Screen.allCases.compactMap { map.command(for: chord, on: $0) }
      guard let loser = losers.first else { continue }
      words.append("\(chord) runs \(command.name), not \(loser.rawValue)")
    }
    return words.isEmpty ? [] : ["Your keys replace defaults: \(words.joined(separator: "; "))."]
  }
}
