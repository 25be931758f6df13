import EventLedger
import SubscriptionCore
import TerminalUI

/// The filter line while it is open: the list follows every letter.
public struct FilterEdit: Hashable, Sendable {
  /// The line.
  public var field: LineEditor
  /// The filter that Escape goes back to.
  public var before: String
  /// The screen that Escape goes back to, where the line was opened on another than its list.
  public var origin: Screen?
  /// The index of the shown line of the history, counted from the newest; -1 for none.
  public var historyIndex = -1
  /// The first error; `nil` while the text is a filter.
  public var error: FilterError?
  /// The completions at the caret; `nil` while none are offered.
  public var completion: CompletionList?

  /// Opens the line with the filter in force.
  public init(_ text: String) { (field, before) = (LineEditor(text), text) }

  /// The text without blanks at its ends.
  var text: String { field.text.trimmed }

  /// The part of the text that may be a name: all of it, or what follows the filter in force.
  var name: String? {
    if Self.canBeName(text) { return text }
    guard !before.isEmpty, text.hasPrefix(before + " ") else { return nil }
    let rest = String(text.dropFirst(before.count)).trimmed
    return Self.canBeName(rest) ? rest : nil
  }

  /// Returns a Boolean value that indicates whether a filter may as well be the name of an order, a
  /// transaction, a purchase or a person: it has no sign of the filter language.
  static func canBeName(_ text: String) -> Bool {
    !text.isEmpty && !text.contains { ":<>=|()\"".contains($0) }
  }
}

extension FilterEdit: Overlay {
  var editor: LineEditor? { field }

  func handle(_ press: KeyPress, in model: inout DashboardModel) -> [Effect] {
    if let effects = complete(press, in: &model) { return effects }
    var edit = self
    switch KeyChord(press).name {
    case "Enter": return commit(in: &model)
    case "Esc":
      let effects = cancel(in: &model)
      model.input = .none
      return effects
    case "Up": edit.browse(Self.history(in: model), by: 1)
    case "Down": edit.browse(Self.history(in: model), by: -1)
    case _:
      guard edit.field.take(press) else { return leaveForHelp(KeyChord(press), in: &model) }
      guard edit.field.text != field.text else {
        model.input = .filter(edit)
        return []
      }
      if completion != nil { edit.completion = model.completion(of: edit.field) }
    }
    return edit.preview(in: &model)
  }

  func insert(_ text: String, in model: inout DashboardModel) -> [Effect] {
    var edit = self
    edit.field.insert(model.name(inPasted: text))
    if completion != nil { edit.completion = model.completion(of: edit.field) }
    return edit.preview(in: &model)
  }

  /// Puts the filter and the screen back as they were before the line was opened.
  func cancel(in model: inout DashboardModel) -> [Effect] {
    let isUnchanged = model.filterInForce == before && !model.showsNear
    let effects = isUnchanged ? [] : model.apply(filter: before)
    guard let origin else { return effects }
    return effects + model.returnToPlace(on: origin) + model.show(origin)
  }

  func sentences(in model: DashboardModel) -> [String] {
    let fault = error.map { ["'\(text)' is not a filter: \($0.text)."] } ?? []
    return fault + ["Type a filter, or nothing to leave it as it was."]
  }

  /// Narrows the list to what is typed, unless that has an error.
  private func preview(in model: inout DashboardModel) -> [Effect] {
    var edit = self
    do throws(FilterError) {
      _ = try Filter.parse(text, about: model.filterScope)
      edit.error = field.isCut ? .cut(field) : nil
    } catch {
      edit.error = error
    }
    model.input = .filter(edit)
    return edit.error == nil ? model.apply(filter: text) : []
  }

  private func commit(in model: inout DashboardModel) -> [Effect] {
    guard error == nil else { return [] }
    if model.list?.window.total == 0 || model.showsNear, let name {
      let effects = model.apply(filter: before)
      model.input = .none
      return effects + model.ask(.find(name), for: .find)
    }
    model.input = .none
    remember(in: &model)
    let effects = model.filterInForce == text ? [] : model.apply(filter: text)
    return effects + model.findEarly(text, insteadOf: before)
  }

  /// Opens help for a key that asks for it and is no letter; what was typed is the latest of the
  /// earlier filters.
  private func leaveForHelp(_ key: KeyChord, in model: inout DashboardModel) -> [Effect] {
    let effects = model.leaveForHelp(key)
    if model.input == .none { remember(in: &model) }
    return effects
  }

  private func remember(in model: inout DashboardModel) {
    guard !text.isEmpty else { return }
    model.search.history.removeAll { $0 == text }
    model.search.history.append(text)
    if model.search.history.count > 100 { model.search.history.removeFirst() }
  }

  /// The earlier filters, without those that are right on another screen alone.
  private static func history(in model: DashboardModel) -> [String] {
    model.search.history.filter { text in
      let scopes = FilterScope.allCases.filter { (try? Filter.parse(text, about: $0)) != nil }
      return scopes.isEmpty || scopes.contains(model.filterScope)
    }
  }

  private mutating func browse(_ history: [String], by step: Int) {
    let index = historyIndex + step
    guard index >= 0, index < history.count else {
      if index < 0 { (field, historyIndex) = (LineEditor(before), -1) }
      return
    }
    historyIndex = index
    field = LineEditor(history[history.count - 1 - index])
  }
}

// MARK: Completion

extension FilterEdit {
  /// Handles a key that the completions have a use for; `nil` for a key of the line's own.
  private func complete(_ press: KeyPress, in model: inout DashboardModel) -> [Effect]? {
    let key = KeyChord(press).name
    guard var list = completion else { return key == "Tab" ? offer(in: &model) : nil }
    var edit = self
    switch key {
    case "Tab": return accept(list, in: &model)
    case "Enter": return list.isComplete ? nil : accept(list, in: &model)
    case "Esc": edit.completion = nil
    case "Down", "^n", "S-Tab", "Up", "^p":
      list.move(by: key == "Down" || key == "^n" ? 1 : -1)
      edit.completion = list
    case _: return nil
    }
    model.input = .filter(edit)
    return []
  }

  /// Completes what all completions share and lists them.
  private func offer(in model: inout DashboardModel) -> [Effect] {
    var edit = self
    let asking = askValues(in: &model)
    guard let list = model.completion(of: field) else {
      if asking.isEmpty {
        let help = model.lineHelpKey.map { "; \($0) lists the fields" } ?? ""
        model.tell("Nothing completes this\(help).")
      }
      model.input = .filter(edit)
      return asking
    }
    if list.offers.count == 1 { return edit.accept(list, in: &model) + asking }
    let place = field.scalarCaret
    let typed = place - Filter.completionStart(in: field.text, at: place)
    if list.commonPrefix.unicodeScalars.count > typed {
      edit.field.complete(with: list.commonPrefix)
    }
    edit.completion = model.completion(of: edit.field)
    return edit.preview(in: &model) + asking
  }

  /// Puts the chosen completion into the line; after a field its values are offered.
  private func accept(_ list: CompletionList, in model: inout DashboardModel) -> [Effect] {
    var edit = self
    let text = list.offers[list.selection].text
    edit.field.complete(with: text)
    let isField = text.last.map { ":<=".contains($0) } ?? false
    edit.completion = isField ? model.completion(of: edit.field) : nil
    return edit.preview(in: &model) + (isField ? edit.askValues(in: &model) : [])
  }

  /// Asks for the values of the field at the caret, once a session.
  private func askValues(in model: inout DashboardModel) -> [Effect] {
    guard let field = completedField, field.kind == .text, !model.masks(field),
      model.search.knownValues[field] == nil
    else { return [] }
    return model.ask(.values(field), for: .values)
  }

  /// The field of the filter language whose value is at the caret.
  fileprivate var completedField: SubscriberField? {
    Filter.completedField(in: field.text, at: field.scalarCaret)
  }
}

extension DashboardModel {
  /// Returns the completions at the caret of a line; `nil` where there are none.
  func completion(of field: LineEditor) -> CompletionList? {
    let named = Filter.completedField(in: field.text, at: field.scalarCaret)
    let known = named.flatMap { masks($0) ? nil : search.knownValues[$0] }
    return CompletionList(field, known: known ?? [], about: filterScope)
  }

  /// Returns a Boolean value that indicates whether the values of a field are masked.
  fileprivate func masks(_ field: SubscriberField) -> Bool {
    settings.masksPersonalData && Masking.fields.contains(field)
  }

  /// Stores the values of a field; a line that waits for them offers them.
  mutating func receive(_ values: [String], of field: SubscriberField) {
    search.knownValues[field] = values
    guard case .filter(var edit) = input, edit.completedField == field else { return }
    edit.completion = completion(of: edit.field)
    input = .filter(edit)
  }
}

extension FilterError {
  /// The error of a text that did not fit into its line.
  fileprivate static func cut(_ field: LineEditor) -> FilterError {
    FilterError(offset: field.scalarCaret, text: field.cutWords)
  }
}
