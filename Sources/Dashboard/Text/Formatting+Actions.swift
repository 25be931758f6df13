import SubscriptionCore

extension Formatting {
  /// An operator's action as a clause, for example `prompts of as_100 snoozed until 23 Nov 17:42Z`.
  static func sentence(_ action: OperatorAction, _ dates: DateFormatting) -> String {
    let who = whom(action.subscriptions)
    let until = action.until.map { " until " + dates.moment($0) } ?? ""
    return switch action.kind.action {
    case .shown: shown(action, to: who)
    case .snoozed: "prompts of \(who) snoozed\(until)"
    case .suppressed: "prompts of \(who) suppressed for this billing episode"
    case .noted: "a note on \(who)"
    case .claimed: "\(who) claimed\(until)"
    case .refreshRequested: "a fresh answer from the store asked for \(who)"
    case .undone:
      "\(action.reversed.map(\.actionTitle) ?? "an earlier action") of \(who) "
        + (action.reversal == .redo ? "counts again" : "taken back")
    case nil: "\(action.kind.title) on \(who)"
    }
  }

  /// Shown prompts as a clause, with the number of each step where they differ.
  private static func shown(_ action: OperatorAction, to who: String) -> String {
    let steps = action.subscriptions.compactMap { action.steps[$0] }
    let counts = Dictionary(grouping: steps) { $0 }.sorted { $0.key < $1.key }
    guard steps.count == action.subscriptions.count, let first = counts.first else {
      return "prompt shown to \(who)"
    }
    guard counts.count > 1 else { return "step \(first.key) prompt shown to \(who)" }
    let each = counts.map { "\(count($0.value.count)) of step \($0.key)" }
    return "prompts shown to \(who) (\(each.joined(separator: ", ")))"
  }

  /// Up to three identifiers by name, more by their number.
  static func whom(_ ids: [SubscriptionID]) -> String {
    ids.count <= 3 ? ids.map(\.rawValue).joined(separator: ", ") : plural(ids.count, "subscriber")
  }

  /// The number of due prompts before and after an action that keeps prompts away.
  static func effect(of action: OperatorAction, _ preview: ActionPreview) -> String? {
    guard action.kind.silencesPrompts, preview.due > 0 else { return nil }
    let after = max(0, preview.dueInAll - preview.due)
    return "prompts due: \(count(preview.dueInAll)) now, \(count(after)) after"
  }

  /// The consequences of an action, one sentence a line, without full stops.
  static func consequences(
    of action: OperatorAction, _ preview: ActionPreview, now: Timestamp
  ) -> [String] {
    let count = action.subscriptions.count
    var lines: [String] = []
    if !preview.settled.isEmpty { lines.append(settled(action, preview, now: now)) }
    if preview.losingCount > 0 {
      let names = preview.losing.map(\.rawValue).joined(separator: ", ")
      let more = preview.losingCount > preview.losing.count ? " and others" : ""
      lines.append(
        count == 1
          ? "\(names) loses access before the snooze ends"
          : "\(Formatting.count(preview.losingCount)) of \(plural(count, "subscriber")) would lose "
            + "access before the snooze ends: \(names)\(more)")
    }
    if preview.outlastingCount > 0 {
      let names = preview.outlasting.map(\.rawValue).joined(separator: ", ")
      let more = preview.outlastingCount > preview.outlasting.count ? " and others" : ""
      lines.append(
        count == 1
          ? "store retries end before the snooze does, so no prompt follows it"
          : "for \(Formatting.count(preview.outlastingCount)) of \(plural(count, "subscriber")) "
            + "store retries end before the snooze does, so no prompt follows: \(names)\(more)")
    }
    if action.kind.silencesPrompts, preview.notFailing > 0 {
      lines.append(
        count == 1
          ? PromptDecision.nothingFailing
          : "\(ofThem(preview.notFailing)) no failing payment")
    }
    if action.kind == .promptSnoozed, preview.suppressed > 0 {
      lines.append(
        count == 1
          ? "prompts are suppressed for this failure, so none follows the snooze"
          : "\(ofThem(preview.suppressed)) suppressed prompts, so none follows the snooze")
    }
    let notDue = preview.known - preview.due - preview.notFailing
    if action.kind == .promptShown, notDue > 0 {
      lines.append(
        count == 1
          ? "no prompt is due here now"
          : "\(ofThem(notDue)) no prompt that is due")
    }
    if action.kind == .claimed {
      for (actor, cases) in preview.claims.sorted(by: { $0.key < $1.key }) {
        lines.append(count == 1 ? "claimed by \(actor) now" : "\(cases) claimed by \(actor) now")
      }
    }
    let unknown = count - preview.known
    if unknown > 0 {
      lines.append(
        "\(Formatting.count(unknown)) \(unknown == 1 ? "is" : "are") gone from the ledger")
    }
    return lines
  }

  /// The beginning of a sentence about some of the subscribers of an action.
  private static func ofThem(_ count: Int) -> String {
    "\(Formatting.count(count)) of them \(count == 1 ? "has" : "have")"
  }

  /// The part of an undo or a redo that others settled already, as a clause.
  static func settled(
    _ action: OperatorAction, _ preview: ActionPreview, now: Timestamp
  ) -> String {
    let count = preview.settled.count
    let all = Set(action.subscriptions).union(preview.settled).count
    let what = action.reversed.map(\.actionTitle) ?? "the action"
    let who =
      all == count
      ? whom(preview.settled) : "\(Formatting.count(count)) of \(Formatting.count(all))"
    guard let event = preview.settledBy else { return "\(what) of \(who) is not in this ledger" }
    let end = action.reversal == .redo ? "counts again already" : "was taken back already"
    let actor = event.action.map { " by \($0.actor)" } ?? ""
    return "\(what) of \(who) \(end)\(actor), \(age(now - event.recordedAt)) ago"
  }
}

extension OperatorAction {
  /// The one word that names it where it must be typed.
  var verb: String {
    switch kind.action {
    case .shown: "shown"
    case .snoozed: "snooze"
    case .suppressed: "suppress"
    case .noted: "note"
    case .claimed: "claim"
    case .refreshRequested: "refresh"
    case .undone: reversal == .redo ? "redo" : "undo"
    case nil: kind.rawValue
    }
  }
}

extension EventKind {
  /// A Boolean value that indicates whether it keeps prompts away for a while.
  fileprivate var silencesPrompts: Bool {
    self == .promptSnoozed || self == .promptSuppressed || self == .promptShown
  }
}

extension Formatting {
  /// A sentence whose links end before their query in an ellipsis.
  static func cuttingLinks(_ sentence: String, _ ellipsis: String) -> String {
    guard sentence.contains("https://") else { return sentence }
    return sentence.split(separator: " ", omittingEmptySubsequences: false).map { word in
      guard word.hasPrefix("https://"), let query = word.firstIndex(of: "?") else {
        return String(word)
      }
      let end = word.last.map { ".,;".contains($0) } == true ? String(word.suffix(1)) : ""
      return word[...query] + ellipsis + end
    }
    .joined(separator: " ")
  }
}

extension LinkedPurchase {
  /// The link as a clause, what was bought and when before what it is called, for example
  /// `replaced by gold on 12 Nov, gp_1a2b`.
  func words(_ dates: DateFormatting) -> String {
    let name = product.rawValue.isEmpty ? "a purchase" : product.rawValue
    let began = since.map { " on " + dates.day($0) } ?? ""
    let ended = until.map { " until " + dates.lastDay($0) } ?? ""
    let what =
      switch relation {
      case .replacement: "replaced by \(name)\(began)"
      case .repurchaseOnHold: "bought again while on hold: \(name)\(began)"
      case .predecessor: "took the place of \(name)\(ended)"
      case .doubleBilling: "both may be charged: \(name), bought\(began)"
      case .earlier: "came back; had \(name)\(ended)"
      case .later: "came back with \(name)\(began)"
      case .beside: "also has \(name)\(ended)"
      }
    return "\(what), \(subscription)"
  }

  /// A Boolean value that indicates whether it wants a warning.
  var isRisk: Bool { relation == .doubleBilling }
}
