/// A team's configuration of prompts to fix a payment: the Step 1-3 strategy.
///
/// The first rule whose filter matches decides; if none matches, the store's own plan applies. An
/// account that is held out is shown nothing, whatever the plan.
public struct PromptPolicy: Hashable, Sendable, Codable {
  /// The plan for subscriptions of the App Store.
  public var appStore: PromptPlan
  /// The plan for subscriptions of Google Play.
  public var googlePlay: PromptPlan
  /// Exceptions; the first that matches decides.
  public var rules: [PromptRule]
  /// The accounts that are shown nothing, for comparison; `nil` for none.
  public var holdout: PromptHoldout?

  /// Creates a policy.
  public init(
    appStore: PromptPlan = PromptPlan(), googlePlay: PromptPlan = PromptPlan(),
    rules: [PromptRule] = [], holdout: PromptHoldout? = nil
  ) {
    (self.appStore, self.googlePlay) = (appStore, googlePlay)
    (self.rules, self.holdout) = (rules, holdout)
  }

  /// Step 2 on both stores, and no rules.
  public static let standard = PromptPolicy()

  /// The name of the plan that applies when no rule matches.
  public static let defaultRule = "default"

  /// Returns the plan for subscriptions of a store that applies when no rule matches.
  public func plan(for store: Store) -> PromptPlan {
    switch store {
    case .appStore: appStore
    case .googlePlay: googlePlay
    }
  }

  private enum CodingKeys: String, CodingKey { case appStore, googlePlay, rules, holdout }

  /// Decodes a policy; missing parts have their default values.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    appStore = try container.decodeIfPresent(PromptPlan.self, forKey: .appStore) ?? PromptPlan()
    googlePlay =
      try container.decodeIfPresent(PromptPlan.self, forKey: .googlePlay) ?? PromptPlan()
    rules = try container.decodeIfPresent([PromptRule].self, forKey: .rules) ?? []
    holdout = try container.decodeIfPresent(PromptHoldout.self, forKey: .holdout)
  }
}

/// The prompts to show, with their frequency and exceptions.
public struct PromptPlan: Hashable, Sendable, Codable {
  /// The step.
  public var step: PromptStep
  /// The minimum time between two prompts of Step 3; the stores set the pace of Step 2.
  public var cadence: Duration
  /// The maximum number of prompts of the step in one billing episode; `nil` for no limit.
  public var cap: Int?
  /// The time of day without prompts; `nil` for none.
  public var quietHours: QuietHours?
  /// A different step for the last days of access; `nil` for none.
  public var escalation: Escalation?

  /// A step that replaces the plan's shortly before access ends.
  public struct Escalation: Hashable, Sendable {
    /// The replacing step.
    public var step: PromptStep
    /// The length of time before the end of access.
    public var within: Duration

    /// Creates an escalation.
    public init(to step: PromptStep = .ownBanner, within: Duration) {
      (self.step, self.within) = (step, within)
    }
  }

  /// Creates a plan.
  public init(
    step: PromptStep = .officialMessage, cadence: Duration = .days(3), cap: Int? = nil,
    quietHours: QuietHours? = nil, escalation: Escalation? = nil
  ) {
    self.step = step
    self.cadence = cadence
    self.cap = cap
    self.quietHours = quietHours
    self.escalation = escalation
  }

  /// Decodes a plan; missing parts have their default values.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: PromptPolicyKey.self)
    let standard = PromptPlan()
    step = try fields.decodeIfPresent(PromptStep.self, forKey: .step) ?? standard.step
    cadence = try fields.duration(.cadence, least: .hours(1)) ?? standard.cadence
    cap = try fields.decodeIfPresent(Int.self, forKey: .cap)
    guard cap ?? 0 >= 0 else { throw fields.problem(.cap, "write a number of prompts, or none") }
    quietHours = try fields.decodeIfPresent(QuietHours.self, forKey: .quietHours)
    escalation = try fields.decodeIfPresent(Escalation.self, forKey: .escalation)
  }

  /// Encodes every part that is set.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: PromptPolicyKey.self)
    try fields.encode(step, forKey: .step)
    try fields.encodeDuration(cadence, .cadence)
    try fields.encodeIfPresent(cap, forKey: .cap)
    try fields.encodeIfPresent(quietHours, forKey: .quietHours)
    try fields.encodeIfPresent(escalation, forKey: .escalation)
  }
}

extension PromptPlan.Escalation: Codable {
  /// Decodes an escalation.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: PromptPolicyKey.self)
    step = try fields.decodeIfPresent(PromptStep.self, forKey: .step) ?? .ownBanner
    guard let within = try fields.duration(.within, least: .zero) else {
      throw fields.problem(.within, "write how long before the end of access, for example 3d")
    }
    self.within = within
  }

  /// Encodes an escalation.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: PromptPolicyKey.self)
    try fields.encode(step, forKey: .step)
    try fields.encodeDuration(within, .within)
  }
}

/// The keys of a policy's parts in configuration.
enum PromptPolicyKey: String, CodingKey {
  case name, when, step, cadence, cap, quietHours, escalation, within, from, to, utcOffset
  case percent, salt, since
}

extension KeyedDecodingContainer where Key == PromptPolicyKey {
  /// Decodes a length of time such as `3d`; `nil` if it is missing.
  func duration(_ key: Key, least: Duration) throws -> Duration? {
    guard let text = try decodeIfPresent(String.self, forKey: key) else { return nil }
    guard let length = DurationText.parse(text, atLeast: least) else {
      throw problem(key, "write a length of time such as 3d or 36h, not \(text)")
    }
    return length
  }

  func problem(_ key: Key, _ text: String) -> DecodingError {
    .dataCorruptedError(forKey: key, in: self, debugDescription: text)
  }
}

extension KeyedEncodingContainer where Key == PromptPolicyKey {
  mutating func encodeDuration(_ duration: Duration, _ key: Key) throws {
    try encode(DurationText.text(duration), forKey: key)
  }
}
