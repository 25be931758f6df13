import EventLedger
import SubscriptionCore
import TerminalUI

/// What a row of a list shows beside its summary.
public struct RowDetail: Hashable, Sendable {
  /// The row, with fresh values.
  public var summary: SubscriberSummary
  /// The present it was computed for.
  public var asOf: Timestamp
  /// Past and future.
  public var spans: [Timeline.Span]
  /// When prompts were shown.
  public var shown: [Timestamp]
  /// The prompts to come.
  public var ticks: [UpcomingPrompt]
  /// The conditions of the prompt decision.
  public var trace: [PromptCondition]
  /// The latest note; empty for none.
  ///
  /// Text from outside.
  public var note: String

  /// Creates an extra.
  public init(
    summary: SubscriberSummary, asOf: Timestamp, spans: [Timeline.Span], shown: [Timestamp],
    ticks: [UpcomingPrompt], trace: [PromptCondition], note: String
  ) {
    self.summary = summary
    self.asOf = asOf
    self.spans = spans
    self.shown = shown
    self.ticks = ticks
    self.trace = trace
    self.note = note
  }
}
