import SubscriptionCore

/// 2026-11-01T09:00:00Z, when the renewals of these tests fail.
let failure = Timestamp(seconds: 1_793_523_600)

extension PromptCase {
  /// A subscription whose renewal failed at ``failure``, with everything in favour of a prompt.
  static func failing(
    _ store: Store, _ state: SubscriptionState = .hold, graceDays: Int = 0, tryDays: Int = 60
  ) -> PromptCase {
    var subject = PromptCase(store: store, state: state, product: "pro.monthly")
    subject.autoRenew = true
    subject.failedAt = failure
    subject.stateSince = failure
    if graceDays > 0 { subject.graceEnds = failure + .days(graceDays) }
    if state == .grace { subject.accessUntil = subject.graceEnds }
    subject.retryEnds = failure + .days(tryDays)
    return subject
  }

  func with(_ change: (inout PromptCase) -> Void) -> PromptCase {
    var changed = self
    change(&changed)
    return changed
  }

  func shown(_ days: Double..., step: PromptStep = .officialMessage) -> PromptCase {
    with { subject in
      subject.shown += days.map {
        PromptCase.Shown(at: failure + .milliseconds(Int64($0 * 86_400_000)), step: step)
      }
    }
  }
}

/// One character a day at the failure's time of day: `!` due, and shown at once when `showing`;
/// `.` scheduled; `-` withheld.
func drawing(
  of subject: PromptCase, policy: PromptPolicy = .standard, days: Int = 62, showing: Bool
) -> String {
  var subject = subject
  var text = ""
  for day in 0..<days {
    let now = failure + .days(day)
    let decision = PromptSchedule.decide(subject, policy: policy, at: now)
    switch decision.verdict {
    case .due:
      text += "!"
      if showing, let step = decision.step {
        subject.shown.append(PromptCase.Shown(at: now, step: step))
      }
    case .scheduled: text += "."
    case .withheld: text += "-"
    }
  }
  return text
}
