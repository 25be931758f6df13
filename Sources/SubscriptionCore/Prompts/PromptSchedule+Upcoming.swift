extension PromptSchedule {
  /// Returns the prompts to come if each is shown as soon as it is due and the payment stays
  /// unfixed.
  ///
  /// Grace becomes hold at its end; nothing else changes. A prompt that is already due is listed at
  /// `now`.
  ///
  /// - Complexity: O(`count` · *d*) decisions for *d* changes by time between two prompts, with at
  ///   most 64 changes followed for each.
  public static func upcoming(
    _ case: PromptCase, policy: PromptPolicy, from now: Timestamp, count: Int
  ) -> [UpcomingPrompt] {
    var subject = `case`
    var instant = now
    var ticks: [UpcomingPrompt] = []
    var patience = 64
    while ticks.count < count, patience > 0 {
      patience -= 1
      let projected = subject.projected(to: instant)
      let decision = decide(projected, policy: policy, at: instant)
      if case .due = decision.verdict, let step = decision.step, let message = decision.message {
        ticks.append(
          UpcomingPrompt(at: instant, step: step, message: message, isDue: instant == now))
        subject.shown.append(PromptCase.Shown(at: instant, step: step))
        patience = 64
        continue
      }
      let graceEnds = projected.state == .grace ? projected.graceEnds : nil
      let changes = [nextChange(of: projected, policy: policy, after: instant), graceEnds]
      guard let next = changes.compactMap({ $0 }).filter({ $0 > instant }).min() else { break }
      instant = next
    }
    return ticks
  }
}
