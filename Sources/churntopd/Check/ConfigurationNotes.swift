import ConfigurationFiles
import Foundation
import SubscriptionCore
import Webhook

/// Notes about valid settings that may not be intended.
struct ConfigurationNotes {
  /// The configuration.
  let configuration: DaemonConfiguration

  /// Creates the notes of a configuration.
  init(_ configuration: DaemonConfiguration) { self.configuration = configuration }

  /// The notes, a sentence each, without full stops.
  var sentences: [String] { aboutServer + aboutPushes + aboutSample + aboutNames }

  private var aboutServer: [String] {
    let server = configuration.server
    var notes: [String] = []
    if ["0.0.0.0", "::", "[::]"].contains(server.host) {
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
    return notes
  }

  private var aboutPushes: [String] {
    configuration.googlePlay.filter {
      $0.pushAudience == nil && $0.pushAccount == nil && $0.subscription == nil
    }.map {
      "Google Play \($0.package): without 'pushAudience' and 'pushAccount' nobody can prove to "
        + "push its notifications, so that all of them are refused; 'subscription' has them pulled"
    }
  }

  private var aboutNames: [String] {
    configuration.formerNames.map { "line \($0.line): \($0.text.dropLast())" }
  }

  /// Notes about values left as in the sample; an app with another host than its store is a test.
  private var aboutSample: [String] {
    var values: [(line: Int, key: String, text: String?)] = []
    for app in configuration.appStore where app.host == nil {
      values += [
        (app.line, "bundle", app.bundle.rawValue), (app.line, "issuer", app.issuer),
        (app.line, "key", app.key), (app.line, "connectKey", app.connectKey),
      ]
    }
    for app in configuration.googlePlay where app.host == nil {
      values += [
        (app.line, "package", app.package.rawValue), (app.line, "pushAudience", app.pushAudience),
        (app.line, "pushAccount", app.pushAccount), (app.line, "subscription", app.subscription),
      ]
    }
    for rule in configuration.alerts {
      values.append((rule.line, "post", rule.channel.post?.address))
    }
    for receiver in configuration.receivers { values.append((receiver.line, "url", receiver.url)) }
    return values.compactMap { line, key, text in
      guard let text, Self.isSample(text) else { return nil }
      return "line \(line): \(key) '\(text)' is still the sample's. Write your own"
    }
  }

  /// Returns whether a text is a placeholder of the shipped sample.
  private static func isSample(_ text: String) -> Bool {
    ["57246542-96fe-1a63-e053-0824d011072a", "2X9R4HXF34", "5D7K2W9QXA"].contains(text)
      || text.hasPrefix("com.example.")
      || text.hasPrefix("projects/example-project/")
      || text.hasSuffix("@example-project.iam.gserviceaccount.com")
      || URL(string: text)?.host()?.hasSuffix(".example.com") == true
  }
}
