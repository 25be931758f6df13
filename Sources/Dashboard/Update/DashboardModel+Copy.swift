import SubscriptionCore
import TerminalUI

/// Copying to the clipboard of the machine where the user sits.
extension DashboardModel {
  /// The most bytes that terminals take into a clipboard.
  static let copyBytesMax = 56_000

  /// The subscriptions that a copy begun now would be about; also those of events.
  var copyTargets: [SubscriptionID] { screen.controller.copyTargets(in: self) }

  /// Opens the copy menu.
  mutating func openCopyMenu() {
    input = .menu(
      Menu(
        title: "Copy", items: screen.controller.copyItems(in: self), subscriptions: copyTargets))
  }

  /// The lines that copy subscribers in a form, and the latest message.
  func copyItems(of targets: [SubscriptionID]) -> [Menu.Item] {
    let reason = targets.isEmpty ? "no subscriber is under the cursor" : nil
    return CopyRequest.Form.allCases.map { form in
      Menu.Item(
        key: form.key, title: form.title, choice: .copy(form),
        disabledReason: reason ?? (form == .reply ? unfit(.reply) : nil))
    } + [copyMessageItem]
  }

  /// The line that copies the latest message.
  var copyMessageItem: Menu.Item {
    Menu.Item(
      key: "l", title: "the latest message", choice: .copyMessage,
      disabledReason: messages.latest.isEmpty ? "there was none yet" : nil)
  }

  /// Asks for the words of a form.
  func copy(
    _ form: CopyRequest.Form, of ids: [SubscriptionID], isToRead: Bool = false
  ) -> [Effect] {
    let masks = settings.masksPersonalData && !ids.allSatisfy { $0 == appearance.revealed }
    let request = CopyRequest(
      form: form, subscriptions: ids, now: now, zone: settings.zone,
      masksPersonalData: masks, isToRead: isToRead)
    return [.backgroundTask(.copy(request))]
  }

  /// Asks for the words to write to the customer, to read and to copy.
  func openReply() -> [Effect] {
    guard let id = detail?.id else { return [] }
    return copy(.reply, of: [id], isToRead: true)
  }

  /// Copies the latest message.
  mutating func copyMessage() -> [Effect] {
    let text = messages.latest
    tell("Copied the latest message.")
    return [.terminal(.copy(text))]
  }

  /// Copies the text of the overlay, or the latest message where there is none.
  mutating func copyOpen() -> [Effect] {
    guard let open = DashboardView(model: self).openText() else {
      guard messages.latest.isEmpty else { return copyMessage() }
      tell("Nothing is open, and there was no message yet.")
      return []
    }
    return copy(open.lines, named: open.name)
  }

  /// Copies a text as it is shown.
  mutating func copy(_ lines: [String], named what: String) -> [Effect] {
    let text = lines.map(SafeText.sanitized).joined(separator: "\n")
    guard text.utf8.count <= Self.copyBytesMax else {
      let size = Formatting.count(text.utf8.count / 1000)
      tell("\(size) kB are more than a terminal takes (56 kB); nothing was copied.", .warning)
      return []
    }
    tell("Copied \(what), \(Formatting.plural(lines.count, "line")), as shown.")
    return [.terminal(.copy(text))]
  }

  /// Sends a text to the clipboard of the terminal, unless it is too long, and names the file of
  /// the latest copy.
  mutating func hand(over text: String, _ request: CopyRequest, isKept: Bool) -> [Effect] {
    if request.isToRead {
      guard screen == .detail, request.subscriptions == detail.map({ [$0.id] }) else { return [] }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      input = .pager(Pager(title: "Reply to the customer", lines: lines.trimmed))
      return []
    }
    let bytes = text.utf8.count
    guard bytes <= Self.copyBytesMax else {
      tell(
        "\(Formatting.count(bytes / 1000)) kB are more than a terminal takes (56 kB); "
          + (isKept
            ? "the text is in \(settings.lastCopyPlace)."
            : "nothing was copied, and \(settings.lastCopyPlace) cannot be written."),
        .warning)
      return []
    }
    let what = request.form.title
    let count = request.subscriptions.count
    let who = count == 1 ? "" : " of \(Formatting.plural(count, "subscriber"))"
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

  /// The name of the form, in words.
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

  /// A Boolean value that indicates whether names or mail addresses are part of it.
  public var isPersonal: Bool {
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
