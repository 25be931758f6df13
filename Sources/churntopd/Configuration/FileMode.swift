import Foundation
import ProgramConventions

/// The type and the permissions of a file.
struct FileMode: Hashable, Sendable {
  /// The permission bits, the last nine bits of the mode.
  let permissions: Int
  /// A Boolean value that indicates whether it is a regular file.
  let isRegular: Bool

  /// Reads the mode of a file, following links; `nil` if the file does not exist.
  init?(of path: String) {
    let path = path.followingLinks
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      let permissions = attributes[.posixPermissions] as? Int
    else { return nil }
    self.permissions = permissions & 0o777
    isRegular = attributes[.type] as? FileAttributeType == .typeRegular
  }
}
