import Intake
import StorePayloads

/// What became of a store's delivery, and so the HTTP status that it is answered with.
///
/// The stores send again what is not answered with a 2xx ("Responding to App Store Server
/// Notifications", <https://developer.apple.com/documentation/appstoreservernotifications>;
/// <https://cloud.google.com/pubsub/docs/push#receive_push>).
public enum DeliveryOutcome: String, Hashable, Sendable, CaseIterable {
  /// It is durable.
  case stored
  /// It was durable already.
  case duplicate
  /// It is durable, and of a kind that this build does not know.
  case unknownKind = "unknown-kind"
  /// It is none of what the store sends.
  case notUnderstood = "not-understood"
  /// The sender has not proven to be the store.
  case senderUnproven = "sender-unproven"
  /// The content is not proven to be the store's.
  case notProven = "not-proven"
  /// It is about an app or from an environment that is not configured.
  case otherApp = "other-app"
  /// It is longer than the limit.
  case tooLarge = "too-large"
  /// It came too slowly.
  case tooSlow = "too-slow"
  /// The sender cannot be checked at present.
  case senderUncheckable = "sender-uncheckable"
  /// The client has forged, and is not looked at for a while.
  case shutOut = "shut-out"
  /// Too many deliveries are being worked on.
  case queueFull = "queue-full"
  /// The ledger cannot take it.
  case ledgerUnavailable = "ledger-unavailable"
  /// The server is stopping.
  case stopping

  /// The table from outcome to HTTP status.
  public var status: Int {
    switch self {
    case .stored, .duplicate, .unknownKind: 200
    case .notUnderstood: 400
    case .senderUnproven: 401
    case .notProven, .otherApp: 403
    case .tooSlow: 408
    case .tooLarge: 413
    case .shutOut: 429
    case .senderUncheckable, .queueFull, .ledgerUnavailable, .stopping: 503
    }
  }

  /// What happened, in a few words.
  var title: String {
    switch self {
    case .stored: "Stored"
    case .duplicate: "Stored already"
    case .unknownKind: "Stored, of a kind that is not known"
    case .notUnderstood: "Not a notification of this store"
    case .senderUnproven: "The sender is not proven"
    case .notProven: "The content is not proven"
    case .otherApp: "Another app or environment"
    case .tooLarge: "Too large"
    case .tooSlow: "Too slow"
    case .senderUncheckable: "The sender cannot be checked now"
    case .shutOut: "The client is shut out for a while"
    case .queueFull: "Too many deliveries"
    case .ledgerUnavailable: "The ledger is not available"
    case .stopping: "The server is stopping"
    }
  }

  /// The outcome of a payload that is refused.
  ///
  /// What cannot even be opened as a signed payload proves nothing, whatever else it is.
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

  /// The outcome of a delivery that the door turned away.
  init(_ error: CommitQueueError) {
    self =
      switch error {
      case .full: .queueFull
      case .closing: .stopping
      case .ledger: .ledgerUnavailable
      }
  }

  /// The outcome of a delivery that was taken in; its first message counts, what follows is
  /// stored with it.
  init?(_ result: IntakeResult) {
    switch result.outcomes.first {
    case .stored: self = result.unknownKinds > 0 ? .unknownKind : .stored
    case .duplicate: self = .duplicate
    case .refused, nil: return nil
    }
  }
}
