import StorePayloads
import SubscriptionCore

/// An encoder of the actions of the app and the support desk.
enum SupportDeskEncoder {
  /// The people at the support desk.
  static let people = ["mika", "noor", "jonas", "hye-jin"]

  /// The texts of their notes.
  static let notes = [
    "Card expires this month; user will add a new one.",
    "Mailed the link to the payment page.",
    "User says the bank declined twice. Asked to try another card.",
    "電話で案内済み。カードを更新するとのこと。",
    "Wants an invoice first, pays by Friday.",
    "결제 수단 변경 안내 메일 발송.",
    "Family organiser pays; told them to ask their partner.",
  ]

  static func record(
    _ deed: SimulatedEvent.SimulatedAction, about contract: SimulatedSubscription,
    at instant: Timestamp, by actor: String
  ) -> ActionRecord {
    typealias Action = SubscriptionEvent.Action
    let (kind, action): (EventKind, Action) =
      switch deed {
      case .promptShown(let step): (.promptShown, Action(actor: "app", step: step))
      case .snoozed(let until): (.promptSnoozed, Action(actor: actor, until: until))
      case .suppressed: (.promptSuppressed, Action(actor: actor))
      case .noted(let text): (.noted, Action(actor: actor, text: text))
      case .claimed(let until): (.claimed, Action(actor: actor, until: until))
      }
    return ActionRecord(
      kind: kind, subscription: contract.id, at: instant, recordedAt: instant,
      source: kind == .promptShown ? .app : .operatorAction, action: action)
  }
}

extension SimulatedSubscription {
  /// churntop's identifier of the subscription.
  var id: SubscriptionID { .named(key, at: store, app: SimulatedWorld.package) }
}
