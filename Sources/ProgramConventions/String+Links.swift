import Foundation

extension String {
  /// The path of the file that this path leads to through links; the path itself where no file is.
  ///
  /// SQLite, too, makes the files beside a ledger where the ledger's own file is.
  public var followingLinks: String {
    guard let path = realpath(self, nil) else { return self }
    defer { free(path) }
    return String(cString: path)
  }
}
