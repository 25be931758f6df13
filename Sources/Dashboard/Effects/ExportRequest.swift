import SubscriptionCore

/// A request to write what a dashboard shows to a file, in one of four forms.
public struct ExportRequest: Hashable, Sendable {
  /// The forms of a file.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// Comma-separated values by RFC 4180.
    case csv
    /// One JSON document.
    case json
    /// One JSON document a line.
    case jsonl
    /// A Markdown table.
    case md
  }

  /// The contents of a file; filters are as typed.
  public indirect enum Content: Hashable, Sendable {
    /// The rows of a list with a name, part by part; where some are marked, these alone.
    case rows([WindowQuestion.Section], marked: [SubscriptionID], list: String)
    /// Events, newest first.
    case events(EventsQuestion)
    /// The table of a panel of the Metrics screen as it is shown; that of the figures means
    /// everything that the command prints.
    case metrics(MetricsReport, table: MetricsState.Pane, filter: String)
    /// The answer of the What-if screen as it is shown: its figures a line each, or its episodes.
    case whatIf(WhatIfAnswer, writesEffect: Bool, filter: String)
    /// The digest as it is shown, of the present or of a ledger of the past.
    case digest(Digest, isPast: Bool)
    /// A candidate, which is saved as a policy file.
    case policy(PolicyCandidate)
  }

  /// The form.
  public var format: Format
  /// The contents.
  public var content: Content
  /// The path of the file.
  public var path = ""
  /// A Boolean value that indicates whether a file of that name may be replaced.
  public var overwrites = false
  /// The present on screen.
  public var now: Timestamp
  /// A Boolean value that indicates whether names and mail addresses are replaced by stand-ins.
  public var masksPersonalData: Bool

  /// Creates a request whose file has no name yet.
  public init(
    _ format: Format, _ content: Content, now: Timestamp, masksPersonalData: Bool = false
  ) {
    (self.format, self.content) = (format, content)
    (self.now, self.masksPersonalData) = (now, masksPersonalData)
  }

  /// A Boolean value that indicates whether names and mail addresses are written.
  public var isPersonal: Bool {
    guard !masksPersonalData else { return false }
    return switch content {
    case .rows: true
    // Of events only the table has a column for the person.
    case .events: format == .md
    // The figures of a digest name no person, and CSV has no more.
    case .digest(let digest, _): format != .csv && !digest.cases.isEmpty
    case .metrics, .whatIf, .policy: false
    }
  }

  /// The name of what is written, for the name of the file.
  private var list: String {
    switch content {
    case .rows(_, _, let list): list
    case .events: "events"
    case .metrics(_, let table, _): table.exportName
    case .whatIf(_, let writesEffect, _): writesEffect ? "what-if-effect" : "what-if"
    case .digest: "digest"
    case .policy: "policy"
    }
  }

  /// The name that is offered: the list and the day, so that two days' files lie side by side.
  var usualPath: String {
    let suffix = if case .policy = content { "toml" } else { format.rawValue }
    return "churntop-\(list)-\(now.rfc3339.prefix(10)).\(suffix)"
  }

  /// The question for the name of the file, without a question mark.
  var title: String {
    switch content {
    case .policy: "Save the candidate policy as"
    case .rows(_, let marked, _) where !marked.isEmpty:
      "Write \(Formatting.count(marked.count)) marked as \(format.rawValue) to"
    case .rows, .events, .metrics, .whatIf, .digest: "Write \(list) as \(format.rawValue) to"
    }
  }

  /// The message that a number of rows was written.
  func words(rows: Int) -> String {
    let unit: String
    switch content {
    case .rows: unit = "row"
    case .events: unit = "event"
    case .metrics(_, .curve, _): unit = "day"
    case .metrics(_, .cohorts, _): unit = "week"
    case .whatIf(_, false, _): unit = "episode"
    case .metrics, .whatIf, .digest: unit = "figure"
    case .policy: return "Saved the candidate to \(path); 'churntop whatif --policy' reads it."
    }
    let masked = masksPersonalData ? ", names masked" : ""
    return "Wrote \(Formatting.plural(rows, unit)) to \(path)\(masked)."
  }
}

extension MetricsState.Pane {
  /// The name of the panel's table, for a file.
  var exportName: String {
    switch self {
    case .figures: "metrics"
    case .groups: "metrics-groups"
    case .curve: "metrics-curve"
    case .cohorts: "metrics-weeks"
    case .prompts: "metrics-prompts"
    case .money: "metrics-money"
    }
  }
}
