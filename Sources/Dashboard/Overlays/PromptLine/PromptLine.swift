import SubscriptionCore
import TerminalUI

/// A question that one line of text answers.
public struct PromptLine: Hashable, Sendable {
  /// The subject of the question.
  public enum Purpose: Hashable, Sendable {
    /// The time that the whole program is set to.
    case asOf
    /// The file that a list is exported to.
    indirect case exportFile(ExportRequest)
    /// The end of a snooze.
    case snooze([SubscriptionID])
    /// The name under which a view is saved.
    case viewName
  }

  /// The subject of the question.
  public var purpose: Purpose
  /// The line.
  public var field: LineEditor
  /// The problem with the answer that was entered; empty for none.
  public var problem = ""

  /// Asks with an answer to begin with.
  public init(_ purpose: Purpose, text: String = "") {
    (self.purpose, field) = (purpose, LineEditor(text))
  }

  /// The text without blanks at its ends.
  private var text: String { field.text.trimmed }

  /// The heading of the question.
  private var title: String {
    switch purpose {
    case .asOf: "Everything as it was at"
    case .snooze(let ids): "Snooze prompts of \(Formatting.whom(ids)) until"
    case .viewName: "Keep this view as"
    case .exportFile(let request): request.title
    }
  }

  /// The text of the empty line.
  private var placeholder: String {
    switch purpose {
    case .asOf: "2025-11-14, 2025-11-14T09:00:00Z, -3d, -6h"
    case .snooze: "5d, 36h, 2w, 2026-12-01, 2026-12-01 09:00Z"
    case .viewName: "a name, such as save-me"
    case .exportFile: "a file name, from the folder churntop was started in"
    }
  }
}

extension PromptLine: PopupOverlay {
  var editor: LineEditor? { field }

  func handle(_ press: KeyPress, in model: inout DashboardModel) -> [Effect] {
    var line = self
    switch KeyChord(press).name {
    case "Esc":
      model.input = .none
      return []
    case "Enter": return answer(in: &model)
    case _:
      guard line.field.take(press) else { return [] }
      line.problem = ""
      model.input = .prompt(line)
      return []
    }
  }

  func insert(_ text: String, in model: inout DashboardModel) -> [Effect] {
    var line = self
    line.field.insert(text)
    model.input = .prompt(line)
    return []
  }

  private func answer(in model: inout DashboardModel) -> [Effect] {
    var problem = "a name is needed"
    switch purpose {
    case .asOf:
      model.input = .none
      if let effects = model.travel(to: text) { return effects }
      problem = "'\(text)' is not a time"
    case .snooze(let ids):
      do {
        let until = try InstantText.later(text, now: model.liveNow, in: model.settings.zone)
        return model.confirm(
          OperatorAction(.promptSnoozed, of: ids, at: model.liveNow, until: until))
      } catch {
        problem = error.text
      }
    case .viewName where !text.isEmpty:
      model.input = .none
      return model.saveView(named: text)
    case .exportFile(var request) where !text.isEmpty:
      model.input = .none
      request.path = text
      return model.export(request)
    case .viewName, .exportFile: break
    }
    var line = self
    line.problem = problem
    model.input = .prompt(line)
    return []
  }

  func hints(in model: DashboardModel) -> InputHints {
    InputHints([.init("Enter", "go")] + model.copyHint)
  }

  func popup(in model: DashboardModel, width: Int, rows: Int) -> Popup {
    let fault = fault(in: model)
    let field = TextField(field, placeholder: placeholder, errorOffset: fault?.offset)
    return Popup(
      title: title,
      lines: [[TextRun("")], [fault.map { TextRun($0.text) } ?? meaning(in: model)]],
      hint: "Enter go  Esc cancel", field: (field, 0))
  }

  /// Draws the question, with a caret under the fault of the answer.
  func draw(_ view: DashboardView, into frame: inout Frame, _ layout: FrameLayout) {
    let popup = popup(in: view.model, width: 0, rows: 0)
    popup.draw(into: &frame, layout)
    let inner = Panel.content(of: layout.box(rows: popup.lines.count))
    guard let fault = fault(in: view.model), inner.height > 1, let field = popup.field?.field else {
      return
    }
    let column = field.column(of: fault.offset, in: inner.row(0))
    let row = inner.row(1)
    frame.fill(row)
    let width = SafeText.width(of: fault.text)
    let isBehind = column + 2 + width <= row.right || column - row.x < width + 1
    let start = isBehind ? column : column - width - 1
    frame.put(
      isBehind ? "^ \(fault.text)" : "\(fault.text) ^", at: Point(x: start, y: row.y),
      width: row.right - start, role: .flashWarn)
  }

  /// The fault of the text so far and the character that it begins at; `nil` for none, for an empty
  /// line and for an answer that is judged once it is entered.
  private func fault(in model: DashboardModel) -> (offset: Int, text: String)? {
    guard case .snooze = purpose, !text.isEmpty else { return nil }
    do {
      _ = try InstantText.later(text, now: model.liveNow, in: model.settings.zone)
      return nil
    } catch {
      let before = String(String.UnicodeScalarView(text.unicodeScalars.prefix(error.offset)))
      return (field.text.prefix { $0 == " " }.count + before.count, error.text)
    }
  }

  /// The meaning of the text so far.
  private func meaning(in model: DashboardModel) -> TextRun {
    if !problem.isEmpty {
      let isAboutFile = if case .exportFile = purpose { true } else { false }
      return TextRun(isAboutFile ? problem : "\(problem): \(placeholder)", role: .flashWarn)
    }
    let dates = model.dates
    switch purpose {
    case .snooze:
      guard let until = try? InstantText.later(text, now: model.liveNow, in: dates.zone) else {
        return TextRun("a length of time from now, or a date", role: .dim)
      }
      return TextRun(
        "\(dates.weekday(until)) \(dates.moment(until)), in "
          + Formatting.age(until - model.liveNow), role: .dim)
    case .viewName:
      let isTaken = model.preferences.views.contains { $0.name == text }
      return isTaken
        ? TextRun("a view of that name is there: Enter replaces it", role: .flashWarn)
        : TextRun("@ and its digit open it", role: .dim)
    case .exportFile: return TextRun("a file of that name is never replaced without a question")
    case .asOf:
      let present = model.livePresent
      guard let instant = InstantText.instant(text, now: present, in: dates.zone) else {
        return TextRun(text.isEmpty ? "empty goes back to now" : "", role: .dim)
      }
      let age = Formatting.age(present - instant)
      return TextRun(
        "\(dates.weekday(instant)) \(DateFormatting(dates.zone, now: present).moment(instant)), "
          + (instant <= present ? "\(age) ago" : "in \(age), as projected"), role: .dim)
    }
  }

  func sentences(in model: DashboardModel) -> [String] {
    // A file has its name in lower case, too.
    let isAboutFile = if case .exportFile = purpose { true } else { false }
    let problem = problem.isEmpty ? [] : ["\(isAboutFile ? problem : problem.capitalizedFirst)."]
    let offer = field.isEmpty ? placeholder : "\(field.text) is used for 'ok'"
    return problem + ["\(title): type it (\(offer)), or nothing to leave it."]
  }

  func keys(for line: String) -> [KeyPress] {
    if line.isEmpty { return [KeyPress(.escape)] }
    if line == "ok", !field.isEmpty { return [KeyPress(.enter)] }
    return [KeyPress(.character("u"), control: true)] + line.map { KeyPress($0) }
      + [KeyPress(.enter)]
  }
}
