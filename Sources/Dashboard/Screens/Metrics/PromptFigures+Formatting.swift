import SubscriptionCore

extension PromptFigures {
  /// Returns the comparison on a line of the page; `nil` for the holdout, which has the first one.
  func comparison(onLine line: Int) -> PromptEffect.Comparison? {
    let place = holdout == nil ? line : line - 1
    return effect.comparisons.indices.contains(place) ? effect.comparisons[place] : nil
  }

  /// The sentence in place of the comparisons if there are none; `nil` if there are some.
  var absence: String? {
    guard effect.comparisons.isEmpty else { return nil }
    guard effect.episodes > 0 else { return "No renewal failed on these days." }
    return
      "No prompt can be compared: in \(Formatting.plural(effect.episodes, "episode")) none was "
      + "recorded that has been followed for \(effect.followUp.wholeDays) days."
  }

  /// The method and its limits.
  var method: [String] {
    let days = effect.followUp.wholeDays
    var lines = [
      "Recovered within \(days) days of the prompt, beside the same share of the episodes that "
        + "were open and had seen no prompt at the same age (expected, from OTHERS). A prompt for "
        + "which there is no such episode is left out (UNMATCHED)."
    ]
    if effect.samplingStep > 1 {
      lines.append("One in \(effect.samplingStep) subscriptions was compared, chosen by a hash.")
    }
    return lines
  }
}

extension PromptEffect.Comparison {
  /// The comparison as a sentence.
  var sentence: String {
    let recovered = Formatting.percent(prompted) ?? "none"
    let parts =
      "\(Formatting.count(prompted.numerator)) of \(Formatting.count(prompted.denominator))"
    let noise = isMoreThanNoise ? "more than noise" : "no more than noise"
    let left = unmatched > 0 ? "; \(Formatting.plural(unmatched, "prompt")) left out" : ""
    return "\(group.title.capitalizedFirst): \(recovered) recovered, \(parts), where "
      + "\(Formatting.percent(expectedShare)) are expected from "
      + "\(Formatting.plural(unprompted, "episode")) not prompted at the same age; difference "
      + "\(Formatting.points(difference)) points, 95 % interval \(Formatting.points(interval)), "
      + "\(noise)\(left)."
  }
}

extension HoldoutComparison {
  /// The holdout and its two parts as sentences.
  var parts: [String] {
    let since = holdout.since.map { " since \(MetricsScreen.day($0)) \($0.year)" } ?? ""
    func words(_ name: String, _ arm: Arm) -> String {
      let rate = arm.recovery
      let share = Formatting.percent(rate).map {
        "\($0) recovered, \(Formatting.count(rate.numerator)) of "
          + "\(Formatting.count(rate.denominator)) followed for \(followUp.wholeDays) days"
      }
      return "\(name): \(Formatting.plural(arm.accounts, "account")), "
        + "\(Formatting.count(arm.shown)) shown a prompt; \(share ?? "none followed so far")."
    }
    return [
      "Holdout \"\(holdout.salt)\": \(holdout.percent) % of the accounts\(since), chosen by "
        + "chance; each counts by its first failure and its assignment.",
      words("Prompted", prompted), words("Held out", heldOut),
    ]
  }

  /// The difference as a sentence, and what the comparison still needs.
  var conclusion: [String] {
    var lines: [String] = []
    if let share = difference.difference, let interval = difference.interval {
      let noise = difference.isMoreThanNoise ? "more than noise" : "no more than noise so far"
      lines.append(
        "Effect by the holdout: \(Formatting.points(share)) points, 95 % interval "
          + "\(Formatting.points(interval)), \(noise).")
    } else {
      lines.append("No effect by the holdout yet: one part has no account followed for so long.")
    }
    if let needed, let stillNeeded {
      let points = Int((effect * 100).rounded())
      let now = power.map { "; so far it is \(Formatting.percent($0))" } ?? ""
      lines.append(
        "\(Formatting.count(needed)) followed accounts find \(points) points with a power of "
          + "80 %\(now); \(Formatting.count(stillNeeded)) are still needed.")
    }
    return lines
  }
}

extension Formatting {
  /// A difference of shares in percentage points with its sign, as `+2.8`.
  static func points(_ difference: Double) -> String {
    let text = String(percent(difference.magnitude).dropLast(2))
    return text == "0.0" ? text : (difference < 0 ? "-" : "+") + text
  }

  /// An interval of differences, as `-1.2..+6.9`.
  static func points(_ interval: ClosedRange<Double>) -> String {
    "\(points(interval.lowerBound))..\(points(interval.upperBound))"
  }
}
