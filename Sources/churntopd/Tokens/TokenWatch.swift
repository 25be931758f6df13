import Foundation
import ProgramConventions
import Webhook

/// Notices that the file of the tokens has changed, so that a token is accepted or refused without
/// a restart.
///
/// Looks at the file's number, length, mode, owner and time, and reads it only where one of them
/// is new. A file that makes no sense changes nothing and is told of once.
struct TokenWatch: Sendable {
  /// The file.
  let file: TokenFile
  private var stamp: Stamp?

  /// What was found.
  enum News: Hashable, Sendable {
    /// Other tokens are accepted from now on.
    case changed(TokenStore)
    /// The file cannot be used; the tokens stay as they were.
    case unusable(CommandError)
  }

  /// How often the file is looked at.
  static let pace = Duration.seconds(1)

  /// What differs after a change.
  private struct Stamp: Hashable {
    var number: Int?
    var length: Int?
    var mode: Int?
    var owner: Int?
    var written: Date?
  }

  /// Begins to watch a file.
  init(_ file: TokenFile) { self.file = file }

  /// The tokens to begin with; none where there is no file yet.
  ///
  /// - Throws: ``CommandError`` when others may read it or it makes no sense.
  mutating func begin() throws(CommandError) -> TokenStore {
    // Looked at first: what changes while it is read is noticed the next time.
    stamp = Self.stamp(of: file.path)
    return try file.load()
  }

  /// Looks once; `nil` where nothing has changed.
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
    let path = (path as NSString).resolvingSymlinksInPath
    guard let found = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
    return Stamp(
      number: found[.systemFileNumber] as? Int, length: found[.size] as? Int,
      mode: found[.posixPermissions] as? Int, owner: found[.ownerAccountID] as? Int,
      written: found[.modificationDate] as? Date)
  }
}
