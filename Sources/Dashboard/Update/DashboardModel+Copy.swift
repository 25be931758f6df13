import EventLedger
import SubscriptionCore
import TerminalUI

/// Copying to the clipboard of the machine where the user sits.
extension DashboardModel {
  /// The most bytes that terminals take into a clipboard.
  static let copyBytesMax = 56_000

  /// The subscribers that a copy begun now would be about; also those of events.
  var copyTargets: [SubscriptionID] {
    switch screen {
    case .subscribers, .due, .detail: return targets
    case .events:
      guard events.lines.indices.contains(events.selectedIndex) else { return [] }
      return [events.lines[events.selectedIndex].event.subscription]
    case .overview:
      let line = overview.lines[.live, default: 0]
      guard overview.pane == .live, overview.events.indices.contains(line) else { return [] }
      return [overview.events[line].event.subscription]
    case .help: return []
    }
  }

  /// Opens the menu of what can be copied.
  mutating func openCopyMenu() {
    let targets = copyTargets
    if screen == .overview, targets.isEmpty { return openFiguresCopyMenu() }
    let reason = targets.isEmpty ? "no subscriber is under the cursor" : nil
    var items = CopyRequest.Form.allCases.map { form in
      Menu.Item(
        key: form.key, title: form.title, choice: .backgroundTask(.copy(form)),
        disabledReason: reason)
    }
    items.append(
      Menu.Item(
        key: "l", title: "the latest message", choice: .backgroundTask(.copyMessage),
        disabledReason: lastMessage.isEmpty ? "there was none yet" : nil))
    input = .menu(Menu(title: "Copy", items: items, subscriptions: targets))
  }

  /// Offers what Overview has to copy where no subscriber is under the cursor.
  private mutating func openFiguresCopyMenu() {
    let items = [
      Menu.Item(
        key: "f", title: "the figures as sentences", choice: .backgroundTask(.copyFigures),
        disabledReason: overview.figures == nil ? "they are not read yet" : nil),
      Menu.Item(
        key: "l", title: "the latest message", choice: .backgroundTask(.copyMessage),
        disabledReason: lastMessage.isEmpty ? "there was none yet" : nil),
    ]
    input = .menu(Menu(title: "Copy", items: items))
  }

  /// Asks for the words of a form.
  func copy(
    _ form: CopyRequest.Form, of ids: [SubscriptionID], isToRead: Bool = false
  ) -> [Effect] {
    let masks = settings.masksPersonalData && !ids.allSatisfy { $0 == revealed }
    var request = CopyRequest(
      form, of: ids, now: now, isAsOf: settings.asOf != nil, in: settings.zone,
      masksPersonalData: masks)
    request.isToRead = isToRead
    return [.backgroundTask(.copy(request))]
  }

  /// Asks for the words to write to the customer, to read and to copy.
  func openReply() -> [Effect] {
    guard let id = detail?.id else { return [] }
    return copy(.reply, of: [id], isToRead: true)
  }

  /// Copies the latest message.
  mutating func copyMessage() -> [Effect] {
    let text = lastMessage
    tell("Copied the latest message.")
    return [.terminal(.copy(text))]
  }

  /// Copies what is open in front of the screen, or the latest message where nothing is.
  mutating func copyOpen() -> [Effect] {
    guard let open = DashboardView(model: self).openText() else {
      guard lastMessage.isEmpty else { return copyMessage() }
      tell("Nothing is open, and there was no message yet.")
      return []
    }
    return copy(open.lines, named: open.name)
  }

  /// Copies a text that is open in front of the screen, as it is shown.
  mutating func copy(_ lines: [String], named what: String) -> [Effect] {
    let text = lines.map(SafeText.sanitized).joined(separator: "\n")
    guard text.utf8.count <= Self.copyBytesMax else {
      let size = Words.count(text.utf8.count / 1000)
      tell("\(size) kB are more than a terminal takes (56 kB); nothing was copied.", .warning)
      return []
    }
    tell("Copied \(what), \(Words.plural(lines.count, "line")), as shown.")
    return [.terminal(.copy(text))]
  }

  /// Gives words to the terminal, as far as it takes them; the file of the latest copy is named
  /// where it was written.
  mutating func hand(over text: String, _ request: CopyRequest, isKept: Bool) -> [Effect] {
    if request.isToRead {
      guard screen == .detail, request.subscriptions == detail.map({ [$0.id] }) else { return [] }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      input = .pager(
        Pager(title: "Reply to the customer", lines: lines.trimmed))
      return []
    }
    let bytes = text.utf8.count
    guard bytes <= Self.copyBytesMax else {
      tell(
        "\(Words.count(bytes / 1000)) kB are more than a terminal takes (56 kB); "
          + (isKept
            ? "the text is in \(settings.lastCopyPlace)."
            : "nothing was copied, and \(settings.lastCopyPlace) cannot be written."),
        .warning)
      return []
    }
    let what = request.form.title
    let count = request.subscriptions.count
    let who = count == 1 ? "" : " of \(Words.plural(count, "subscriber"))"
    let masked = request.masksPersonalData && request.form.isPersonal ? ", masked" : ""
    let note = settings.copyNote.isEmpty ? "" : " (\(settings.copyNote))"
    let place = isKept ? "; also in \(settings.lastCopyPlace)" : ""
    tell("Copied \(what)\(who)\(masked)\(place)\(note).")
    return [.terminal(.copy(text))]
  }
}

extension CopyRequest.Form {
  /// The key that chooses it.
  var key: String {
    switch self {
    case .id: "i"
    case .row: "r"
    case .json: "j"
    case .timeline: "t"
    case .markdown: "m"
    case .mermaid: "g"
    case .command: "c"
    case .reply: "a"
    }
  }

  /// What it is, in words.
  var title: String {
    switch self {
    case .id: "the identifier"
    case .row: "the row"
    case .json: "everything as JSON"
    case .timeline: "the timeline as text"
    case .markdown: "everything as Markdown"
    case .mermaid: "the timeline as a Mermaid gantt"
    case .command: "the command that prints it again"
    case .reply: "the reply to the customer"
    }
  }

  /// Whether names or mail addresses are part of it.
  var isPersonal: Bool {
    switch self {
    case .row, .json, .timeline, .markdown, .reply: true
    case .id, .mermaid, .command: false
    }
  }
}

extension [String] {
  /// The lines without the empty ones at the end.
  fileprivate var trimmed: [String] {
    Array(self[..<(lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0)])
  }
}
