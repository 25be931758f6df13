import SubscriptionCore
import TerminalUI

extension WhatIfScreen {
  /// The side that the candidate is compared with: as observed, or with lengths of its own.
  var former: PolicyCandidate { whatIf.question.candidate.presentSide(over: model.settings.policy) }

  /// Draws the policy in force beside the candidate.
  func drawPolicy(into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty else { return }
    let left = leftOut(.policy, in: rect)
    // The mark takes the room of a key.
    let hint = hint(leftOut: left, policyHint(rect.width - (left > 0 ? 10 : 0)), frame)
    let inner = drawPanel(.policy, policyTitle, hint: hint, into: &frame, in: rect)
    let columns = [
      .pointer, TableColumn("POLICY", minimum: 14, maximum: 24),
      TableColumn("CURRENT", minimum: 8, alignment: .right),
      TableColumn("", minimum: 1, sacrifice: 1),
      TableColumn("CANDIDATE", minimum: 10, alignment: .right),
    ]
    let fields = whatIf.fields
    let width = Self.widths(of: columns, in: inner.width, gap: 1)[1] ?? 0
    drawTable(.policy, columns, into: &frame, in: inner) { index, isCurrent, frame in
      fieldRow(fields[index], isCurrent: isCurrent, width: width, frame)
    }
  }

  private func fieldRow(
    _ field: PolicyField, isCurrent: Bool, width: Int, _ frame: Frame
  ) -> TableRow {
    let candidate = whatIf.question.candidate
    let none = frame.glyph(.none)
    let isSelected = whatIf.field == field
    let before = words(of: field, in: former) ?? none
    let after = words(of: field, in: candidate) ?? (isSelected ? candidate.text(of: field) : none)
    let differs = former.text(of: field) != candidate.text(of: field)
    let role: StyleRole = candidate.hasEffect(field) ? .text : .disabled
    return TableRow(
      [
        [TextRun(isSelected ? frame.glyph(.pointer) : " ")],
        [TextRun(Self.title(of: field, candidate, width: width), role: role)],
        [TextRun(before, role: former.lengths == PolicyLengths() ? .dim : .text)],
        [TextRun(differs ? frame.glyph(.arrowRight) : "")],
        [TextRun(isSelected ? "<\(after)>" : after + " ", role: differs ? .mark : role)],
      ], overlay: isCurrent ? .cursor : nil, hasCursor: isCurrent)
  }

  /// The value of a field; `nil` for one without an effect beside the others.
  func words(of field: PolicyField, in candidate: PolicyCandidate) -> String? {
    candidate.hasEffect(field) ? candidate.text(of: field) : nil
  }

  /// The name of a field, with the store in one word where a column is too narrow for two.
  private static func title(
    of field: PolicyField, _ candidate: PolicyCandidate, width: Int
  ) -> String {
    let title = candidate.title(of: field)
    guard title.count > width else { return title }
    if case .prompts(.rule, _) = field { return title }
    return title.replacing("Google Play", with: "Play").replacing("App Store", with: "Apple")
  }

  private var policyTitle: String {
    let isNoted = model.size.width >= 110 || model.layout.tier < .compact
    return isNoted ? "Policy" : "Policy: \(Self.note.brief)"
  }

  private func policyHint(_ width: Int) -> String {
    let keys = model.keys(.fieldLess, .fieldMore)
    let present = model.keys(.presentLess, .presentMore)
    let (change, current) = ("\(keys) change", "\(present) current")
    let undo = "\(model.key(.undoChange)) undo"
    return width >= 56
      ? [change, current, undo, "\(model.key(.presets)) presets"].joined(separator: "  ")
      : width >= 40 ? [change, current, undo].joined(separator: "  ") : "\(change)  \(current)"
  }
}
