import ConfigurationFiles

extension TableShape {
  /// What `config.toml` may say.
  static let config = TableShape(
    ConfigurationKey.allCases.map(\.entry) + policy)
}
