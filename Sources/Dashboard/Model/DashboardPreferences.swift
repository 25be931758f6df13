/// The user's own views, highlights and commands, read from files.
public struct DashboardPreferences: Hashable, Sendable {
  /// The saved views, in the order of their list.
  public var views: [SavedView]

  /// The rules that set rows apart, the first that matches counts.
  public var highlights: [HighlightRule]
  /// The programs that can be run about a subscriber, in the order of their menu.
  public var commands: [CustomCommand]
  /// The problems with the files, one sentence each, shown when the dashboard starts.
  public var notes: [String]

  /// Creates preferences.
  public init(
    views: [SavedView] = [], highlights: [HighlightRule] = [], commands: [CustomCommand] = [],
    notes: [String] = []
  ) {
    self.views = views
    self.highlights = highlights
    self.commands = commands
    self.notes = notes
  }

  /// The command that a key runs.
  func command(for key: KeyChord) -> CustomCommand? { commands.first { $0.key == .chord(key) } }

  /// Adds a view or replaces the one of its name, and gives it its digit alone.
  public mutating func take(_ view: SavedView) {
    if let key = view.key {
      for index in views.indices where views[index].key == key { views[index].key = nil }
    }
    if let index = views.firstIndex(where: { $0.name == view.name }) {
      views[index] = view
    } else {
      views.append(view)
    }
  }
}
