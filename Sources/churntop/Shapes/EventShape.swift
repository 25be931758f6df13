import EventLedger
import SubscriptionCore

/// An event with its change of state, for output.
struct EventShape {
  var event: SubscriptionEvent
  /// The state before the event, if it changed the state.
  var from: SubscriptionState?
  /// The state after the event, if it changed the state.
  var to: SubscriptionState?
  /// The action that the event takes back or redoes; `nil` for any other event.
  var reversal: Reversal?

  /// The event as `show` lists it; further keys follow the documented ones.
  var json: JSON {
    let action = event.action
    return [
      "kind": .string(event.kind.rawValue),
      "effectiveAt": JSON(event.effectiveAt),
      "statedAt": JSON(event.statedAt),
      "recordedAt": JSON(event.recordedAt),
      "source": .string(event.source.rawValue),
      "verified": .bool(event.verification == .verified),
      "from": JSON(from?.rawValue),
      "to": JSON(to?.rawValue),
      "id": JSON(event.id),
      "storeName": event.storeName.isEmpty ? .null : .string(event.storeName),
      "actor": JSON(action?.actor),
      "step": JSON(action?.step),
      "until": JSON(action?.until),
      "text": JSON(action?.text),
      "undoes": JSON(action?.undoes),
    ]
  }

  /// Returns the event as lists of several subscriptions contain it.
  func json(position: LedgerPosition) -> JSON {
    let place: JSON = [
      "position": .integer(position), "subscription": JSON(event.subscription),
    ]
    return place.adding(json)
  }

  /// The store's name of the event, or its kind if it has none.
  var name: String {
    event.storeName.isEmpty ? DisplayText.words(event.kind.rawValue) : event.storeName
  }

  /// The change of state in a few words.
  var change: String {
    guard let to else { return "-" }
    guard let from, from != to else { return to.title }
    return "\(from.title) -> \(to.title)"
  }
}

extension EventShape {
  /// Returns the details of an operator's action, for people.
  func detail(_ time: LocalTime) -> String {
    [reversal?.words, event.action?.detail(time)].compactMap(\.self).joined(separator: ", ")
  }
}

extension SubscriptionEvent.Action {
  /// Returns the details of an operator's action, for people.
  func detail(_ time: LocalTime) -> String {
    var parts: [String] = []
    if let step { parts.append("step \(step)") }
    if let until { parts.append("until \(time.minute(until))") }
    if let text, !text.isEmpty { parts.append(text) }
    if !actor.isEmpty { parts.append("by \(actor)") }
    return parts.joined(separator: ", ")
  }
}
