import SubscriptionCore
import TerminalUI

extension ModelReader {
  /// One cell, all but the timeline.
  func cell(
    _ column: ListColumn, of summary: SubscriberSummary, width: Int, _ frame: Frame
  ) -> [TextRun] {
    let status = summary.status
    let ellipsis = frame.glyph(.ellipsis)
    let none = frame.glyph(.none)
    func text(_ words: String?) -> [TextRun] { [TextRun(words ?? none)] }
    func until(_ instant: Timestamp?) -> [TextRun] {
      text(instant.flatMap { $0 > model.now ? Formatting.short($0 - model.now) : nil })
    }
    func ago(_ instant: Timestamp?) -> [TextRun] {
      text(instant.flatMap { $0 <= model.now ? Formatting.short(model.now - $0) : nil })
    }
    guard let field = column.field else { return [] }
    switch (field, summary.value(of: field)) {
    case (.state, _): return label(status.state, frame)
    case (.id, _): return text(Self.short(summary.id, width: width, ellipsis: ellipsis))
    case (.name, _):
      let name = TextRun(name(of: summary))
      guard summary.environment != .production else { return [name] }
      return [TextRun("(\(summary.environment.rawValue)) ", role: .dim), name]
    case (.store, _): return text(summary.store.shortTitle)
    case (.product, _):
      return text(Self.shortProduct(summary.product, width: width, ellipsis: ellipsis))
    case (.losesAt, _): return text(loses(status, frame))
    case (.dueAt, _): return dueWords(summary, width: width, frame)
    case (_, .instant(let instant)):
      return field.definition.type == .age ? ago(instant) : until(instant)
    case (_, .text(let words)): return text(words)
    case (_, .choice(let choice)): return text(choice?.name)
    case (_, .texts(let tags)): return text(tags.isEmpty ? nil : tags.joined(separator: ","))
    case (_, .truth(let truth)): return text(truth.map { $0 ? "yes" : "no" })
    case (_, .number(let number)): return text(number.map { String($0) })
    case (_, .money(let money)): return text(money.map(\.text))
    }
  }

  /// The state of the prompt: the time since it is due, the time until then, or the reason against
  /// it.
  func dueWords(_ summary: SubscriberSummary, width: Int, _ frame: Frame) -> [TextRun] {
    let now = model.now
    switch summary.status.prompt.verdict {
    case .due(let since):
      let age = Formatting.age(now - since)
      guard now - since > .days(1) else { return [TextRun(age)] }
      // The signs stand below each other where the column has room for the longest usual age.
      let padding = max(0, min(7, width - 2) - age.count) + 1
      return [
        TextRun(age + String(repeating: " ", count: padding)),
        TextRun(frame.glyph(.overdue), role: "timeline.due"),
      ]
    case .scheduled(let at):
      if isSnoozed(summary) { return [TextRun("snoozed")] }
      return [TextRun("in " + Formatting.short(at - now))]
    case .withheld(.triesOver) where isSnoozed(summary): return [TextRun("snoozed")]
    case .withheld(let reason): return [TextRun(reason.short)]
    }
  }

  private func isSnoozed(_ summary: SubscriberSummary) -> Bool {
    summary.snoozedUntil.map { $0 > model.now } ?? false
  }

  /// The beginning of the state, and the ends of access and of retries.
  func stateWords(_ status: SubscriptionStatus, _ frame: Frame) -> String {
    let now = model.now
    let isRoomy = model.size.width >= 100
    let age = isRoomy ? " (\(Formatting.short(now - status.stateSince)))" : ""
    var parts = ["since \(dates.day(status.stateSince))\(age)"]
    parts.append(accessSentence(status))
    if status.state.isFailing, let words = retryClause(status) {
      parts.append((isRoomy ? "store " : "") + words)
    }
    if let renews = status.renewsAt {
      parts.append("\(renews > now ? "renews" : "renewal was due") \(dates.day(renews))")
    }
    if let resumes = status.resumesAt { parts.append("resumes \(dates.day(resumes))") }
    return parts.joined(separator: dot(frame))
  }

  /// The end of the store's tries as a clause; `nil` where none is known.
  func retryClause(_ status: SubscriptionStatus) -> String? {
    status.retryEnds.map { end in
      end > model.now
        ? "retries until \(dates.lastDay(end))" : "retry end \(dates.day(end)) passed"
    }
  }

  /// The answer to "can the user get in?".
  func accessSentence(_ status: SubscriptionStatus) -> String {
    let now = model.now
    guard status.isAccessKnown else { return "access not known" }
    guard let until = status.access.until else {
      return status.access.granted ? "access, end not known" : "no access"
    }
    if status.access.granted {
      let left =
        model.size.width >= 100 ? Formatting.age(until - now) : Formatting.short(until - now)
      return "access until \(dates.lastDay(until)) (\(left))"
    }
    if status.state == .superseded {
      // The purchase in its place may give access.
      let since = status.stateSince
      return "replaced \(dates.day(since)) (\(Formatting.short(now - since)) ago)"
    }
    return until <= now
      ? "access lost \(dates.day(until)) (\(Formatting.short(now - until)) ago)" : "no access"
  }

  /// The prompt decision as a clause, which claims no more about the renewal than is known.
  func promptWords(_ summary: SubscriberSummary, isLongSilent: Bool = false) -> String {
    let prompt = summary.status.prompt
    let now = model.now
    let what = prompt.step?.title ?? "prompt"
    var words =
      switch prompt.verdict {
      case .due(let since): "\(what) due for \(Formatting.age(now - since))"
      case .scheduled(let at): "\(what) in \(Formatting.age(at - now)), \(dates.moment(at))"
      case .withheld where isLongSilent: "no prompt: \(WithheldReason.notKnown.clause)"
      case .withheld(.notFailing) where summary.status.state == .renewalPending:
        "no prompt: the store has not said that the renewal failed"
      case .withheld(.triesOver) where isSnoozed(summary):
        "no prompt: \(WithheldReason.clauseOfSnooze)"
      case .withheld(let reason): "no prompt: \(reason.clause)"
      }
    var notes: [String] = []
    if prompt.shownInEpisode > 0 {
      let last = prompt.lastShownAt.map { ", last \(Formatting.short(now - $0)) ago" } ?? ""
      notes.append("shown \(prompt.shownInEpisode)x\(last)")
    }
    if let rule = prompt.rule { notes.append("rule \"\(rule)\"") }
    // What colleagues did is not to be cut off a narrow line.
    if let until = summary.snoozedUntil, until > now {
      words += ", snoozed until \(dates.moment(until))"
    }
    if let actor = summary.claimedBy { words += ", claimed by \(actor)" }
    return notes.isEmpty ? words : words + " (" + notes.joined(separator: "; ") + ")"
  }
}
