import EventLedger
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
  /// The query for events, newest first; `nil` where rows are exported.
  public var events: EventsQuestion?
  /// The report of the Metrics screen as it is shown, with the filter as typed; `nil` where a list
  /// is exported.
  public var metrics: MetricsReport?
  /// The filter of ``metrics``, as typed.
  public var metricsFilter = ""
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
  public init(_ format: Format, of report: MetricsReport?, filter: String, now: Timestamp) {
    self.init(format, of: [], list: "metrics", now: now, masksPersonalData: false)
    (metrics, metricsFilter) = (report, filter)
  }

  /// The name that is offered: the list and the day, so that two days' files lie side by side.
  var usualPath: String { "churntop-\(list)-\(now.rfc3339.prefix(10)).\(format.rawValue)" }
}
