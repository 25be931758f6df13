import SubscriptionCore

/// A setting of a candidate policy by the name of its option of `churntop whatif`.
enum CandidateSetting: String, Hashable, Sendable, CaseIterable {
  case appStoreGrace = "app-store-grace"
  case playGrace = "play-grace"
  case playHold = "play-hold"
  case step, cadence, cap

  /// The values that it can have, in words.
  func values(_ candidate: PolicyCandidate, over current: ChurnPolicy) -> String {
    switch self {
    case .appStoreGrace: "off, 3d, 16d or 28d, or two such as 3d..16d"
    case .playGrace: "days from 0 to 30, or two such as 3..14"
    case .playHold:
      "days from \(candidate.playHolds(over: current).lowerBound) to "
        + "\(candidate.playHolds(over: current).upperBound)"
    case .step: "1, 2, 3"
    case .cadence: "a length of an hour or more, as 2d"
    case .cap: "a number of prompts, or none"
    }
  }

  /// Returns a candidate with the setting, or with both sides of a range of lengths such as
  /// `3d..16d`; `nil` for a text that is none of its values.
  func candidate(
    _ candidate: PolicyCandidate, with text: String, over current: ChurnPolicy
  ) -> PolicyCandidate? {
    guard let dots = text.firstRange(of: "..") else {
      return changed(candidate, text, over: current)
    }
    let (from, to) = (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
    guard length != nil,
      let present = changed(candidate.presentSide(over: current), from, over: current),
      var candidate = changed(candidate, to, over: current)
    else { return nil }
    candidate.present = present.lengths
    return candidate
  }

  /// The length of grace or hold; `nil` for a part of the plans of prompts.
  var length: RecoveryChange.Setting? {
    switch self {
    case .appStoreGrace: .appStoreGrace
    case .playGrace: .playGrace
    case .playHold: .playHold
    case .step, .cadence, .cap: nil
    }
  }

  private func changed(
    _ candidate: PolicyCandidate, _ text: String, over current: ChurnPolicy
  ) -> PolicyCandidate? {
    var candidate = candidate
    let days = Int(text.hasSuffix("d") ? String(text.dropLast()) : text)
    switch self {
    case .appStoreGrace:
      guard
        let grace = RecoveryPolicy.AppStoreGrace(rawValue: text)
          ?? RecoveryPolicy.AppStoreGrace(rawValue: days == 0 ? "off" : text + "d")
      else { return nil }
      candidate.lengths.appStoreGrace = grace
    case .playGrace:
      guard let days, (0...30).contains(days) else { return nil }
      candidate.lengths.playGraceDays = days
      candidate.fitHold(over: current)
    case .playHold:
      guard let days, candidate.playHolds(over: current).contains(days) else { return nil }
      candidate.lengths.playHoldDays = days
    case .step:
      guard let step = Int(text).flatMap(PromptStep.init) else { return nil }
      candidate.changePlans { $0.step = step }
    case .cadence:
      guard let length = DurationText.parse(text, atLeast: .hours(1)) else { return nil }
      candidate.changePlans { $0.cadence = length }
    case .cap:
      guard text == "none" || Int(text).map({ $0 >= 0 }) == true else { return nil }
      candidate.changePlans { $0.cap = Int(text) }
    }
    return candidate
  }
}

extension DashboardModel {
  /// Opens the What-if screen with a setting of the candidate.
  mutating func set(_ setting: CandidateSetting, to text: String) -> [Effect] {
    let candidate = whatIf.question.candidate
    guard let new = setting.candidate(candidate, with: text, over: settings.policy) else {
      let values = setting.values(candidate, over: settings.policy)
      let reason = setting.length.map { " \($0.limits.capitalizedFirst)." } ?? ""
      tell(":set \(setting.rawValue) needs \(values).\(reason)", .warning)
      return []
    }
    choose(new)
    return show(.whatIf)
  }
}
