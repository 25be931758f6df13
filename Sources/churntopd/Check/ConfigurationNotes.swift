import ConfigurationFiles
import Foundation
import PlainText
import SubscriptionCore
import Webhook

/// Notes about valid settings that may not be intended.
struct ConfigurationNotes {
  let configuration: DaemonConfiguration

  /// Creates the notes of a configuration.
  init(_ configuration: DaemonConfiguration) { self.configuration = configuration }

  /// The notes, a sentence each, without full stops.
  var sentences: [String] {
    aboutServer + aboutPushes + aboutCheckpoints + aboutSample + aboutNames
  }

  private var aboutServer: [String] {
    let server = configuration.server
    var notes: [String] = []
    if ["0.0.0.0", "::"].contains(server.host) {
      notes.append(
        "the host '\(server.host)' is every address of this machine, where churntopd speaks "
          + "without TLS. Listen at 127.0.0.1 behind a proxy that ends TLS")
    }
    let settings = WebhookSettings(host: server.host, trustedProxies: server.trustedProxies)
    if !settings.tellsClientsApart {
      notes.append(
        "clients that forge are not distinguished, and none is shut out, since all of them come "
          + "through this machine. Name the proxy in [server]: trustedProxies = [\"127.0.0.1\", "
          + "\"::1\"]")
    }
    if let note = OpenFiles.note(connections: server.connections, limit: OpenFiles.limit) {
      notes.append(note)
    }
    return notes
  }

  /// A file that is replaced in its folder.
  ///
  /// Without it the stores are asked more than they need be, and nothing is lost.
  private var aboutCheckpoints: [String] {
    let files = FileManager.default
    guard let path = configuration.sync.checkpoints,
      !files.isWritableFile(atPath: path.parentFolder)
        || files.fileExists(atPath: path) && !files.isReadableFile(atPath: path)
    else { return [] }
    return [
      "the sync checkpoints \(path) cannot be read and replaced, and are lost when churntopd "
        + "ends. Check who owns the file and its folder"
    ]
  }

  private var aboutPushes: [String] {
    configuration.googlePlay.filter {
      $0.pushAudience == nil && $0.pushAccount == nil && $0.subscription == nil
    }.map {
      "Google Play \($0.package): without 'pushAudience' and 'pushAccount' no sender can prove "
        + "itself, so that all pushed notifications are refused; 'subscription' has them pulled"
    }
  }

  private var aboutNames: [String] {
    configuration.formerNames.map { "line \($0.line): \($0.text.dropLast())" }
  }

  private var aboutSample: [String] {
    configuration.sampleValues.map { "line \($0.line): \($0.text.dropLast())" }
  }

  /// The values of a file that are left as in the sample, each with its line; an app with another
  /// host than its store is a test.
  static func sampleValues(in file: ConfigurationFile) -> [ConfigurationProblem] {
    let keys = [
      ("appStore", ["bundle", "issuer", "key", "connectKey"]),
      ("googlePlay", ["package", "pushAudience", "pushAccount", "subscription"]),
      ("alerts", ["post"]), ("receivers", ["url"]),
    ]
    var found: [ConfigurationProblem] = []
    for (table, keys) in keys {
      for node in file.root[table]?.elements ?? [] where node["host"] == nil {
        for key in keys {
          guard let value = node[key], let text = value.text, sample.contains(text)
          else { continue }
          found.append(
            ConfigurationProblem(
              path: file.path, line: value.line,
              text: "\(key) '\(text)' is still the sample's. Write your own."))
        }
      }
    }
    return found
  }

  /// The placeholders of the shipped sample.
  static let sample: Set = [
    "com.example.reader", "57246542-96fe-1a63-e053-0824d011072a", "2X9R4HXF34", "5D7K2W9QXA",
    "https://churn.example.com/v1/google-play/notifications",
    "churntop-push@example-project.iam.gserviceaccount.com",
    "projects/example-project/subscriptions/churntop", "https://hooks.example.com/churn",
    "https://crm.example.com/hooks/churn",
  ]
}
