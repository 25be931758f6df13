import ConfigurationFiles

extension TableShape {
  /// The schema of `config.toml`.
  static let config = TableShape(
    ConfigurationKey.allCases.map(\.entry) + policy + currency)
}
