extension HoldoutComparison {
  /// A reason not to trust the comparison, or not yet.
  public enum Warning: Hashable, Sendable {
    /// Accounts that are held out were shown prompts.
    case promptsShown(accounts: Int, of: Int)
    /// The arms differ in size by more than chance explains.
    case unequalShares(heldOut: Rate, percent: Int)
    /// Less than half of the accounts have been followed for the whole time.
    case shortFollowUp(followed: Int, of: Int, days: Int)
    /// The holdout names no first day, so failures from before it began count as well.
    case noFirstDay
    /// More accounts failed than are compared.
    case cut(accounts: Int)

    /// The name in data, which the JSON contract fixes.
    public var name: String {
      switch self {
      case .promptsShown: "promptsShown"
      case .unequalShares: "unequalShares"
      case .shortFollowUp: "shortFollowUp"
      case .noFirstDay: "noFirstDay"
      case .cut: "cut"
      }
    }

    /// The warning as a sentence.
    public var sentence: String {
      switch self {
      case .promptsShown(let accounts, let all):
        "Prompts were shown to \(Self.share(accounts, all)) accounts that are held out, so the "
          + "difference is smaller than the effect."
      case .unequalShares(let rate, let percent):
        "\(Self.share(rate.numerator, rate.denominator)) accounts are held out instead of "
          + "\(percent) %, which is not chance; look for failures that are missing in one part."
      case .shortFollowUp(let followed, let all, let days):
        "Only \(Self.share(followed, all)) accounts have been followed for \(days) days; wait for "
          + "the others."
      case .noFirstDay:
        "The holdout names no first day (since), so failures from before it began count as well."
      case .cut(let accounts):
        "Only the first \(CountText.grouped(accounts)) accounts that failed are compared."
      }
    }

    private static func share(_ part: Int, _ whole: Int) -> String {
      "\(CountText.grouped(part)) of \(CountText.grouped(whole))"
    }
  }

  /// The probability below which a difference in the sizes of the arms is not chance.
  static let sizeLevel = 0.001

  /// The reasons not to trust the comparison, the gravest first; empty if there are none.
  ///
  /// The sizes of the arms are compared with the policy's share by the chi-squared test with one
  /// degree of freedom, at the level that A. Fabijan et al. use ("Diagnosing Sample Ratio Mismatch
  /// in Online Controlled Experiments", KDD 2019), once five held-out accounts are to be expected.
  public var warnings: [Warning] {
    var warnings: [Warning] = []
    if heldOut.shown > 0 {
      warnings.append(.promptsShown(accounts: heldOut.shown, of: heldOut.accounts))
    }
    let sizes = Rate(heldOut.accounts, of: heldOut.accounts + prompted.accounts)
    let expected = Double(sizes.denominator) * holdout.share
    if expected >= 5 {
      let z = (Double(sizes.numerator) - expected) / (expected * (1 - holdout.share)).squareRoot()
      if NormalDistribution.twoSidedTail(z) < Self.sizeLevel {
        warnings.append(.unequalShares(heldOut: sizes, percent: holdout.percent))
      }
    }
    if 2 * followed < sizes.denominator || followed == 0 {
      warnings.append(
        .shortFollowUp(followed: followed, of: sizes.denominator, days: followUp.wholeDays))
    }
    if holdout.since == nil { warnings.append(.noFirstDay) }
    if accounts >= accountsMax { warnings.append(.cut(accounts: accounts)) }
    return warnings
  }
}
