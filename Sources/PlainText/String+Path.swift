/// The parts of a path, by POSIX (<https://pubs.opengroup.org/onlinepubs/9799919799/>, `dirname`
/// and `basename`). Foundation on Linux traps on a path of one character.
extension String {
  /// The folder that a path leads through: `.` for a name alone, `/` for the root.
  public var parentFolder: String {
    guard let slash = withoutEndSlashes.lastIndex(of: "/") else {
      return first == "/" ? "/" : "."
    }
    let folder = self[..<slash].withoutEndSlashes
    return folder.isEmpty ? "/" : String(folder)
  }

  /// The last name in a path, after every slash but those at its end; empty for the root.
  public var fileName: String {
    let path = withoutEndSlashes
    return String(path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path)
  }
}

extension StringProtocol {
  /// The text without the slashes at its end.
  fileprivate var withoutEndSlashes: SubSequence {
    self[..<(lastIndex { $0 != "/" }.map { index(after: $0) } ?? startIndex)]
  }
}
