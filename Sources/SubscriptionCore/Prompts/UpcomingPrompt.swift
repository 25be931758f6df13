/// One prompt on a timeline.
public struct UpcomingPrompt: Hashable, Sendable {
  /// When it is due.
  public var at: Timestamp
  /// The step that applies then.
  public var step: PromptStep
  /// What the user is shown.
  public var message: PromptMessage
  /// Whether it is due at the instant the timeline was asked for, rather than later.
  public var isDue: Bool
}
