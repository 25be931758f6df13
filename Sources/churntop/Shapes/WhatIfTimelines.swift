import ProgramConventions
import SubscriptionCore

/// The latest billing episode of one subscriber under both policies.
struct WhatIfTimelines {
  let row: SubscriberSummary
  /// The episode under both policies.
  let comparison: EpisodeComparison
  /// The prompts under the policy in force, oldest first.
  let currentPrompts: [PromptCase.Shown]
  /// The prompts under the candidate, oldest first.
  let candidatePrompts: [PromptCase.Shown]

  /// Replays the latest episode of a subscriber.
  init(_ whole: WholeSubscriber, _ whatIf: WhatIf) throws(CommandError) {
    guard let episode = whole.episodes.last else {
      throw .notFound("\(whole.row.id) has had no failed renewal; there is nothing to replay.")
    }
    var whatIf = whatIf
    row = whole.row
    comparison = whatIf.add(EpisodeRecord(whole.row, episode))
    (currentPrompts, candidatePrompts) = whatIf.promptTimes(comparison)
  }

  private var failedAt: Timestamp { comparison.record.episode.failedAt }

  /// Formats both timelines one under the other, with what differs.
  func text(_ time: LocalTime, ink: Bool) -> String {
    func head(_ title: String) -> String { ink ? TextStyle.strong.wrap(title) : title }
    var text = DisplayText.sanitized(title(time)) + "\n"
    for (name, replay, prompts) in sides {
      text += "\n" + head(name) + "\n"
      text += WholeSubscriber.spanTable(replay.spans(from: failedAt), time).text(ink: false)
      text += "Prompts: \(times(prompts, time))\n"
    }
    return text + "\n" + difference(time) + "\n"
  }

  /// Formats both timelines as Markdown.
  func markdown(_ time: LocalTime) -> String {
    var text = Table.markdownCell(title(time)) + "\n"
    for (name, replay, prompts) in sides {
      text += "\n**\(name)**\n\n"
      text += WholeSubscriber.spanTable(replay.spans(from: failedAt), time).markdown
      text += "\nPrompts: \(times(prompts, time))\n"
    }
    return text + "\n" + difference(time) + "\n"
  }

  /// Both replays as JSON, with the instants of their prompts.
  var json: JSON {
    func prompts(_ shown: [PromptCase.Shown]) -> JSON {
      .array(shown.map { ["at": JSON($0.at), "step": JSON($0.step.rawValue)] })
    }
    return WhatIfTable.json(comparison).adding([
      "promptsCurrent": prompts(currentPrompts), "promptsCandidate": prompts(candidatePrompts),
    ])
  }

  private var sides: [(String, EpisodeReplay, [PromptCase.Shown])] {
    [
      ("CURRENT", comparison.current, currentPrompts),
      ("CANDIDATE", comparison.candidate, candidatePrompts),
    ]
  }

  private func title(_ time: LocalTime) -> String {
    let name = row.profile.map { $0.name.isEmpty ? "" : ", \($0.name)" } ?? ""
    return "\(row.id)\(name), \(row.store.title), failed \(time.minute(failedAt)). "
      + "\(WhatIfPage.note)."
  }

  private func times(_ shown: [PromptCase.Shown], _ time: LocalTime) -> String {
    guard !shown.isEmpty else { return "none" }
    let steps = Set((currentPrompts + candidatePrompts).map(\.step))
    func step(_ prompt: PromptCase.Shown) -> String {
      steps.count > 1 ? " (step \(prompt.step.rawValue))" : ""
    }
    return "\(shown.count): "
      + shown.map { time.day($0.at) + step($0) }.joined(separator: ", ")
  }

  private func difference(_ time: LocalTime) -> String {
    let (before, after) = (comparison.current, comparison.candidate)
    guard comparison.differs else {
      let later = comingDifferences(time)
      return later.isEmpty
        ? "The candidate makes no difference here."
        : "No difference so far: \(later.joined(separator: ", "))."
    }
    var parts: [String] = []
    let gained = comparison.accessGained
    if gained != .zero {
      parts.append("access \(DurationText.short(gained)) \(gained > .zero ? "longer" : "shorter")")
    }
    if before.outcome != after.outcome {
      parts.append(
        "\(DisplayText.words(after.outcome.rawValue)) instead of "
          + DisplayText.words(before.outcome.rawValue))
    }
    if let prompts = Self.difference(before.prompts, after.prompts) { parts.append(prompts) }
    return "Difference: \(parts.joined(separator: ", ")). The day of payment is held fixed."
  }

  /// The difference of the prompts in a few words; `nil` where they are the same.
  private static func difference(_ before: PromptCount, _ after: PromptCount) -> String? {
    guard before != after else { return nil }
    if before.total != after.total { return "prompts \(before.total) → \(after.total)" }
    if before.ownBanners != after.ownBanners {
      return "prompts of step 2: \(before.officialMessages) → \(after.officialMessages), "
        + "of step 3: \(before.ownBanners) → \(after.ownBanners)"
    }
    return before.firstAt != after.firstAt || before.lastAt != after.lastAt
      ? "prompts on other days" : "the cap is reached in one of them alone"
  }

  /// The dates of an open episode that are yet to come and differ.
  private func comingDifferences(_ time: LocalTime) -> [String] {
    let (before, after) = (comparison.current, comparison.candidate)
    guard before.outcome == .open, after.outcome == .open else { return [] }
    func loss(_ replay: EpisodeReplay) -> Timestamp { max(failedAt, replay.graceEnds ?? failedAt) }
    let dates = [
      ("access would end", loss(before), loss(after)),
      ("the store's tries would end", before.retryEnds, after.retryEnds),
    ]
    return dates.filter { $1 != $2 }.map { words, first, second in
      "\(words) \(time.minute(second)) instead of \(time.minute(first))"
    }
  }
}
