import Foundation
import PlainText

/// The unfinished copy of a ledger, whose name has the number of the process that writes it.
public struct BackupDraft: Sendable {
  /// The path of the draft.
  let path: String

  /// The text between the name of the copy and the number of the process.
  private static let mark = ".part-"
  /// The endings of a draft's files: the database and the journal of what is written to it.
  private static let endings = ["", "-journal"]

  /// Creates the draft of this process for the copy at a path.
  public init(of copy: String) { path = copy + Self.mark + "\(getpid())" }

  /// Removes the draft's files, where there are any.
  public func remove() { for ending in Self.endings { unlink(path + ending) } }

  /// Removes the drafts of a copy whose process was killed.
  static func removeAbandoned(of copy: String) {
    let folder = copy.parentFolder
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let prefix = copy.fileName + mark
    for name in names where name.hasPrefix(prefix) {
      let number = name.dropFirst(prefix.count).prefix { $0.isASCII && $0.isNumber }
      guard let process = Int32(number), process > 0,
        endings.contains(String(name.dropFirst(prefix.count + number.count))),
        kill(process, 0) != 0, errno == ESRCH
      else { continue }
      unlink("\(folder)/\(name)")
    }
  }
}
