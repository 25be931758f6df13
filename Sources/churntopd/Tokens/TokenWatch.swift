import Foundation
import ProgramConventions
import Webhook

/// A watch of the token file that makes changes effective without a restart.
///
/// It compares inode, size, mode, owner and time, and reads the file only after a change. An
/// invalid file changes nothing and is reported once.
struct TokenWatch: Sendable {
  let file: TokenFile
  private var stamp: Stamp?

  /// The result of a look at the file.
  enum News: Hashable, Sendable {
    /// The tokens that are accepted from now on.
    case changed(TokenStore)
    /// The file cannot be used; the previous tokens remain valid.
    case unusable(CommandError)
  }

  /// The interval between looks at the file.
  static let pace = Duration.seconds(1)

  /// The attributes that differ after a change.
  private struct Stamp: Hashable {
    var number: Int?
    var length: Int?
    var mode: Int?
    var owner: Int?
    var written: Date?
  }

  /// Creates the watch of a file.
  init(_ file: TokenFile) { self.file = file }

  /// Reads the tokens at the start; empty if the file does not exist.
  ///
  /// - Throws: `CommandError` if others may read the file or it is invalid.
  mutating func begin() throws(CommandError) -> TokenStore {
    // The attributes are read first, so that a change during the read is detected the next time.
    stamp = Self.stamp(of: file.path)
    return try file.load()
  }

  /// Looks once; returns `nil` if nothing has changed.
  mutating func look() -> News? {
    let now = Self.stamp(of: file.path)
    guard now != stamp else { return nil }
    stamp = now
    do throws(CommandError) {
      return .changed(try file.read())
    } catch {
      return .unusable(error)
    }
  }

  private static func stamp(of path: String) -> Stamp? {
    let path = path.followingLinks
    guard let found = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
    return Stamp(
      number: found[.systemFileNumber] as? Int, length: found[.size] as? Int,
      mode: found[.posixPermissions] as? Int, owner: found[.ownerAccountID] as? Int,
      written: found[.modificationDate] as? Date)
  }
}
