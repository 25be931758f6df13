import EventLedger
import SubscriptionCore

/// The payload beside the events: it follows the cursor once that has come to rest.
extension DashboardModel {
  /// Notes which event the cursor is on, and asks for its payload when it has rested.
  mutating func followEvent() -> [Effect] {
    guard screen == .events, eventsLayout.hasPayload, let line = events.selectedLine else {
      (events.payloadWanted, events.payloadDueAt) = (nil, nil)
      return []
    }
    if line.key != events.payloadWanted {
      events.payloadWanted = line.key
      let rest = events.payload == nil ? .zero : Self.restBeforeSide
      events.payloadDueAt = machineNow + rest
    }
    guard let due = events.payloadDueAt, due <= machineNow else { return [] }
    events.payloadDueAt = nil
    events.payload = PayloadState(line)
    return ask(.payload(line.position), for: .eventPayload)
  }

  /// Takes the payload beside the events.
  mutating func take(beside document: PayloadDocument?) {
    guard var payload = events.payload else { return }
    if let document, document.position != payload.line.position { return }
    payload.document = document
    payload.isMissing = document == nil
    write(&payload)
    events.payload = payload
  }

  /// Writes the payload beside the events anew, as when names are masked.
  mutating func rewriteEventPayload() {
    guard var payload = events.payload else { return }
    write(&payload)
    events.payload = payload
  }

  /// Makes the words and the lines of a payload once, for a payload may be long.
  private func write(_ payload: inout PayloadState) {
    guard let document = payload.document else { return }
    let text = PayloadText(dates: dates, masks: settings.masksPersonalData)
    if eventsLayout.isSplit {
      payload.lines = text.lines(document.raw)
    } else {
      payload.words = text.words(document.raw)
    }
  }
}
