import GRDB
import LedgerRows

extension Hash64 {
  /// The greatest distance of an identity's mark from its own, since others have those between.
  static let distanceMax: Int64 = 1_000

  /// `name_mark(text)`: the number of a name; NULL for what is no text.
  static let function = DatabaseFunction("name_mark", argumentCount: 1, pure: true) { values in
    String.fromDatabaseValue(values[0]).map(of)
  }

  /// Moves the entries that lie behind their own marks up to a mark that was given back, so that
  /// whoever looks for one from its own mark on meets no gap before it.
  static func close(gap: Int64, _ database: Database) throws {
    let find = try RawStatement(
      database, "SELECT position, identity FROM entries WHERE mark = ?")
    let move = try RawStatement(database, "UPDATE entries SET mark = ? WHERE position = ?")
    var (gap, mark) = (gap, gap &+ 1)
    while true {
      find.bind(mark, at: 1)
      defer { find.reset() }
      guard try find.step() else { return }
      let home = of(find.text(1))
      // Marks go around: an entry may move where its own mark is not behind the gap.
      if UInt64(bitPattern: mark &- home) >= UInt64(bitPattern: mark &- gap) {
        move.bind(gap, at: 1)
        move.bind(find.integer(0), at: 2)
        try move.run()
        gap = mark
      }
      mark &+= 1
    }
  }
}
