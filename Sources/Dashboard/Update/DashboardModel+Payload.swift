import EventLedger
import SubscriptionCore
import TerminalUI

/// The payload behind an event, in front of the screen.
extension DashboardModel {
  /// The event under the cursor of Detail or Events.
  private var eventUnderCursor: EventLine? {
    if screen == .events { return events.selectedLine }
    guard let detail, let events = detail.data?.events, events.indices.contains(detail.line) else {
      return nil
    }
    return events[detail.line]
  }

  /// Asks for the payload of the event under the cursor.
  mutating func openPayload() -> [Effect] {
    guard let line = eventUnderCursor else { return [] }
    input = .payload(PayloadState(line))
    return ask(.payload(line.position), for: .payload)
  }

  /// Takes the payload that was asked for.
  mutating func take(_ document: PayloadDocument?) {
    guard case .payload(var payload) = input else { return }
    if let document, document.position != payload.line.position { return }
    payload.document = document
    payload.lines = payloadLines(payload)
    payload.isMissing = document == nil
    input = .payload(payload)
  }

  /// Takes a key while a payload is open: it scrolls, goes to a neighbour, or closes.
  mutating func take(_ press: KeyPress, _ payload: PayloadState) -> [Effect] {
    var payload = payload
    let page = max(1, layout.body.height - 4)
    let count = payload.lines.count
    let id = keyMap.command(for: KeyChord(press), on: .detail)
    switch id {
    case .back, .open:
      input = .none
      return []
    case .eventNext, .eventPrevious:
      input = .none
      return move(id == .eventNext ? .up : .down) + openPayload()
    case .copy:
      return payload.lines.isEmpty ? [] : copy(payload.lines.map(\.whole), named: "the payload")
    case .help: return leaveForHelp(KeyChord(press))
    case .mask:
      toggleMask()
      payload.lines = payloadLines(payload)
      input = .payload(payload)
    case let id?:
      guard let movement = Movement(id) else { return [] }
      payload.top = movement.scrolled(from: payload.top, count: count, page: page)
      input = .payload(payload)
    case nil: break
    }
    return []
  }

  /// The lines of a payload, made once, for a payload may be long.
  private func payloadLines(_ payload: PayloadState) -> [PayloadText.Line] {
    guard let document = payload.document else { return [] }
    return PayloadText(dates: dates, masks: settings.masksPersonalData).lines(document.raw)
  }
}

extension Movement {
  /// The movement that a command asks for.
  init?(_ id: CommandID) {
    switch id {
    case .moveDown: self = .down
    case .moveUp: self = .up
    case .moveTop: self = .top
    case .moveBottom: self = .bottom
    case .moveHalfDown: self = .halfDown
    case .moveHalfUp: self = .halfUp
    case .movePageDown: self = .pageDown
    case .movePageUp: self = .pageUp
    case _: return nil
    }
  }

  /// The first visible line of a text of a length after the movement.
  func scrolled(from top: Int, count: Int, page: Int) -> Int {
    let last = max(0, count - page)
    return self == .bottom ? last : min(last, target(from: top, count: max(1, count), page: page))
  }
}
