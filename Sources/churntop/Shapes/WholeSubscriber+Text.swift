import Dashboard
import SubscriptionCore

/// The text output of `show`.
extension WholeSubscriber {
  /// Formats the subscriber as sections of aligned text.
  func text(_ time: LocalTime, ink: Bool) -> String {
    var result = facts(time).text(ink: ink, heading: false)
    for (title, table) in sections(time) where !table.rows.isEmpty {
      result += "\n\(ink ? TextStyle.strong.wrap(title) : title)\n" + table.text(ink: ink)
    }
    return result
  }

  /// Formats the subscriber as Markdown, for a ticket.
  func markdown(_ time: LocalTime) -> String {
    var result = facts(time).markdown
    for (title, table) in sections(time) where !table.rows.isEmpty {
      result += "\n**\(title)**\n\n" + table.markdown
    }
    return result
  }

  private func sections(_ time: LocalTime) -> [(String, Table)] {
    [
      ("Product", terms(time)),
      ("Timeline", timeline(time)), ("Payments", receipts(time)),
      ("Billing episodes", failures(time)),
      ("Prompt conditions", conditions(time)), ("Events", history(time)),
      ("Anomalies", misfits(time)),
    ]
  }

  private func facts(_ time: LocalTime) -> Table {
    let status = row.status
    let words = SubscriberTable(now: now, time: time)
    func date(_ instant: Timestamp?) -> String {
      instant.map { "\(time.minute($0)) (\(words.distance(to: $0)))" } ?? ""
    }
    let offer = subscriber.offerEligibility(at: now, policy: policy)
    let end = status.end.map { end in
      "\(time.minute(end.at)), \(end.reason.title) (\(end.cause?.rawValue ?? "cause not stated"))"
    }
    let tags = row.profile?.tags.joined(separator: " ") ?? ""
    let rows: [(String, String, TextStyle)] = [
      ("id", row.id.rawValue, .strong), ("name", row.profile?.name ?? "", .plain),
      ("mail", row.profile?.email ?? "", .plain), ("tags", tags, .plain),
      ("account", row.account?.rawValue ?? "", .plain),
      ("store", "\(row.store.title), \(row.environment.rawValue)", .plain),
      ("app", row.app?.rawValue ?? "", .plain),
      ("product", row.product.rawValue, .plain),
      (
        "add-ons", subscriber.facts.addOns?.map(\.rawValue).joined(separator: " ") ?? "", .plain
      ),
      (
        "plan",
        row.plan.map { "\($0)" + (row.planSource.map { ", known from \($0.words)" } ?? "") }
          ?? "unknown", .plain
      ),
      ("price", words.price(row.price), .plain),
      (
        "state", "\(status.state.title) since \(time.minute(status.stateSince))",
        .state(status.state)
      ),
      ("access", words.access(status, toTheMinute: true), .plain),
      ("auto-renew", status.autoRenew.map { $0 ? "on" : "off" } ?? "", .plain),
      ("next product", status.pendingProduct?.rawValue ?? "", .plain),
      ("paid through", date(status.paidThrough), .plain),
      ("grace ends", date(status.graceEnds), .plain),
      ("retry ends", date(status.retryEnds), .plain),
      ("renews", date(status.renewsAt), .plain), ("resumes", date(status.resumesAt), .plain),
      ("ended", end ?? "", .plain),
      (
        "flags",
        row.value(of: .flags).texts.map(DisplayText.words).joined(separator: ", "),
        .plain
      ),
      ("claimed by", row.claimedBy ?? "", .plain),
      ("snoozed until", date(row.snoozedUntil), .plain),
      ("prompt", words.prompt(row), status.prompt.isDue ? .strong : .plain),
      ("offer", offer.sentence, .plain),
    ]
    return Table(
      columns: [Table.Column(title: "fact"), Table.Column(title: "value")],
      rows: rows.filter { !$0.1.isEmpty }.map {
        [Table.Cell(text: $0.0), Table.Cell(text: $0.1, ink: $0.2)]
      })
  }

  private func terms(_ time: LocalTime) -> Table {
    table(["TERM", "VALUE", "SINCE" + time.heading, "FROM"], subscriber.productTerms(policy)) {
      term in
      [
        term.subject.rawValue, Self.value(of: term), term.since.map(time.day) ?? "",
        term.origin.replacing("the ", with: "", maxReplacements: 1),
      ]
    }
  }

  /// Returns the value of a term, a price as prices are written elsewhere.
  private static func value(of term: ProductTerm) -> String {
    let parts = term.value.split(separator: " ").map(String.init)
    guard term.subject == .price, parts.count == 2 else { return term.value }
    return Money(decimal: parts[0], currency: parts[1])?.text ?? term.value
  }

  private func timeline(_ time: LocalTime) -> Table {
    table(["SPAN", "FROM", "TO", "LAST DAY" + time.heading, "ACCESS", ""], spans) { span in
      [
        DisplayText.words(span.kind.rawValue), time.minute(span.from),
        span.to.map(time.minute) ?? "?",
        span.to.map(time.lastDay) ?? "?",
        span.access ? "yes" : "no", span.projected ? "projected" : "",
      ]
    }
  }

  private func receipts(_ time: LocalTime) -> Table {
    table(["DATE" + time.heading, "AMOUNT", "WHAT", "PRODUCT", "ORDER", "NOTE"], payments) {
      payment in
      [
        payment.dateWord + time.day(payment.at),
        payment.amount?.text ?? "-", payment.kind.title, payment.product.rawValue,
        payment.name ?? "-", note(on: payment, time),
      ]
    }
  }

  /// Returns the note on a payment beside its columns.
  private func note(on payment: Payment, _ time: LocalTime) -> String {
    var notes: [String] = []
    if let refundedAt = payment.refundedAt {
      let share = payment.refundedShare.map { $0 + " " } ?? ""
      notes.append("\(share)given back \(time.day(refundedAt))")
    }
    if payment.subscription != row.id { notes.append("on \(payment.subscription)") }
    if let other = payment.overlaps { notes.append("same time as a payment on \(other)") }
    return notes.joined(separator: ", ")
  }

  private func failures(_ time: LocalTime) -> Table {
    table(["FAILED", "GRACE ENDS", "RETRY ENDS", "OUTCOME", "ENDED"], episodes) { episode in
      [
        time.minute(episode.failedAt), episode.graceEnds.map(time.minute) ?? "-",
        episode.retryEnds.map(time.minute) ?? "-", DisplayText.words(episode.outcome.rawValue),
        episode.endedAt.map(time.minute) ?? "-",
      ]
    }
  }

  private func conditions(_ time: LocalTime) -> Table {
    table(["", "CONDITION", "VALUE"], trace) { condition in
      [
        condition.holds ? "yes" : "no", condition.condition, condition.value.text(time.minute),
      ]
    }
  }

  private func history(_ time: LocalTime) -> Table {
    table(["STATED", "EVENT", "CHANGE", "SOURCE", "DETAIL"], changes) { shape in
      [
        time.second(shape.event.statedAt), shape.name, shape.change, shape.event.source.rawValue,
        shape.detail(time),
      ]
    }
  }

  private func misfits(_ time: LocalTime) -> Table {
    table(["AT", "KIND", "WHAT"], anomalies) { anomaly in
      [
        time.minute(anomaly.at), DisplayText.words(anomaly.kind.rawValue),
        anomaly.text.text(time.minute),
      ]
    }
  }

  private func table<Row>(_ titles: [String], _ rows: [Row], _ cells: (Row) -> [String]) -> Table {
    Table(titles, rows.map(cells))
  }
}
