import ConfigurationFiles
import EventLedger
import Foundation
import SubscriptionCore
import Webhook

extension TableShape {
  /// The schema of the daemon's configuration.
  static let daemon = TableShape(
    [
      Entry(
        "ledger", .text(.ledger), "the path of the ledger, or the URL of its PostgreSQL server",
        isRequired: true),
      Entry("server", .table(server), "the HTTP server"),
      Entry(
        "appStore", .list(of: .table(appStore)), "the apps of the App Store, an [[appStore]] each"),
      Entry(
        "googlePlay", .list(of: .table(googlePlay)),
        "the apps of Google Play, a [[googlePlay]] each"),
      Entry("sync", .table(sync), "the sync with the stores"),
      Entry("alerts", .list(of: .table(alert)), "the alerts, an [[alerts]] each"),
      Entry(
        "receivers", .list(of: .table(receiver)),
        "the receivers of webhooks, a [[receivers]] each"),
      Entry("changes", .table(changes), "the outbox of changes"),
    ] + policy)

  private static let server = TableShape([
    Entry("host", .text(.host), "the address to listen at", fallback: "\"127.0.0.1\""),
    Entry("port", .integer(0...65_535), "the port to listen at", fallback: "8080"),
    Entry("tokens", .text(.path), "the file of the API tokens' hashes"),
    Entry(
      "trustedProxies", .list(of: .text(.addressRange), isWhole: true),
      "the proxies whose X-Forwarded-For counts, so that clients that forge are shut out",
      fallback: "[]"),
    Entry("connections", .integer(1...65_535), "the most connections at once", fallback: "160"),
    Entry(
      "bodyBytes", .integer(1_024...16_777_216), "the longest body of a request",
      fallback: "262144"),
    Entry(
      "bodyReadTimeout", .text(.length), "the time limit for reading a request",
      fallback: "\"10s\"", formerName: "bodyTime"),
    Entry(
      "idleTime", .text(.length), "how long a connection may be idle", fallback: "\"15s\""),
    Entry(
      "queueMax", .integer(16...1_000_000), "the most notifications that wait for the ledger",
      fallback: "4096", formerName: "waiting"),
    Entry(
      "pushKeys", .text(.address),
      "the URL of the public keys of push tokens, instead of Google's"),
  ])

  private static let appStore = TableShape([
    Entry("bundle", .text(.name), "the bundle identifier", isRequired: true),
    Entry(
      "environments", .list(of: .choice(["production", "sandbox"]), isWhole: true),
      "the accepted environments", fallback: "[\"production\"]"),
    Entry(
      "appleId", .integer(1...Int(Int32.max) * 1_000),
      "the app's Apple ID, which production notifications must contain"),
    Entry("issuer", .text(.uuid), "the issuer identifier of the key, a UUID"),
    Entry("key", .text(.keyNumber), "the key identifier"),
    Entry("keyFile", .text(.path), "the .p8 file of the In-App Purchase key"),
    Entry("keyVariable", .text(.variable), "the environment variable that holds its text"),
    Entry("host", .text(.address), "the host instead of the App Store's"),
    Entry("root", .text(.path), "another trusted root certificate, PEM or DER"),
    Entry(
      "connectKey", .text(.keyNumber),
      "the identifier of an App Store Connect key, to read the products"),
    Entry("connectKeyFile", .text(.path), "the .p8 file of the App Store Connect key"),
    Entry("connectKeyVariable", .text(.variable), "the environment variable that holds its text"),
    Entry(
      "connectIssuer", .text(.uuid), "the issuer identifier of that key, if it differs"),
    Entry("connectHost", .text(.address), "the host instead of App Store Connect's"),
  ])

  private static let googlePlay = TableShape([
    Entry("package", .text(.name), "the package name", isRequired: true),
    Entry("accountFile", .text(.path), "the JSON key of the service account"),
    Entry("accountVariable", .text(.variable), "the environment variable that holds it"),
    Entry(
      "pushAudience", .text(.name), "the audience of the push subscription's tokens"),
    Entry(
      "pushAccount", .text(.mailAddress),
      "the service account that the push subscription signs in as"),
    Entry(
      "subscription", .text(.subscription),
      "the Pub/Sub subscription to pull, if nothing can be pushed"),
    Entry("pubSubHost", .text(.address), "the host of Pub/Sub instead of Google's"),
    Entry("host", .text(.address), "the host instead of Google's"),
  ])

  private static let sync = TableShape([
    Entry("every", .text(.length), "the time between two runs", fallback: "\"15m\""),
    Entry(
      "maxLookupsPerRun", .integer(1...100_000),
      "the most subscriptions looked up in one run, per app", fallback: "500",
      formerName: "questions"),
    Entry(
      "answerTTL", .text(.length), "how long an answer is reused before another lookup",
      fallback: "\"6h\"", formerName: "answerLasts"),
    Entry(
      "lookupTimeout", .text(.length),
      "how long a notification waits for the store's answer to its lookup",
      fallback: "\"3s\"", formerName: "knockPatience"),
    Entry(
      "checkpoints", .text(.path), "the file of the sync checkpoints",
      formerName: "memory"),
  ])

  private static let alert = TableShape([
    Entry("name", .text(.name), "the name of the alert", isRequired: true),
    Entry("filter", .text(.filter), "the filter of the subscribers to count"),
    Entry(
      "metric", .choice(AlertMetric.allCases.map(\.rawValue)),
      "the figure to watch instead, as the article on monitoring lists them"),
    Entry("currency", .text(.currency), "the currency of a metric of money"),
    Entry(
      "threshold", .integer(0...1_000_000_000),
      "the threshold; more subscribers or a greater metric, or a lower rate, fire the alert",
      fallback: "0", formerName: "over"),
    Entry(
      "recoveryDropPoints", .integer(1...100),
      "the points by which the share recovered within 3 days falls to fire the alert",
      formerName: "recoveryFalls"),
    Entry("every", .text(.length), "the least time between two notifications", fallback: "\"1h\""),
    Entry("run", .list(of: .text(.name), isWhole: true), "the program to run and its arguments"),
    Entry("timeout", .text(.length), "how long the program may take", fallback: "\"30s\""),
    Entry(
      "format", .choice(AlertPost.Format.allCases.map(\.rawValue)),
      "the format of the post", fallback: "\"signed\""),
    Entry("post", .text(.address), "the URL to post to; PagerDuty's is built in"),
    Entry(
      "secretFile", .text(.path),
      "the file of the secret: what signs a post, PagerDuty's integration key, Slack's address"),
    Entry("secretVariable", .text(.variable), "the environment variable that holds it"),
  ])

  /// The schema of a receiver of changes.
  static let receiver = TableShape([
    Entry("name", .text(.name), "the name of the receiver", isRequired: true),
    Entry("url", .text(.address), "the URL that changes are posted to", isRequired: true),
    Entry("secretFile", .text(.path), "the file of the secret that signs them, whsec_ and base64"),
    Entry("secretVariable", .text(.variable), "the environment variable that holds it"),
    Entry(
      "kinds",
      .list(of: .choice(SubscriptionChange.Kind.allCases.map(\.rawValue)), isWhole: true),
      "the kinds of change; all where none is named"),
    Entry(
      "filter", .text(.filter), "which subscriptions, by their state when the change was recorded"),
    Entry(
      "profile", .boolean, "whether the account's name, mail address and tags are included",
      fallback: "false"),
    Entry(
      "horizon", .text(.length), "how old a change may be when it is recorded and still be news",
      fallback: "\"7d\""),
    Entry(
      "backfill", .boolean, "whether older changes are sent as well, marked as such",
      fallback: "false"),
  ])

  /// The schema of the settings of changes.
  static let changes = TableShape([
    Entry(
      "retention", .text(.length), "how long changes are retained for the feed and for replays",
      fallback: "\"30d\"")
  ])
}

extension TextRule {
  /// The path of a file; a secret that is pasted in its place is not repeated.
  static let path = TextRule("a path", pattern: "^/", hidesValue: true) { text in
    text.hasPrefix("/") ? nil : "is not an absolute path. Write it from / on."
  }

  /// The name or address of a host to listen at, without a port and without brackets.
  static let host = TextRule(
    "a host", pattern: "^([A-Za-z0-9._-]+|[0-9A-Fa-f.:]*:[0-9A-Fa-f.:]*:[A-Za-z0-9.:%_-]*)$"
  ) { text in
    text.wholeMatch(of: #/[A-Za-z0-9._-]+|[0-9A-Fa-f.:]*:[0-9A-Fa-f.:]*:[A-Za-z0-9.:%_-]*/#) == nil
      ? "is not a host. Write an address of this machine, such as 127.0.0.1 or ::1." : nil
  }

  /// A path at which files can be stored, or a PostgreSQL server.
  static let ledger = TextRule(
    "a path or postgres://…", pattern: "^(/|postgres(ql)?://|service=)",
    // A URL with a mistyped scheme holds a password all the same.
    hidesValue: true
  ) { text in
    if LedgerAddress.namesServer(text) { return nil }
    if let problem = path.problem(text) { return problem }
    if text.hasSuffix("/") { return "is a folder. Write the path of a file in it." }
    let plain = (text as NSString).standardizingPath
    let folder = ["/proc", "/sys", "/dev"].first { plain.hasPrefix($0 + "/") }
    guard let folder, !plain.hasPrefix("/dev/shm/") else { return nil }
    return "is below \(folder), which keeps no files. Write a path such as /var/lib/churntop/x."
  }

  /// An issuer identifier of App Store Connect.
  static let uuid = TextRule(
    "a UUID", pattern: "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"
  ) { text in
    UUID(uuidString: text) == nil
      ? "is not a UUID. Copy it from above the list of keys in App Store Connect." : nil
  }

  /// A key identifier of App Store Connect.
  static let keyNumber = TextRule(
    "a key's number", pattern: "^[A-Za-z0-9]{10}$", hidesValue: true
  ) { text in
    text.wholeMatch(of: #/[A-Za-z0-9]{10}/#) == nil
      ? "is not a key's number: 10 letters or digits, as in the name of its .p8 file." : nil
  }

  /// A currency of ISO 4217.
  static let currency = TextRule("a currency", pattern: "^[A-Z]{3}$") { text in
    text.wholeMatch(of: #/[A-Z]{3}/#) == nil
      ? "is not a currency. Write its three capital letters, as in EUR." : nil
  }

  /// The mail address of a service account.
  static let mailAddress = TextRule(
    "a mail address", pattern: "^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$"
  ) { text in
    text.wholeMatch(of: #/[^@\s]+@[^@\s]+\.[^@\s]+/#) == nil
      ? "is not a mail address. Write that of a service account." : nil
  }

  /// The name of a Pub/Sub subscription.
  static let subscription = TextRule(
    "a subscription's name", pattern: "^projects/[^/]+/subscriptions/[^/]+$"
  ) { text in
    text.wholeMatch(of: #/projects/[A-Za-z0-9.:-]+/subscriptions/[A-Za-z][A-Za-z0-9._~+%-]{2,}/#)
      == nil
      ? "is not the name of a subscription. Write projects/PROJECT/subscriptions/NAME." : nil
  }

  /// An IP address or a CIDR range.
  static let addressRange = TextRule(
    "an address or a range of addresses", pattern: "^[0-9A-Fa-f:.]+(/[0-9]{1,3})?$"
  ) { text in
    do throws(AddressRange.Mistake) {
      _ = try AddressRange(text)
      return nil
    } catch {
      return switch error {
      case .address: "is not an address or a range. Write 127.0.0.1, 10.0.0.0/8 or fd00::/8."
      case .length: "has no length of a range behind its slash: 1 to 32, or to 128 of version 6."
      case .rest: "has bits behind its length. Write the first address of the range."
      case .everything: "is everybody. Name the proxies alone, since they say who a client is."
      }
    }
  }

  static let variable = TextRule(
    "the name of an environment variable", pattern: "^[A-Za-z_][A-Za-z0-9_]*$",
    hidesValue: true
  ) { text in
    let isName = text.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & 0xDF)
    }
    return isName && !text.isEmpty && text.first?.isNumber == false
      ? nil : "is not the name of an environment variable. Secrets are not written here."
  }

  /// A URL.
  static let address = TextRule("an address", pattern: "^https?://", hidesValue: true) { text in
    let parts = URLComponents(string: text)
    guard let host = parts?.host, !host.isEmpty, parts?.user == nil, parts?.password == nil else {
      return "is not an address."
    }
    let isHere = ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host)
    return parts?.scheme == "https" || parts?.scheme == "http" && isHere
      ? nil : "is not an https address."
  }
}
