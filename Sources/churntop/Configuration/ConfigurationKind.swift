import ConfigurationFiles
import SubscriptionCore

/// The files of the configuration folder, each with its schema.
enum ConfigurationKind: String, CaseIterable, Sendable {
  /// Settings, and the policy about recovery and prompts.
  case config
  /// The bindings of keys to commands.
  case keys
  /// Saved views and highlight rules.
  case views
  /// Programs to run for a subscriber.
  case commands
  /// Templates of replies to customers, a file for each language.
  case replies

  /// The file's name; for the replies, the name of one language's file.
  var fileName: String { self == .replies ? "replies/en.toml" : rawValue + ".toml" }

  /// The purpose of the file, in one sentence without a full stop.
  var summary: String {
    switch self {
    case .config: "settings, and the policy about dates and prompts"
    case .keys: "which key does what on which screen"
    case .views: "saved views, and rules that set rows apart"
    case .commands: "programs to run about a subscriber"
    case .replies: "words for replies to customers, a file for each language"
    }
  }

  /// The schema of the file.
  var shape: TableShape {
    switch self {
    case .config: .config
    case .keys: .keys
    case .views: .views
    case .commands: .commands
    case .replies: .replies
    }
  }

  /// The JSON schema of the file.
  var schema: JSON {
    let head: JSON = [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": .string("churntop \(fileName)"), "description": .string(summary),
    ]
    return head.adding(shape.schema)
  }
}

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
