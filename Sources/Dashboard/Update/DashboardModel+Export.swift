import EventLedger
import SubscriptionCore

/// Writing the list on screen to a file.
extension DashboardModel {
  /// Opens the menu of the forms.
  mutating func openExportMenu() {
    let items = ExportRequest.Format.allCases.map { format in
      Menu.Item(key: format.key, title: format.title, choice: .export(format))
    }
    let text = filterInForce ?? ""
    let filter = text.isEmpty ? "" : ", only \(text)"
    let marks = screen.controller.marks(in: self)
    let rows =
      marks.isEmpty
      ? screen.controller.exportName(in: self) + filter : "\(Formatting.count(marks.count)) marked"
    input = .menu(Menu(title: "Write \(rows) to a file", items: items))
  }

  /// Opens the menu of the forms of a digest.
  mutating func openExportMenu(of digest: Digest) {
    let items = ExportRequest.Format.allCases.map { format in
      let request = ExportRequest(
        format, .digest(digest, isPast: settings.asOf != nil), now: digest.span.now,
        masksPersonalData: settings.masksPersonalData)
      return Menu.Item(key: format.key, title: format.title, choice: .file(request))
    }
    input = .menu(Menu(title: "Write the digest to a file", items: items))
  }

  /// Asks for the name of the file of what the screen lists.
  mutating func askForFile(_ format: ExportRequest.Format) {
    guard let request = screen.controller.export(format, in: self) else { return }
    askForFile(of: request)
  }

  /// Asks for the name of the file of a request.
  mutating func askForFile(of request: ExportRequest) {
    input = .prompt(PromptLine(.exportFile(request), text: request.usualPath))
  }

  /// Starts the export.
  mutating func export(_ request: ExportRequest) -> [Effect] {
    tasks.exporting = 0
    return [.backgroundTask(.export(request))]
  }

  /// Shows the message that a list was written.
  mutating func finish(_ request: ExportRequest, rows: Int) {
    tasks.exporting = nil
    tell(request.words(rows: rows))
  }

  /// Says why a list was not written, and asks for the name of the file again with the same one in
  /// the line.
  mutating func refuse(export request: ExportRequest, _ words: String) {
    tasks.exporting = nil
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
    tasks.exporting = nil
    var again = request
    again.overwrites = true
    let items = [
      Menu.Item(key: "y", title: "replace it", choice: .overwrite(again)),
      Menu.Item(key: "n", title: "another name", choice: .rename(request)),
    ]
    var menu = Menu(title: "There is a file \(request.path)", items: items)
    menu.selection = 1
    input = .menu(menu)
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

  /// The name of the form, in words.
  var title: String {
    switch self {
    case .csv: "CSV, for a spreadsheet"
    case .json: "JSON, one document"
    case .jsonl: "JSON Lines, one document a row"
    case .md: "a Markdown table, for a ticket"
    }
  }
}
