/// Everything configurable that an answer depends on beside the events and the time.
public struct ChurnPolicy: Hashable, Sendable, Codable {
  /// How long the stores keep trying, where they do not say.
  public var recovery: RecoveryPolicy
  /// When users are asked to fix their payment.
  public var prompts: PromptPolicy

  /// Creates a policy; what is left out is the stores' default and Step 2.
  public init(recovery: RecoveryPolicy = .standard, prompts: PromptPolicy = .standard) {
    (self.recovery, self.prompts) = (recovery, prompts)
  }

  /// The stores' own defaults, and the official in-app message on both.
  public static let standard = ChurnPolicy()
}
