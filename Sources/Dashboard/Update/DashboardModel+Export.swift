import EventLedger
import SubscriptionCore
import TerminalUI

/// Writing the list on screen to a file.
extension DashboardModel {
  /// Opens the menu of the forms.
  mutating func openExportMenu() {
    let items = ExportRequest.Format.allCases.map { format in
      Menu.Item(key: format.key, title: format.title, choice: .errand(.export(format)))
    }
    let filter = list.flatMap { $0.filterText.isEmpty ? nil : ", only \($0.filterText)" } ?? ""
    input = .menu(Menu(title: "Write \(listName)\(filter) to a file", items: items))
  }

  /// Asks for the name of the file.
  mutating func askForFile(_ format: ExportRequest.Format) {
    let request = ExportRequest(
      format, of: sections, list: listName, now: now,
      masksPersonalData: settings.masksPersonalData)
    input = .prompt(PromptLine(.exportFile(request), text: request.usualPath))
  }

  /// Begins to write.
  mutating func export(_ request: ExportRequest) -> [Effect] {
    exporting = 0
    return [.errand(.export(request))]
  }

  /// Says that a list was written.
  mutating func finish(_ request: ExportRequest, rows: Int) {
    exporting = nil
    let masked = request.masksPersonalData ? ", names masked" : ""
    tell("Wrote \(Words.plural(rows, "row")) to \(request.path)\(masked).")
  }

  /// Asks whether a file is to be replaced.
  mutating func askToOverwrite(_ request: ExportRequest) {
    exporting = nil
    var again = request
    again.overwrites = true
    let items = [
      Menu.Item(key: "y", title: "replace it", choice: .errand(.overwrite(again))),
      Menu.Item(key: "n", title: "another name", choice: .errand(.rename(request))),
    ]
    var menu = Menu(title: "There is a file \(request.path)", items: items)
    menu.selection = 1
    input = .menu(menu)
  }

  /// The word for the list on screen in names of files.
  private var listName: String { screen == .due ? "due" : "subscribers" }
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
