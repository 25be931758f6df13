import EventLedger
import SubscriptionCore
import TerminalUI

/// Writing the list on screen to a file.
extension DashboardModel {
  /// Opens the menu of the forms.
  mutating func openExportMenu() {
    let items = ExportRequest.Format.allCases.map { format in
      Menu.Item(key: format.key, title: format.title, choice: .backgroundTask(.export(format)))
    }
    let text = filterInForce ?? ""
    let filter = text.isEmpty ? "" : ", only \(text)"
    input = .menu(Menu(title: "Write \(listName)\(filter) to a file", items: items))
  }

  /// Asks for the name of the file.
  mutating func askForFile(_ format: ExportRequest.Format) {
    let masks = settings.masksPersonalData
    let request =
      screen == .events
      ? ExportRequest(
        format, of: EventsQuestion(filter: events.filter, until: events.until), now: now,
        masksPersonalData: masks)
      : ExportRequest(
        format, of: sections, list: listName, now: now, masksPersonalData: masks)
    input = .prompt(PromptLine(.exportFile(request), text: request.usualPath))
  }

  /// Begins to write.
  mutating func export(_ request: ExportRequest) -> [Effect] {
    exporting = 0
    return [.backgroundTask(.export(request))]
  }

  /// Says that a list was written.
  mutating func finish(_ request: ExportRequest, rows: Int) {
    exporting = nil
    let masked = request.masksPersonalData ? ", names masked" : ""
    let word = request.events == nil ? "row" : "event"
    tell("Wrote \(Words.plural(rows, word)) to \(request.path)\(masked).")
  }

  /// Says why a list was not written, and asks for the name of the file again with the same one in
  /// the line.
  mutating func refuse(export request: ExportRequest, _ words: String) {
    exporting = nil
    tell("Nothing was written. \(words)", .error)
    guard input == .none else { return }
    var again = request
    again.overwrites = false
    var line = PromptLine(.exportFile(again), text: request.path)
    line.problem = words.hasSuffix(".") ? String(words.dropLast()) : words
    input = .prompt(line)
  }

  /// Asks whether a file is to be replaced.
  mutating func askToOverwrite(_ request: ExportRequest) {
    exporting = nil
    var again = request
    again.overwrites = true
    let items = [
      Menu.Item(key: "y", title: "replace it", choice: .backgroundTask(.overwrite(again))),
      Menu.Item(key: "n", title: "another name", choice: .backgroundTask(.rename(request))),
    ]
    var menu = Menu(title: "There is a file \(request.path)", items: items)
    menu.selection = 1
    input = .menu(menu)
  }

  /// The word for the list on screen in names of files.
  private var listName: String {
    switch screen {
    case .due: "due"
    case .events: "events"
    case .overview, .subscribers, .detail, .help: "subscribers"
    }
  }
}

extension ExportRequest.Format {
  /// The key that chooses it.
  var key: String {
    switch self {
    case .csv: "c"
    case .json: "j"
    case .jsonl: "l"
    case .md: "m"
    }
  }

  /// What it is, in words.
  var title: String {
    switch self {
    case .csv: "CSV, for a spreadsheet"
    case .json: "JSON, one document"
    case .jsonl: "JSON Lines, one document a row"
    case .md: "a Markdown table, for a ticket"
    }
  }
}
