import SubscriptionCore

/// What a line of a menu does that takes place outside of the dashboard.
public enum BackgroundTaskChoice: Hashable, Sendable {
  /// Asks for the time that the whole program is set to.
  case asOf
  /// Goes back to the present.
  case live
  /// Copies the menu's subscribers in a form.
  case copy(CopyRequest.Form)
  /// Copies the figures of Overview as sentences.
  case copyFigures
  /// Copies the latest message.
  case copyMessage
  /// Asks for the file to write the list to.
  case export(ExportRequest.Format)
  /// Writes over a file.
  case overwrite(ExportRequest)
  /// Asks for another name of a file.
  case rename(ExportRequest)
}

extension DashboardModel {
  /// Does what a line of a menu says.
  mutating func run(_ choice: BackgroundTaskChoice, about ids: [SubscriptionID]) -> [Effect] {
    switch choice {
    case .asOf: return openAsOf()
    case .live: return comeBack()
    case .copy(let form): return copy(form, of: ids)
    case .copyFigures:
      return copy(ScreenText(model: self).describe(), named: "the figures")
    case .copyMessage: return copyMessage()
    case .export(let format): askForFile(format)
    case .overwrite(let request): return export(request)
    case .rename(let request):
      input = .prompt(PromptLine(.exportFile(request), text: request.path))
    }
    return []
  }
}
