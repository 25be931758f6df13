/// Recovery after a prompt, compared with episodes that were not prompted at the same age.
///
/// It is an observation and no experiment (``caveat``); only a holdout tells the effect for certain
/// (``HoldoutComparison``). <doc:Metrics#Effect-of-prompts> has the method.
public struct PromptEffect: Hashable, Sendable {
  /// The prompts that are compared.
  public enum Group: Hashable, Sendable {
    /// The first prompt of each episode.
    case first
    /// The first prompt of a step in each episode.
    case step(PromptStep)
    /// The prompt of that number in each episode, counted from 1.
    case number(Int)

    /// The groups, in the order of a report.
    public static let all: [Group] = [
      .first, .step(.officialMessage), .step(.ownBanner), .number(2), .number(3), .number(4),
    ]

    /// The name in data, which the JSON contract fixes.
    public var name: String {
      switch self {
      case .first: "first"
      case .step(let step): "step\(step.rawValue)"
      case .number(let number): "prompt\(number)"
      }
    }

    /// The group in a few words.
    public var title: String {
      switch self {
      case .first: "first prompt"
      case .step(let step): "first of Step \(step.rawValue)"
      case .number(2): "second prompt"
      case .number(3): "third prompt"
      case .number(let number): "prompt no. \(number)"
      }
    }
  }

  /// A group of prompts beside the episodes that were not prompted at the same age.
  public struct Comparison: Hashable, Sendable {
    /// The group.
    public var group: Group
    /// The episodes that were recovered within the follow-up of the prompt, of those prompted.
    public var prompted: Rate
    /// The share of the episodes not prompted so far that were recovered within the same time from
    /// the same age, averaged over the ages of the prompts.
    public var expectedShare: Double
    /// The number of episodes that the expected share comes from.
    public var unprompted: Int
    /// The prompts left out because every episode of their age had been prompted.
    public var unmatched: Int
    /// The variance of the difference.
    public var variance: Double
    /// The interval of the difference for 95 % confidence.
    public var interval: ClosedRange<Double>

    /// The share recovered after a prompt minus the expected share.
    public var difference: Double { (prompted.share ?? 0) - expectedShare }

    /// A Boolean value that indicates whether the interval excludes zero.
    public var isMoreThanNoise: Bool { interval.lowerBound > 0 || interval.upperBound < 0 }
  }

  /// The warning that belongs beside every figure.
  public static let caveat =
    "No experiment: people who open the app are prompted more often, and may also pay more often "
    + "without a prompt. Only a holdout in the policy tells the effect."

  /// The time after a prompt within which a recovery counts.
  public let followUp: Duration
  /// The number of episodes that were looked at.
  public let episodes: Int
  /// The number of subscriptions of which one was looked at; 1 for all of them.
  public let samplingStep: Int
  /// The groups with at least one prompt that can be compared, in the order of ``Group/all``.
  public let comparisons: [Comparison]
}
