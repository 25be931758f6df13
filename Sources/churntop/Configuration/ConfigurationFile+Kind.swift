import ConfigurationFiles

extension ConfigurationFile {
  /// Reads a file; returns `nil` if the file does not exist and is optional.
  static func load(
    path: String, as kind: ConfigurationKind, isRequired: Bool
  ) throws(Damage) -> ConfigurationFile? {
    try load(path: path, shape: kind.shape, isRequired: isRequired)
  }

  /// Reads the text of a file.
  init(path: String, text: String, kind: ConfigurationKind) throws(Damage) {
    try self.init(path: path, text: text, shape: kind.shape)
  }
}
