import ArgumentParser
import ConfigurationFiles
import ProgramConventions
import SubscriptionCore

/// The options that state the candidate policy of a what-if.
struct CandidateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A file with [recovery] or [prompts], as in config.toml. Of [recovery] what it leaves out "
        + "stays; [prompts] replaces all prompts, rules and the holdout included.",
      valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var policy: String?

  @Option(
    help: ArgumentHelp(
      "Grace at the App Store: off, 3d, 16d or 28d; 3d..16d compares two.", valueName: "length"))
  var appStoreGrace: String?

  @Option(
    help: ArgumentHelp(
      "Grace at Google Play, 0 to 30 days; 3..14 compares two.", valueName: "days"))
  var playGrace: String?

  @Option(
    help: ArgumentHelp(
      "Account hold at Google Play, 0 to 60 days; 23..53 compares two.", valueName: "days"))
  var playHold: String?

  @Option(help: ArgumentHelp("The step of every prompt plan: 1, 2 or 3.", valueName: "n"))
  var step: Int?

  @Option(
    help: ArgumentHelp("The least time between two prompts of Step 3.", valueName: "length"))
  var cadence: String?

  @Option(help: ArgumentHelp("The most prompts of a step in one episode.", valueName: "n"))
  var cap: Int?
}

/// A candidate policy with the settings that it states.
struct Candidate {
  var policy: ChurnPolicy
  /// The lengths of grace and hold that it states, even if they equal those in force.
  var stated: Set<RecoveryChange.Setting> = []
  /// The lengths to compare with instead of the observed dates.
  var baseline: RecoveryChange?
}

extension CandidateOptions {
  /// A Boolean value that indicates whether no candidate is stated.
  private var isEmpty: Bool {
    [policy, appStoreGrace, playGrace, playHold, cadence].allSatisfy { $0 == nil }
      && step == nil && cap == nil
  }

  /// Returns the candidate: the policy in force, with the file's settings, then the options'.
  ///
  /// - Throws: A `CommandError` if nothing is stated, or something that is not valid: half a
  ///   candidate would be compared as if it were whole.
  func candidate(over current: ChurnPolicy) throws(CommandError) -> Candidate {
    guard !isEmpty else {
      throw .notUnderstood(
        "whatif needs a candidate to compare with: --policy FILE, or an option such as "
          + "--app-store-grace 16d, --play-grace 14, --cadence 2d or --cap 8.")
    }
    var candidate = Candidate(policy: current)
    if let policy { candidate = try Self.read(policy, over: current) }
    var chosen = PolicyCandidate(over: candidate.policy)
    let texts = [appStoreGrace, playGrace, playHold].map(Self.ends)
    chosen.lengths = try Self.lengths(texts.map { $0?.to })
    chosen.present = try Self.lengths(texts.map { $0?.from })
    candidate.stated.formUnion(chosen.lengths.stated)
    for (lengths, stated) in [
      (chosen.lengths, candidate.stated), (chosen.present, chosen.present.stated),
    ] where !stated.isDisjoint(with: [.playGrace, .playHold]) {
      try Self.checkPlayDays(lengths, over: candidate.policy.recovery)
    }
    candidate.baseline = chosen.baseline(over: candidate.policy)
    candidate.policy = chosen.policy(over: candidate.policy)
    var prompts = candidate.policy.prompts
    try set(&prompts.appStore)
    try set(&prompts.googlePlay)
    for index in prompts.rules.indices { try set(&prompts.rules[index].plan) }
    candidate.policy.prompts = prompts
    return candidate
  }

  private static func read(
    _ path: String, over current: ChurnPolicy
  ) throws(CommandError) -> Candidate {
    let file: ConfigurationFile?
    do throws(ConfigurationFile.Damage) {
      file = try ConfigurationFile.load(
        path: path, shape: ConfigurationKind.config.shape, isRequired: true, isStrict: true)
    } catch {
      throw .notUnderstood("--policy: \(error.problem.sentence)")
    }
    guard let file else { throw .notFound("There is no file \(path).") }
    let found = PolicyConfiguration.candidate(of: file, over: current)
    let problems = file.problems + found.problems
    guard problems.isEmpty else {
      throw .notUnderstood(
        "--policy: the candidate is not valid, and nothing was compared.",
        details: problems.map { DisplayText.sanitized($0.sentence) })
    }
    // A section that is not valid is left out as a whole, so its problem comes first.
    guard file.root["recovery"] != nil || file.root["prompts"] != nil else {
      throw .notUnderstood(
        "--policy: \(DisplayText.sanitized(path)) has neither [recovery] nor [prompts]. "
          + "'churntop config example config' shows both.")
    }
    return Candidate(policy: found.policy, stated: found.stated)
  }

  /// Throws unless each stated hold at Google Play lasts as long together with grace as the Play
  /// Console permits; grace that is not stated counts as Google's default for a month.
  private static func checkPlayDays(
    _ chosen: PolicyLengths, over policy: RecoveryPolicy
  ) throws(CommandError) {
    let limits = RecoveryPolicy.PlayRecovery.daysTogether
    for own in [policy.googlePlay] + policy.googlePlayProducts.values {
      let lengths = RecoveryPolicy.PlayRecovery(
        graceDays: chosen.playGraceDays ?? own.graceDays,
        holdDays: chosen.playHoldDays ?? own.holdDays)
      let holds = lengths.permittedHolds
      guard let hold = lengths.holdDays, !holds.contains(hold) else { continue }
      let grace = lengths.graceDays.map(String.init) ?? "the default grace"
      throw .notUnderstood(
        "Google Play permits \(limits.lowerBound) to \(limits.upperBound) days of grace and hold "
          + "together: beside \(grace) a hold of \(holds.lowerBound) to \(holds.upperBound) days, "
          + "not \(hold). Give --play-grace and --play-hold lengths that fit.")
    }
  }

  /// The ends of a range such as `3d..16d`; one length is the latter.
  private static func ends(_ text: String?) -> (from: String?, to: String)? {
    guard let text else { return nil }
    guard let dots = text.firstRange(of: "..") else { return (nil, text) }
    return (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
  }

  /// Returns the lengths of the App Store's grace, Google Play's grace and its hold.
  private static func lengths(_ texts: [String?]) throws(CommandError) -> PolicyLengths {
    var lengths = PolicyLengths()
    if let text = texts[0] {
      let choices = RecoveryPolicy.AppStoreGrace.self
      guard let grace = choices.init(rawValue: text) ?? choices.init(rawValue: text + "d") else {
        throw .notUnderstood(
          "--app-store-grace: '\(text)' is not off, 3d, 16d or 28d, the App Store's choices.")
      }
      lengths.appStoreGrace = grace
    }
    lengths.playGraceDays = try days(texts[1], through: 30, option: "--play-grace")
    lengths.playHoldDays = try days(texts[2], through: 60, option: "--play-hold")
    return lengths
  }

  /// Changes a plan by the options.
  private func set(_ plan: inout PromptPlan) throws(CommandError) {
    if let step {
      guard let step = PromptStep(rawValue: step) else {
        throw .notUnderstood("--step: there is no step \(step); use 1, 2 or 3.")
      }
      plan.step = step
    }
    if let cadence {
      guard let length = DurationText.parse(cadence, atLeast: .hours(1)) else {
        throw .notUnderstood(
          "--cadence: '\(cadence)' is not a length of an hour or more. Write 12h, 2d or 1w.")
      }
      plan.cadence = length
    }
    if let cap {
      guard cap >= 0 else {
        throw .notUnderstood("--cap: \(cap) is not a number of prompts; use 0 or more.")
      }
      plan.cap = cap
    }
  }

  /// Parses whole days, with or without the unit.
  private static func days(
    _ text: String?, through last: Int, option: String
  ) throws(CommandError) -> Int? {
    guard let text else { return nil }
    let digits = text.hasSuffix("d") ? String(text.dropLast()) : text
    guard let days = Int(digits), (0...last).contains(days) else {
      throw .notUnderstood("\(option): '\(text)' is not a number of days from 0 to \(last).")
    }
    return days
  }
}
