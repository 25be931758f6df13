import EventLedger
import SubscriptionCore
import TerminalUI

/// The payload behind an event while it is shown.
public struct PayloadState: Hashable, Sendable {
  /// The event.
  public var line: EventLine
  /// The stored payload; `nil` before the answer.
  public var document: PayloadDocument?
  /// The document as lines, made once, because a payload may be long.
  var lines: [PayloadText.Line] = []
  /// The members of the document that matter, as words of one text.
  var words: [PayloadText.Word] = []
  /// The reason that there is no payload to show; `nil` before the answer, and with a document.
  public var absence: Absence?
  /// The lines in view.
  public var scroll = TextScroll()

  /// The reasons that there is no payload to show.
  public enum Absence: Hashable, Sendable {
    /// The ledger has nothing at the event's position.
    case missing
    /// The session's role in the ledger's database may not see payloads.
    case refused
  }

  /// Opens the payload of an event.
  public init(_ line: EventLine) { self.line = line }

  /// Stores the answer of the ledger; `false` for one about another event.
  mutating func receive(_ document: PayloadDocument?) -> Bool {
    if let document, document.position != line.position { return false }
    (self.document, absence) = (document, document == nil ? .missing : nil)
    return true
  }

  /// A Boolean value that indicates whether the ledger has not answered yet.
  var isAwaited: Bool { document == nil && absence == nil }

  /// The words in the place of the document.
  func placeholder(in model: DashboardModel) -> String {
    switch absence {
    case .missing: "The ledger keeps nothing at this place."
    case .refused: "Your role in the ledger's database sees no payloads."
    case nil: model.ledger.problem ?? "Reading the payload..."
    }
  }
}

extension PayloadState: Overlay {
  var takesWheel: Bool { true }

  func handle(_ press: KeyPress, in model: inout DashboardModel) -> [Effect] {
    var payload = self
    let id = model.keyMap.command(for: KeyChord(press), on: .detail)
    switch id {
    case .back, .open: model.input = .none
    case .eventNext, .eventPrevious:
      model.input = .none
      return model.move(id == .eventNext ? .up : .down) + model.openPayload()
    case .copy: return lines.isEmpty ? [] : model.copy(lines.map(\.whole), named: "the payload")
    case .help: return model.leaveForHelp(KeyChord(press))
    case .mask:
      model.toggleMask()
      payload.write(in: model)
      model.input = .payload(payload)
    case let id?:
      guard let movement = Movement(id) else { return [] }
      payload.scroll.move(movement, count: lines.count, height: model.layout.body.height - 4)
      model.input = .payload(payload)
    case nil: break
    }
    return []
  }

  func waits(for chord: KeyChord, in model: DashboardModel) -> Bool {
    guard document == nil, absence == nil, model.ledger.inFlight[.payload] != nil,
      let id = model.keyMap.command(for: chord, on: .detail)
    else { return false }
    return id == .copy || Movement(id) != nil
  }

  /// Makes the lines.
  fileprivate mutating func write(in model: DashboardModel) {
    guard let document else { return }
    lines = PayloadText(dates: model.dates, masks: model.settings.masksPersonalData)
      .lines(document)
  }

  func hints(in model: DashboardModel) -> InputHints {
    InputHints(
      model.hints(.help, .moveDown, .moveUp, .eventPrevious, .eventNext, .copy, .mask),
      last: .init("Esc", "close"))
  }

  func draw(_ view: DashboardView, into frame: inout Frame, _ layout: FrameLayout) {
    let box = layout.body
    let isBoxed = box.height >= 5
    let inner = isBoxed ? Panel.content(of: box) : box
    frame.fill(box)
    frame.overlay(nil, in: box)
    if isBoxed {
      frame.draw(
        Panel(
          title: "Payload: " + view.eventName(line.event),
          hint: hint(in: view.model, width: inner.width),
          isFocused: true), in: box)
    }
    frame.put(head(view, frame), at: inner.origin, width: inner.width)
    let text = Rect(x: inner.x, y: inner.y + 1, width: inner.width, height: inner.height - 1)
    frame.cursor = text.origin
    guard document != nil else {
      frame.draw(lines: [placeholder(in: view.model)], in: text)
      return
    }
    let first = max(0, min(scroll.top, lines.count - text.height))
    frame.put(lines.dropFirst(first).prefix(max(0, text.height)).map(\.runs), in: text)
  }

  private func hint(in model: DashboardModel, width: Int) -> String {
    let (line, count) = (Formatting.count(scroll.top + 1), Formatting.count(lines.count))
    let place = lines.isEmpty ? "" : "line \(line) of \(count)  "
    let moves = model.keys(.moveDown, .moveUp, on: .detail)
    let others = model.keys(.eventPrevious, .eventNext, on: .detail)
    return place + (width >= 70 ? "\(moves) scroll  \(others) other events  " : "")
      + "\(model.key(.copy, on: .detail)) copy  Esc close"
  }

  /// The source of the payload and how far it is trusted.
  private func head(_ view: DashboardView, _ frame: Frame) -> [TextRun] {
    let event = line.event
    let verification = document?.verification ?? event.verification
    let role: StyleRole =
      switch verification {
      case .verified: "timeline.ok"
      case .unsigned: .dim
      case .unchecked: .flashWarn
      }
    let sign = verification == .verified ? frame.glyph(.yes) + " " : ""
    let dates = view.model.dates
    let words = [
      view.source(of: event), "stated \(dates.moment(event.statedAt))",
      "arrived \(dates.moment(document?.receivedAt ?? event.recordedAt))",
      "entry \(line.position)", document?.format ?? "",
    ]
    let rest = words.filter { !$0.isEmpty }.joined(separator: view.dot(frame))
    return [
      TextRun(sign + verification.title, role: role),
      TextRun(view.dot(frame) + rest, role: .dim),
    ]
  }

  func openText(_ view: DashboardView) -> OpenText {
    OpenText(name: "the payload", lines: lines.map(\.whole))
  }

  func sentences(in model: DashboardModel) -> [String] {
    guard absence == nil else { return [placeholder(in: model), "Type nothing to go on."] }
    let lines = lines.map { "\($0.name) \($0.text) \($0.note)".trimmed }
    return lines.filter { !$0.isEmpty } + ["Type nothing to go on."]
  }
}

extension PayloadText.Line {
  /// The line with its meanings.
  var runs: [TextRun] {
    var runs = [TextRun(String(repeating: "  ", count: min(depth, 20)))]
    if !name.isEmpty { runs.append(TextRun("\"\(name)\": ", role: .dim)) }
    runs.append(TextRun(text))
    if !note.isEmpty { runs.append(TextRun("  " + note, role: "timeline.ok")) }
    return runs
  }
}

extension DashboardModel {
  /// Opens the payload of the event under the cursor of Detail or Events.
  mutating func openPayload() -> [Effect] {
    guard let line = screen.controller.event(in: self) else { return [] }
    input = .payload(PayloadState(line))
    return ask(.payload(line.position), for: .payload)
  }

  /// Asks again for the payloads on screen that have not come, as when a server was away.
  mutating func askPayloadAnew() -> [Effect] {
    if let beside = events.payload, beside.isAwaited {
      events.payload = nil
      events.payloadRest.stop()
    }
    guard case .payload(let payload) = input, payload.isAwaited else { return [] }
    return ask(.payload(payload.line.position), for: .payload)
  }

  /// Stores the payload that was asked for.
  mutating func receive(_ document: PayloadDocument?) {
    guard case .payload(var payload) = input, payload.receive(document) else { return }
    payload.write(in: self)
    input = .payload(payload)
  }

  /// Stores that the session's role may not see the payload that was asked for.
  mutating func receive(refusedPayload position: LedgerPosition, _ slot: Slot) {
    if slot == .eventPayload {
      guard events.payload?.line.position == position else { return }
      events.payload?.absence = .refused
    } else if case .payload(var payload) = input, payload.line.position == position {
      payload.absence = .refused
      input = .payload(payload)
    }
  }
}
