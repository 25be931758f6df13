import ConfigurationFiles
import SubscriptionCore

extension TableShape {
  /// What the configuration may say of one receiver of changes.
  static let receiver = TableShape([
    Entry("name", .text(.name), "what the receiver is called", isRequired: true),
    Entry("url", .text(.address), "the address that changes are posted to", isRequired: true),
    Entry("secretFile", .text(.path), "the file of the secret that signs them, whsec_ and base64"),
    Entry("secretVariable", .text(.variable), "the environment variable that holds it"),
    Entry(
      "kinds",
      .list(of: .choice(SubscriptionChange.Kind.allCases.map(\.rawValue)), isWhole: true),
      "the kinds of change; all where none is named"),
    Entry(
      "filter", .text(.filter), "which subscriptions, as they stood when the change was recorded"),
    Entry(
      "profile", .boolean, "whether the account's name, mail address and tags are told as well",
      fallback: "false"),
    Entry(
      "horizon", .text(.length), "how old a change may be when it is heard of and still be news",
      fallback: "\"7d\""),
    Entry(
      "backfill", .boolean, "whether older changes are sent as well, marked as such",
      fallback: "false"),
  ])

  /// What the configuration may say of changes.
  static let changes = TableShape([
    Entry(
      "retention", .text(.length), "for how long changes are kept for the feed and for replays",
      fallback: "\"30d\"")
  ])
}
