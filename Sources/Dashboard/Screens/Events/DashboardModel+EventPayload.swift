import SubscriptionCore

/// The payload beside the events: it follows the cursor once that has come to rest.
extension DashboardModel {
  /// Asks for the payload of the event under the cursor when the cursor has rested.
  mutating func followEvent() -> [Effect] {
    guard eventsLayout.hasPayload, let line = events.selectedLine else {
      events.payloadRest.stop()
      return []
    }
    let rest = events.payload == nil ? .zero : Self.restBeforeSide
    guard events.payloadRest.isDue(line.key, at: machineNow, after: rest) else { return [] }
    events.payload = PayloadState(line)
    return ask(.payload(line.position), for: .eventPayload)
  }

  /// Stores the payload beside the events.
  mutating func receive(beside document: PayloadDocument?) {
    guard var payload = events.payload, payload.receive(document) else { return }
    write(&payload)
    events.payload = payload
  }

  /// Lays out the payload beside the events again, as when names are masked.
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
      payload.lines = text.lines(document)
    } else {
      payload.words = text.words(document)
    }
  }
}
