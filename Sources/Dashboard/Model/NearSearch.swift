import EventLedger
import SubscriptionCore

/// The names near to one that is being typed and that no row matches.
struct NearSearch: Hashable, Sendable {
  /// The filter as it was typed, which matches nobody.
  var text: String
  /// The name in it.
  var name: String
  /// When it is looked for: once typing has come to rest; `nil` once it was.
  var dueAt: Timestamp?
  /// Whose names are near; `nil` before the answer.
  var found: [SubscriptionID]?

  /// How long nothing is typed before names near to it are looked for, which takes a look at every
  /// name.
  static let rest = Duration.milliseconds(300)
}
