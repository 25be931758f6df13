import Foundation

/// Who may do what with a file.
struct FileMode: Hashable, Sendable {
  /// The permissions, the last nine bits of the mode.
  let permissions: Int
  /// Whether it is a file and no folder or device.
  let isRegular: Bool

  /// Looks at a file, through links; `nil` where there is none.
  init?(of path: String) {
    let path = (path as NSString).resolvingSymlinksInPath
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      let permissions = attributes[.posixPermissions] as? Int
    else { return nil }
    self.permissions = permissions & 0o777
    isRegular = attributes[.type] as? FileAttributeType == .typeRegular
  }
}
