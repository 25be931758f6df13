import SubscriptionCore

/// The questions of the What-if screen.
extension DashboardModel {
  /// Asks for the replay.
  mutating func askWhatIf() -> [Effect] {
    (whatIf.dueAt, whatIf.askedAt, whatIf.isStale) = (nil, machineNow, false)
    return askWhatIfSubject() + ask(.whatIf(whatIf.question, now: now), for: .whatIf)
  }

  /// Asks for the replay of the subscriber that the screen was opened for.
  private mutating func askWhatIfSubject() -> [Effect] {
    guard let subject = whatIf.subject else { return [] }
    return ask(.whatIfSubscriber(subject, whatIf.question, now: now), for: .whatIfSubscriber)
  }

  /// Asks for the replay once the candidate has rested, or what is shown is out of date.
  mutating func askDueWhatIf() -> [Effect] {
    guard let at = whatIfDueAt, at <= machineNow else { return [] }
    return askWhatIf()
  }

  /// Asks at once for the replay that waits for the candidate to rest.
  mutating func askWaitingWhatIf() -> [Effect] {
    screen == .whatIf && whatIf.dueAt != nil ? askWhatIf() : []
  }

  /// The instant at which the replay is asked for; `nil` while it is up to date.
  ///
  /// A replay of the same, which the growth of the ledger asks for, takes a small share of the
  /// time, however long it takes.
  var whatIfDueAt: Timestamp? {
    guard screen == .whatIf else { return nil }
    if let dueAt = whatIf.dueAt { return dueAt }
    guard whatIf.isStale, !time.isPaused, !isAsking(.whatIf) else { return nil }
    let rest = max(WhatIfState.refreshMin, whatIf.took * WhatIfState.refreshShare)
    return whatIf.askedAt.map { $0 + rest } ?? machineNow
  }

  /// Asks again after a change of the question.
  mutating func replayAfterRest() { whatIf.dueAt = machineNow + WhatIfState.rest }

  /// Stores an answer; one to a question that was changed meanwhile is dropped.
  mutating func receive(whatIf answer: WhatIfAnswer?) {
    guard let answer, answer.question == whatIf.question else { return }
    whatIf.took = whatIf.askedAt.map { max(.zero, machineNow - $0) } ?? .zero
    whatIf.rates = settings.rates
    whatIf.receive(answer)
  }

  /// Stores the replay of the subscriber that the screen was opened for.
  mutating func receive(
    whatIf row: WhatIfRow?, of id: SubscriptionID, to question: WhatIfQuestion
  ) {
    guard id == whatIf.subject, question == whatIf.question else { return }
    (whatIf.subjectRow, whatIf.isSubjectMissing) = (row, row == nil)
  }

  /// Opens the screen for the subscriber that an action begun now would be about.
  mutating func openWhatIf() -> [Effect] {
    guard let id = targets.first else { return [] }
    if screen == .detail {
      if detail?.origin != .whatIf { (whatIf.origin, whatIf.formerDetail) = (.detail, detail) }
    } else {
      (whatIf.origin, whatIf.formerDetail) = (screen, nil)
    }
    if whatIf.subject != id { whatIf.subjectRow = nil }
    (whatIf.subject, whatIf.isSubjectMissing, whatIf.showsSubject) = (id, false, true)
    if layout.tier < .compact { whatIf.pane = .timeline }
    screen = .whatIf
    return askWhatIf()
  }

  /// Shows the subscribers that make up the figure under the cursor under the policy in force,
  /// where that is what happened.
  mutating func openEffect() -> [Effect] {
    guard let answer = whatIf.answer, let report = whatIf.shownReport, !whatIf.isOld,
      let line = whatIf.effectLine
    else {
      return run(.assumptions)
    }
    let help = "\(key(.assumptions)) says how it is computed, \(key(.differs)) lists who differs."
    guard case .figure(let figure) = line else {
      tell(help)
      return []
    }
    guard let list = answer.list(of: figure, among: report.fixedLines) else {
      tell("No filter of subscribers says what makes up \"\(figure.title)\": \(help)")
      return []
    }
    return open(list)
  }

  /// Leaves the screen for the one that it was opened from.
  mutating func leaveWhatIf() -> [Effect] {
    let (origin, former) = (whatIf.origin, whatIf.formerDetail)
    (whatIf.origin, whatIf.formerDetail) = (.home, nil)
    guard origin == .detail, let former else { return show(origin == .detail ? .home : origin) }
    detail = former
    return show(.detail)
  }

  /// Shows the timelines of another subscriber of the list.
  mutating func turnWhatIfSubscriber(by step: Int) {
    let count = whatIf.lineCount(of: .differs)
    if whatIf.showsSubject {
      if step > 0, count > 0 {
        whatIf.select(0, in: .differs)
      } else {
        tell(step > 0 ? "No other episode differs." : "This is the first one.")
      }
      return
    }
    let line = whatIf.line(in: .differs)
    if (0..<count).contains(line + step) {
      whatIf.select(line + step, in: .differs)
    } else if step < 0, whatIf.subject != nil {
      whatIf.showsSubject = true
    } else {
      tell(step > 0 ? "This is the last of the list." : "This is the first of the list.")
    }
  }
}
