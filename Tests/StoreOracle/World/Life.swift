import SubscriptionCore

/// What one user does with one app's subscriptions, as a store's own records show it.
struct Life: Sendable {
  /// The store.
  var store: Store
  /// The seed from which the life follows.
  var seed: UInt64
  /// Everything that changed, in order of time.
  var changes: [Change] = []

  /// One change of one subscription.
  struct Change: Sendable {
    /// When.
    var at: Timestamp
    /// Which of the user's subscriptions, counted from 0.
    var key: Int
    /// What the store sends because of it; `nil` for what the clock does.
    var word: Word?
    /// What happened, in a few words.
    var note: String
    /// What is true from now on.
    var truth: Truth
    /// What the store's API answers from now on.
    var record: Record
  }

  /// What a store sends.
  enum Word: Hashable, Sendable {
    /// A real-time developer notification, by its number.
    case developer(Int)
    /// A voided order, by its number.
    case voided(order: Int)
    /// An App Store Server Notification about the transaction with that place, the latest one when
    /// `nil`.
    case notification(String, String?, transaction: Int? = nil)
  }

  /// The record that a store keeps.
  enum Record: Hashable, Sendable {
    case play(PlayRecord)
    case appStore(AppStoreRecord)

    /// The store's name for the subscription.
    var name: String {
      switch self {
      case .play(let record): record.token
      case .appStore(let record): record.original
      }
    }
  }

  /// The names of the subscriptions, in order of purchase.
  var names: [String] {
    var names: [String] = []
    for change in changes where !names.contains(change.record.name) {
      names.append(change.record.name)
    }
    return names
  }

  /// The change that holds at an instant for one subscription.
  func change(of name: String, at instant: Timestamp) -> Change? {
    changes.last { $0.record.name == name && $0.at <= instant }
  }

  /// Whether anything changes within a time of an instant, so that a word may be on its way.
  func isUnsettled(at instant: Timestamp, within length: Duration) -> Bool {
    changes.contains { $0.at <= instant + length && instant <= $0.at + length }
  }

  /// The life of a seed: App Store lives have even seeds, Google Play lives odd ones.
  static func of(seed: UInt64) -> Life {
    if seed.isMultiple(of: 2) {
      var life = AppStoreLife(seed: seed)
      life.live()
      return life.life
    }
    var life = PlayLife(seed: seed)
    life.live()
    return life.life
  }
}
