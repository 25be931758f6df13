extension CommandTable {
  /// The commands that the last row of a screen names, the most important first.
  static let hints = CaseTable { (screen: Screen) in
    all.filter { $0.hint > 0 && $0.screens.contains(screen) }
      .sorted { place(of: $0, on: screen) < place(of: $1, on: screen) }
  }

  /// Where a command stands among the hints; inside of one subscriber few look for another.
  private static func place(of command: Command, on screen: Screen) -> Int {
    command.id == .filter && screen == .detail ? 19 : command.hint
  }
}
