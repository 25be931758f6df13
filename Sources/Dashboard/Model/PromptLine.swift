import SubscriptionCore
import TerminalUI

/// A question that one line of text answers.
public struct PromptLine: Hashable, Sendable {
  /// What is asked.
  public enum Purpose: Hashable, Sendable {
    /// The time that the whole program is set to.
    case asOf
    /// The file that a list is written to.
    case exportFile(ExportRequest)
    /// Until when the prompts of some subscribers wait.
    case snooze([SubscriptionID])
    /// The name under which a view is kept.
    case viewName
  }

  /// What is asked.
  public var purpose: Purpose
  /// What is typed.
  public var field: LineEditor
  /// What is wrong with what was entered; empty for nothing.
  public var problem = ""

  /// Asks with an answer to begin with.
  public init(_ purpose: Purpose, text: String = "") {
    (self.purpose, field) = (purpose, LineEditor(text))
  }

  /// The heading of the question.
  var title: String {
    switch purpose {
    case .asOf: "Everything as it was at"
    case .snooze(let ids): "Snooze prompts of \(Words.whom(ids)) until"
    case .viewName: "Keep this view as"
    case .exportFile(let request): "Write \(request.list) as \(request.format.rawValue) to"
    }
  }

  /// What stands in the empty line.
  var placeholder: String {
    switch purpose {
    case .asOf: "2025-11-14, 2025-11-14T09:00:00Z, -3d, -6h"
    case .snooze: "5d, 36h, 2w, 2026-12-01, 2026-12-01 09:00Z"
    case .viewName: "a name, such as save-me"
    case .exportFile: "a file name, from the folder churntop was started in"
    }
  }
}
