import SubscriptionCore
import TerminalUI

/// Tab in the filter line: the rest of a name, or a small list to choose from.
extension DashboardModel {
  /// Takes a key that the offers have a use for.
  ///
  /// - Returns: What to do outside; `nil` for a key that is the line's own.
  mutating func takeCompletion(_ press: KeyPress, _ edit: FilterEdit) -> [Effect]? {
    var edit = edit
    let key = KeyChord(press).name
    guard var list = edit.completion else { return key == "Tab" ? offer(edit) : nil }
    switch key {
    case "Tab": return accept(list, edit)
    case "Enter":
      return list.isComplete ? nil : accept(list, edit)
    case "Esc": edit.completion = nil
    case "Down", "^n", "S-Tab", "Up", "^p":
      list.move(by: key == "Down" || key == "^n" ? 1 : -1)
      edit.completion = list
    case _: return nil
    }
    input = .filter(edit)
    return []
  }

  /// Completes what is sure and lists the rest.
  private mutating func offer(_ edit: FilterEdit) -> [Effect] {
    var edit = edit
    let asking = askValues(at: edit.field)
    guard let list = completion(of: edit.field) else {
      if asking.isEmpty { tell("Nothing completes this; ? lists the fields.") }
      input = .filter(edit)
      return asking
    }
    if list.offers.count == 1 { return accept(list, edit) + asking }
    let place = edit.field.scalarCaret
    let typed = place - Filter.completionStart(in: edit.field.text, at: place)
    if list.commonPrefix.unicodeScalars.count > typed {
      edit.field.complete(with: list.commonPrefix)
    }
    edit.completion = completion(of: edit.field)
    return preview(edit) + asking
  }

  /// Puts the offer under the cursor into the line; after a field its values are offered.
  private mutating func accept(_ list: CompletionList, _ edit: FilterEdit) -> [Effect] {
    var edit = edit
    let text = list.offers[list.selection].text
    edit.field.complete(with: text)
    let isField = text.last.map { ":<=".contains($0) } ?? false
    edit.completion = isField ? completion(of: edit.field) : nil
    return preview(edit) + (isField ? askValues(at: edit.field) : [])
  }

  /// What is offered at the caret of a line.
  func completion(of field: LineEditor) -> CompletionList? {
    let named = Filter.completedField(in: field.text, at: field.scalarCaret)
    return CompletionList(
      field, known: named.flatMap { knownValues[$0] } ?? [], about: filterScope)
  }

  /// Asks for the values of the field at the caret, once a session.
  private mutating func askValues(at line: LineEditor) -> [Effect] {
    guard let field = Filter.completedField(in: line.text, at: line.scalarCaret),
      field.kind == .text, knownValues[field] == nil
    else { return [] }
    return ask(.values(field), for: .values)
  }

  /// Takes the values of a field; a line that waits for them offers them.
  mutating func take(_ values: [String], of field: FilterField) {
    knownValues[field] = values
    guard case .filter(var edit) = input,
      Filter.completedField(in: edit.field.text, at: edit.field.scalarCaret) == field
    else { return }
    edit.completion = completion(of: edit.field)
    input = .filter(edit)
  }
}
