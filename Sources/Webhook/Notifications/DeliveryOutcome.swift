import Intake
import StorePayloads

/// The outcome of a store's delivery, which decides the HTTP status of the answer.
///
/// The stores retry deliveries that are not answered with a 2xx ("Responding to App Store Server
/// Notifications", <https://developer.apple.com/documentation/appstoreservernotifications>;
/// <https://cloud.google.com/pubsub/docs/push#receive_push>).
public enum DeliveryOutcome: String, Hashable, Sendable, CaseIterable {
  /// The notification is durable.
  case stored
  /// The notification was durable before.
  case duplicate
  /// The notification is durable, and of a kind that this build does not know.
  case unknownKind = "unknown-kind"
  /// The body is no notification of the store.
  case notUnderstood = "not-understood"
  /// The sender is not authenticated.
  case senderUnproven = "sender-unproven"
  /// The content's signature does not prove the store.
  case notProven = "not-proven"
  /// The notification concerns an app or an environment that is not configured.
  case otherApp = "other-app"
  /// The body is longer than the limit.
  case tooLarge = "too-large"
  /// The body came too slowly.
  case tooSlow = "too-slow"
  /// The sender cannot be authenticated at present.
  case senderUncheckable = "sender-uncheckable"
  /// The client sent forgeries and is shut out for a while.
  case shutOut = "shut-out"
  /// Too many deliveries are in progress.
  case queueFull = "queue-full"
  /// The ledger cannot store it.
  case ledgerUnavailable = "ledger-unavailable"
  /// The server is stopping.
  case stopping

  /// The HTTP status.
  public var status: Int { row.status }
  /// The outcome in a few words.
  var title: String { row.title }

  private var row: (status: Int, title: String) {
    switch self {
    case .stored: (200, "Stored")
    case .duplicate: (200, "Stored already")
    case .unknownKind: (200, "Stored, of a kind that is not known")
    case .notUnderstood: (400, "Not a notification of this store")
    case .senderUnproven: (401, "The sender is not proven")
    case .notProven: (403, "The content is not proven")
    case .otherApp: (403, "Another app or environment")
    case .tooLarge: (413, "Too large")
    case .tooSlow: (408, "Too slow")
    case .senderUncheckable: (503, "The sender cannot be checked now")
    case .shutOut: (429, "The client is shut out for a while")
    case .queueFull: (503, "Too many deliveries")
    case .ledgerUnavailable: (503, "The ledger is not available")
    case .stopping: (503, "The server is stopping")
    }
  }

  /// The reason of a refusal and what an operator does about it, for the log; `nil` for an outcome
  /// that is none, or that is logged with more detail elsewhere.
  var advice: String? {
    switch self {
    case .stored, .duplicate, .unknownKind, .shutOut, .ledgerUnavailable, .stopping: nil
    case .notUnderstood: "it is not a notification of the store; see 'churntop quarantine list'"
    case .senderUnproven:
      "the push token is not that of 'pushAccount' and 'pushAudience'; compare them with the push "
        + "subscription"
    case .notProven: "its signature does not prove the store; see 'churntop quarantine list'"
    case .otherApp:
      "its app or environment is not configured, or its sender is not the app's; see "
        + "'churntop quarantine list'"
    case .tooLarge: "it is longer than 'bodyBytes'"
    case .tooSlow: "it did not arrive whole and within 'bodyReadTimeout'"
    case .senderUncheckable: "the store's keys or its chains cannot be checked now"
    case .queueFull: "too much waits to be stored"
    }
  }

  /// The outcome of a refused payload.
  ///
  /// Content that is not even a signed payload proves nothing, whatever else it is.
  init(_ refusal: Refusal) {
    self =
      switch refusal.error {
      case .document where refusal.field == "signedPayload",
        .field(.notJWS) where refusal.field == "signedPayload":
        .notProven
      case .document(.tooLong): .tooLarge
      case .document, .field: .notUnderstood
      case .proof(.otherApp), .proof(.otherEnvironment): .otherApp
      case .proof(.tooManyChains): .senderUncheckable
      case .proof: .notProven
      }
  }

  /// The outcome of a delivery that the commit queue rejected.
  init(_ error: CommitQueueError) {
    self =
      switch error {
      case .full: .queueFull
      case .closing: .stopping
      case .ledger: .ledgerUnavailable
      }
  }

  /// The outcome of a stored delivery, by its first message; further ones are stored with it.
  init?(_ result: IntakeResult) {
    switch result.outcomes.first {
    case .stored: self = result.unknownKinds > 0 ? .unknownKind : .stored
    case .duplicate: self = .duplicate
    case .refused, nil: return nil
    }
  }
}
