import SubscriptionCore
import TerminalUI

/// The facts of a subscriber.
extension DetailText {
  /// The facts with a word before each; where they have a width, a long one goes on below.
  func facts(_ data: DetailData, _ frame: Frame, wrappedTo width: Int? = nil) -> [[TextRun]] {
    let summary = data.extra.summary
    let status = summary.status
    let now = model.now
    var lines: [(String, [TextRun])] = [
      ("", who(data, frame)),
      (
        "state",
        [
          TextRun(
            frame.glyph(status.state.glyph) + " " + status.state.title,
            role: status.state.role),
          TextRun(
            "  since \(dates.moment(status.stateSince))"
              + "  (\(Formatting.age(now - status.stateSince)))"),
        ]
      ),
      (
        "access",
        [
          TextRun(accessWords(data), role: status.access.granted ? "state.active" : "state.hold")
        ]
      ),
      (
        status.state.isFailing ? "retry" : "renewal",
        [TextRun(status.state.isFailing ? retryWords(status) : renewalWords(data))]
      ),
      ("prompt", [TextRun(promptLine(data, frame))]),
      ("plan", [TextRun(planWords(summary, frame))]),
      ("store", [TextRun(storeWords(data, frame))]),
    ]
    // What follows from the store's defaults alone is not worth a line.
    if data.terms.contains(where: { $0.source != nil }) {
      lines.append(("terms", [TextRun(termWords(data.terms, frame))]))
    }
    if !data.payments.isEmpty {
      let isDoubled = data.payments.contains { $0.overlaps != nil }
      lines.append(
        ("paid", [TextRun(paymentWords(data, frame), role: isDoubled ? .flashWarn : .text)]))
    }
    if let refresh = data.refresh {
      lines.append(("refresh", [TextRun(refreshWords(refresh), role: .flashWarn)]))
    }
    for link in data.links {
      lines.append(("linked", [TextRun(link.words(dates), role: link.isRisk ? .flashWarn : .text)]))
    }
    let flags = flagWords(summary)
    if !flags.isEmpty { lines.append(("flags", [TextRun(flags)])) }
    if let end = status.end {
      let cause = end.cause.map(\.rawValue) ?? "cause not stated"
      lines.append(("ended", [TextRun("\(dates.day(end.at)), \(end.reason.title) (\(cause))")]))
    }
    if let anomaly = data.anomalies.last {
      let count = data.anomalies.count > 1 ? " (+\(data.anomalies.count - 1))" : ""
      let text = anomaly.text.text(dates.moment)
      lines.append(("data", [TextRun(text + count, role: .flashWarn)]))
    }
    lines.append(("offer", [TextRun(data.knownOffer.short, role: .dim)]))
    for identifier in data.identifiers {
      lines.append((identifier.kind, [TextRun(identifier.shown, role: .dim)]))
    }
    return lines.flatMap { Self.lines(of: $1, after: $0, wrappedTo: width) }
  }

  /// The lines of a fact after its word.
  private static func lines(
    of fact: [TextRun], after word: String, wrappedTo width: Int?
  ) -> [[TextRun]] {
    guard !word.isEmpty else { return [fact] }
    let lead = TextRun(Formatting.left(word + " ", 10), role: .dim)
    guard let width, fact.count == 1, let run = fact.first else { return [[lead] + fact] }
    let blank = TextRun(String(repeating: " ", count: lead.text.count))
    return Paragraph(run.text).lines(width: max(8, width - lead.text.count)).enumerated()
      .map { [$0 == 0 ? lead : blank, TextRun($1, role: run.role)] }
  }

  /// The facts in four lines, for smaller screens: the answer to a call first.
  func shortFacts(_ data: DetailData, _ frame: Frame, _ width: Int) -> [[TextRun]] {
    let summary = data.extra.summary
    let state = label(summary.status.state, frame)
    let words =
      width >= 70 ? stateWords(summary.status, frame) : callWords(summary.status, frame)
    var lines = [
      who(data, frame, opaqueMax: max(16, width / 3))
        + [TextRun(dot(frame) + planWords(summary, frame))],
      state + [TextRun(" " + words)],
      [TextRun(promptLine(data, frame))],
    ]
    let advice = data.explanation.first { $0.topic == .advice }
      .map { [TextRun(Self.brief($0.text, width: width))] }
    if let refresh = data.refresh {
      lines.append([TextRun("asked the store: " + refreshWords(refresh), role: .flashWarn)])
    } else if let risk = data.links.first(where: \.isRisk) {
      lines.append([TextRun(risk.words(dates), role: .flashWarn)])
    } else if let advice {
      lines.append(advice)
    }
    return lines
  }

  /// A piece of advice in a width: where it is too long, without the words that all have.
  private static func brief(_ text: String, width: Int) -> String {
    let usual = "Ask the user to "
    guard text.count > width, text.hasPrefix(usual) else { return text }
    return "user: " + text.dropFirst(usual.count)
  }

  /// The ends of access and of retries, for the narrowest panels.
  private func callWords(_ status: SubscriptionStatus, _ frame: Frame) -> String {
    var parts = [accessSentence(status)]
    if status.state.isFailing, let words = retryClause(status) { parts.append(words) }
    return parts.joined(separator: dot(frame))
  }

  /// The prompt decision, with the sign of a due prompt.
  private func promptLine(_ data: DetailData, _ frame: Frame) -> String {
    let summary = data.extra.summary
    let mark = summary.status.prompt.isDue ? frame.glyph(TimelineMark.due.glyph) + " " : ""
    return mark + promptWords(summary, isLongSilent: data.isLongSilent)
  }

  /// A request for a fresh answer: since when it waits, and that it does.
  func refreshWords(_ refresh: RefreshRequest) -> String {
    let who = refresh.actor.isEmpty ? "" : ", by \(refresh.actor)"
    let age = Formatting.age(model.now - refresh.at)
    return "unanswered since \(dates.moment(refresh.at)) (\(age))\(who)"
  }

  /// The person, mail address and tags; an opaque name of letters and digits is cut, as in the
  /// list.
  private func who(_ data: DetailData, _ frame: Frame, opaqueMax: Int = .max) -> [TextRun] {
    let summary = data.extra.summary
    var runs: [TextRun] = []
    var name = name(of: summary)
    if name.count > opaqueMax, !name.contains(" ") {
      name = SafeText.truncated(name, to: opaqueMax, ellipsis: frame.glyph(.ellipsis))
    }
    runs.append(TextRun(name.isEmpty ? summary.id.rawValue : name, role: .title))
    if let email = summary.profile?.email, !email.isEmpty {
      let mark = frame.glyphs[.mask]
      let shown =
        model.masks(summary.id) ? Masking.email(email, mark: mark) : email
      runs.append(TextRun("  " + shown))
    }
    if let tags = summary.profile?.tags, !tags.isEmpty {
      runs.append(TextRun("  " + tags.map { "#" + $0 }.joined(separator: " "), role: .dim))
    }
    return runs
  }

  private func accessWords(_ data: DetailData) -> String {
    let (status, now) = (data.extra.summary.status, model.now)
    if data.isLongSilent {
      guard status.access.granted || !status.isAccessKnown else { return "NO by the last report" }
      return "YES by the last report, may have ended"
    }
    if status.isAccessInDoubt, let until = status.access.until, until <= now {
      let age = Formatting.short(now - until)
      return "not confirmed: access lost \(dates.day(until)) (\(age) ago)"
    }
    guard status.isAccessKnown else { return "not known" }
    guard let until = status.access.until else {
      return status.access.granted ? "YES, end not known" : "NO"
    }
    guard status.access.granted else { return "NO, " + accessSentence(status) }
    return "YES until \(dates.moment(until))  (\(Formatting.age(until - now)))"
  }

  private func retryWords(_ status: SubscriptionStatus) -> String {
    let now = model.now
    guard let end = status.retryEnds else { return "store retries, end not known" }
    let length = Formatting.age(end - now)
    return end > now
      ? "until \(dates.moment(end))  (\(length))"
      : "was to end \(dates.moment(end))  (\(length) ago)"
  }

  /// The next charge; that there is none only where the store charges nothing more.
  private func renewalWords(_ data: DetailData) -> String {
    let status = data.extra.summary.status
    if let renews = status.renewsAt {
      return (renews > model.now ? "" : "was due ") + dates.moment(renews)
    }
    let paidThrough = status.paidThrough.map(dates.moment)
    switch status.state {
    case .unknown: return "not known"
    case .pending: return "the first payment is pending"
    case .paused:
      return "when the pause ends" + (status.resumesAt.map { ", \(dates.moment($0))" } ?? "")
    case .active where status.flags.contains(.pausePending): return "none, a pause begins instead"
    case .active where status.flags.contains(.billingIssue) && status.autoRenew != false:
      return (paidThrough ?? "due") + ", a problem is announced"
    case .active where status.autoRenew != false, .renewalPending: return "date not known"
    case .refunded where data.renewsAfterRefund:
      let date = status.paidThrough.flatMap { $0 > model.now ? " \(dates.moment($0))" : nil }
      return "auto-renew on, may charge\(date ?? "")"
    case .active, .grace, .hold, .canceled, .expired, .refunded, .superseded:
      return "nothing to collect"
    }
  }

  private func planWords(_ summary: SubscriberSummary, _ frame: Frame) -> String {
    var parts = [summary.product.rawValue.isEmpty ? "product not stated" : summary.product.rawValue]
    switch (summary.price, summary.plan) {
    case (let price?, let plan?): parts.append("\(price.text) \(plan.words)")
    case (let price?, nil): parts += [price.text, "plan unknown"]
    case (nil, let plan?): parts.append("unknown price \(plan.words)")
    case (nil, nil): parts.append("plan unknown")
    }
    if let next = summary.status.pendingProduct { parts.append("next: \(next)") }
    switch summary.status.autoRenew {
    case false?: parts.append("auto-renew off")
    case true?, nil: break
    }
    return parts.joined(separator: dot(frame))
  }

  private func storeWords(_ data: DetailData, _ frame: Frame) -> String {
    let summary = data.extra.summary
    var parts = [summary.store.title]
    if summary.environment != .production { parts.append(summary.environment.rawValue) }
    if let country = summary.country { parts.append(country) }
    if let app = summary.app { parts.append(app.rawValue) }
    return parts.joined(separator: dot(frame))
  }

  /// The terms of the product with their sources.
  private func termWords(_ terms: [ProductTerm], _ frame: Frame) -> String {
    terms.map { term in
      let word: String =
        switch term.subject {
        case .name, .period, .price: ""
        case .grace, .hold: term.subject.rawValue + " "
        }
      let origin = term.source.map { " (\($0.title))" } ?? ""
      return word + term.value + origin
    }.joined(separator: dot(frame))
  }

  /// The payments in one line: how many, the last, and what is odd about them.
  private func paymentWords(_ data: DetailData, _ frame: Frame) -> String {
    if let twice = data.payments.first(where: { $0.overlaps != nil }), let other = twice.overlaps {
      let elsewhere = other == data.extra.summary.id ? twice.subscription : other
      return "twice for the same time: also on \(elsewhere)"
    }
    let own = data.payments.filter { $0.subscription == data.extra.summary.id }
    var parts: [String] = []
    if let last = own.first(where: { $0.kind.isCharged }) {
      let amount = last.amount.map { $0.text + " " } ?? ""
      parts.append("last \(amount)\(dates.day(last.at))")
    }
    for kind in Payment.Kind.allCases {
      let count = own.count { $0.kind == kind }
      let title = kind == .familyShared ? "paid by the family" : kind.title
      if count > 0 { parts.append("\(count) \(title)") }
    }
    return parts.joined(separator: dot(frame))
  }

  private func flagWords(_ summary: SubscriberSummary) -> String {
    SubscriptionFlag.allCases.filter(summary.status.flags.contains).map(\.title)
      .joined(separator: ", ")
  }
}

extension DetailData.Identifier {
  /// The name as it is shown: a purchase token opens the purchase, so only its beginning is.
  var shown: String {
    kind == "token" && value.count > 8 ? value.prefix(8) + "... (\(value.count) letters)" : value
  }
}

extension DetailData {
  /// The eligibility for an introductory offer, as far as the last report says it.
  fileprivate var knownOffer: OfferEligibility {
    isLongSilent && offer == .subscribed ? .notKnown : offer
  }
}

extension OfferEligibility {
  /// The answer in a few words.
  var short: String {
    switch self {
    case .lapsedWithoutOffer: "an introductory offer may be had"
    case .subscribed: "none while subscribed"
    case .offerUsed: "none, one was used before"
    case .familyShared: "none, family shared"
    case .notKnown: "not known whether one may be had"
    }
  }
}

extension SubscriptionFlag {
  /// The flag in words.
  var title: String {
    switch self {
    case .trial: "free trial"
    case .introductory: "introductory price"
    case .sandbox: "sandbox"
    case .familyShared: "family shared"
    case .priceConsentPending: "price consent pending"
    case .acknowledgementPending: "not acknowledged by the app"
    case .productChangePending: "product change pending"
    case .pausePending: "pause pending"
    case .cancellationScheduled: "cancellation scheduled"
    case .billingIssue: "billing issue announced"
    case .doubleBillingRisk: "double billing risk"
    case .refundRequested: "refund requested"
    case .notYetAsked: "store not yet asked"
    }
  }
}
