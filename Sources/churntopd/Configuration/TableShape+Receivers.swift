import ConfigurationFiles
import SubscriptionCore

extension TableShape {
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
