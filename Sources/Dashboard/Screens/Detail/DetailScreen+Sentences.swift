import SubscriptionCore

extension DetailScreen {
  func sentences(isPaged: Bool) -> [String] {
    guard let data = model.detail?.data else { return ["There is no such subscription."] }
    let summary = data.extra.summary
    let trace = data.extra.trace.map {
      "\($0.condition): \(dates.shortened($0.value)) (\($0.holds ? "met" : "not met"))."
    }
    let name = name(of: summary)
    var lines = [summary.id.rawValue + (name.isEmpty ? "." : ", \(name).")]
    if let words = model.presenceWords { lines.append("\(words).") }
    if isPaged, model.detail?.showsWhy == true {
      let decision = promptWords(summary, isLongSilent: data.isLongSilent)
      return lines + [decision.capitalizedFirst + ", because:"] + trace
        + ["b tells all of this subscriber, b again goes back."]
    }
    lines += data.sentences
    lines += data.links.map { "Linked purchase: \($0.words(dates))." }
    if let refresh = data.refresh { lines.append("Asked the store: \(refreshWords(refresh)).") }
    let events = data.events.enumerated().map { index, line in
      (isPaged ? "\(index + 1). " : "") + sentence(line)
    }
    let more = isPaged ? ["b goes back; ? lists what can be done here."] : []
    return lines + trace + data.extra.spans.map(sentence)
      + data.payments.map { sentence($0, of: data) } + events + more
  }

  /// A payment as one sentence.
  private func sentence(_ payment: Payment, of data: DetailData) -> String {
    let parts = [
      payment.dateWord + dates.day(payment.at),
      payment.amount.map(\.text) ?? "amount not stated", payment.kind.title,
      payment.name ?? "", note(on: payment, of: data),
    ]
    return "Payment: " + parts.filter { !$0.isEmpty }.joined(separator: ", ") + "."
  }

  /// A span of the timeline as one sentence.
  private func sentence(_ span: Timeline.Span) -> String {
    let end =
      span.lastDay == nil ? "an unknown end" : span.to.map { dates.lastDay($0) } ?? ""
    let words = span.projected ? ", as expected" : ""
    let access = span.access ? "access" : "no access"
    let kind = span.kind == .renewalPending ? span.kind.state.title : span.kind.rawValue
    return "Timeline: \(kind) from \(dates.day(span.from)) to \(end), \(access)\(words)."
  }
}
