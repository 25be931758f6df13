/// One upcoming prompt on a timeline.
public struct UpcomingPrompt: Hashable, Sendable {
  /// The instant at which it is due.
  public var at: Timestamp
  /// The step that applies then.
  public var step: PromptStep
  /// The message that the user is shown.
  public var message: PromptMessage
  /// A Boolean value that indicates whether it is already due at the beginning of the timeline.
  public var isDue: Bool
}
