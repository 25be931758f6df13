import SubscriptionCore

/// A list that is written to a file: which rows or events, in which order, in which form.
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

  /// The form.
  public var format: Format
  /// The rows, part by part.
  public var sections: [WindowQuestion.Section]
  /// The marked rows, which are written alone; empty where none is marked.
  public var marked: [SubscriptionID] = []
  /// The query for events, newest first; `nil` where rows are exported.
  public var events: EventsQuestion?
  /// The report of the Metrics screen as it is shown, with the filter as typed; `nil` where a list
  /// is exported.
  @Boxed public var metrics: MetricsReport? = nil
  /// The panel of ``metrics`` whose table is written; that of the figures means everything that
  /// the command prints.
  public var table = MetricsState.Pane.figures
  /// The filter of ``metrics`` or ``whatIf``, as typed.
  public var metricsFilter = ""
  /// The answer of the What-if screen as it is shown, with the filter as typed in
  /// ``metricsFilter``; `nil` where a list is exported.
  @Boxed public var whatIf: WhatIfAnswer? = nil
  /// A Boolean value that indicates whether the figures of ``whatIf`` are written a line each, and
  /// not its episodes.
  public var writesEffect = false
  /// The digest as it is shown; `nil` where something else is exported.
  @Boxed public var digest: Digest? = nil
  /// A Boolean value that indicates whether ``digest`` is of a ledger of the past.
  public var isPast = false
  /// The candidate that is saved as a policy file; `nil` where something is exported.
  public var candidate: PolicyCandidate?
  /// The name of the list, for the name of the file.
  public var list: String
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
    _ format: Format, of sections: [WindowQuestion.Section], list: String, now: Timestamp,
    masksPersonalData: Bool
  ) {
    (self.format, self.sections, self.list) = (format, sections, list)
    (self.now, self.masksPersonalData) = (now, masksPersonalData)
  }

  /// Creates a request for events whose file has no name yet.
  public init(
    _ format: Format, of events: EventsQuestion, now: Timestamp, masksPersonalData: Bool
  ) {
    self.init(format, of: [], list: "events", now: now, masksPersonalData: masksPersonalData)
    self.events = events
  }

  /// Creates a request for a report whose file has no name yet.
  public init(
    _ format: Format, of report: MetricsReport?, table: MetricsState.Pane, filter: String,
    now: Timestamp
  ) {
    let list = table == .figures ? "metrics" : "metrics-\(table.exportName)"
    self.init(format, of: [], list: list, now: now, masksPersonalData: false)
    (metrics, self.table, metricsFilter) = (report, table, filter)
  }

  /// Creates a request for a replay whose file has no name yet.
  public init(
    _ format: Format, of answer: WhatIfAnswer?, writesEffect: Bool, filter: String, now: Timestamp
  ) {
    let list = writesEffect ? "what-if-effect" : "what-if"
    self.init(format, of: [], list: list, now: now, masksPersonalData: false)
    (whatIf, self.writesEffect, metricsFilter) = (answer, writesEffect, filter)
  }

  /// Creates a request for a digest whose file has no name yet.
  public init(
    _ format: Format, of digest: Digest, isPast: Bool, now: Timestamp, masksPersonalData: Bool
  ) {
    self.init(format, of: [], list: "digest", now: now, masksPersonalData: masksPersonalData)
    (self.digest, self.isPast) = (digest, isPast)
  }

  /// Creates a request to save a candidate as a policy file that has no name yet.
  public init(saving candidate: PolicyCandidate, now: Timestamp) {
    self.init(.csv, of: [], list: "policy", now: now, masksPersonalData: false)
    self.candidate = candidate
  }

  /// A Boolean value that indicates whether names and mail addresses are written.
  public var isPersonal: Bool {
    guard !masksPersonalData, metrics == nil, whatIf == nil, candidate == nil else { return false }
    // The figures of a digest name no person, and CSV has no more.
    if let digest { return format != .csv && !digest.cases.isEmpty }
    // Of events only the table has a column for the person.
    return events == nil || format == .md
  }

  /// The name that is offered: the list and the day, so that two days' files lie side by side.
  var usualPath: String {
    let suffix = candidate == nil ? format.rawValue : "toml"
    return "churntop-\(list)-\(now.rfc3339.prefix(10)).\(suffix)"
  }

  /// The question for the name of the file, without a question mark.
  var title: String {
    guard candidate == nil else { return "Save the candidate policy as" }
    let rows = marked.isEmpty ? list : "\(Formatting.count(marked.count)) marked"
    return "Write \(rows) as \(format.rawValue) to"
  }

  /// The message that a number of rows was written.
  func words(rows: Int) -> String {
    if candidate != nil {
      return "Saved the candidate to \(path); 'churntop whatif --policy' reads it."
    }
    let masked = masksPersonalData ? ", names masked" : ""
    return "Wrote \(Formatting.plural(rows, unit)) to \(path)\(masked)."
  }

  /// The word for what is counted.
  private var unit: String {
    if metrics != nil { return table == .curve ? "day" : table == .cohorts ? "week" : "figure" }
    if whatIf != nil { return writesEffect ? "figure" : "episode" }
    if digest != nil { return "figure" }
    return events == nil ? "row" : "event"
  }
}

extension MetricsState.Pane {
  /// The name of the panel's table, for a file.
  fileprivate var exportName: String {
    switch self {
    case .figures: "figures"
    case .groups: "groups"
    case .curve: "curve"
    case .cohorts: "weeks"
    case .prompts: "prompts"
    case .money: "money"
    }
  }
}
