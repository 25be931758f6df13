import SubscriptionCore

/// The text output of `list`.
struct SubscriberTable {
  /// The reference of ages and distances.
  var now: Timestamp
  /// The formatter of instants.
  var time: LocalTime
  /// A Boolean value that indicates whether there are columns for the cause and the reason of the
  /// end.
  var showsEnd = false
  /// A Boolean value that indicates whether there is a column for the latest refund.
  var showsRefund = false

  var form: ListPrinter.Form<SubscriberSummary> {
    ListPrinter.Form(
      columns: columns, cells: cells, names: SubscriberShape.columns,
      values: { SubscriberShape($0).cells }, json: { SubscriberShape($0).json })
  }

  /// The columns; a heading names the time zone of its days.
  var columns: [Table.Column] {
    [
      Table.Column(title: "STATE"), Table.Column(title: "ID"),
      Table.Column(title: "NAME", least: 10), Table.Column(title: "STORE", least: 6, turn: 3),
      Table.Column(title: "COUNTRY", turn: 0),
      Table.Column(title: "PRODUCT", least: 8, turn: 4), Table.Column(title: "ACCESS", least: 16),
      Table.Column(title: "SINCE" + time.heading, least: 10, turn: 1),
      Table.Column(title: "PRICE", leansRight: true, turn: 2),
      Table.Column(title: "PROMPT", least: 8),
    ] + (showsEnd ? [Table.Column(title: "CAUSE"), Table.Column(title: "REASON")] : [])
      + (showsRefund ? [Table.Column(title: "REFUNDED" + time.heading)] : [])
  }

  func cells(_ row: SubscriberSummary) -> [Table.Cell] {
    let status = row.status
    let isTest = row.environment != .production
    let end = [status.end?.cause?.rawValue, status.end?.reason.rawValue]
    return [
      Table.Cell(text: status.state.title, ink: .state(status.state)),
      Table.Cell(text: row.id.rawValue),
      Table.Cell(text: (isTest ? "(\(row.environment.rawValue)) " : "") + Self.who(row)),
      Table.Cell(text: row.store.title),
      Table.Cell(text: row.country ?? "-"),
      Table.Cell(text: row.product.rawValue),
      Table.Cell(text: access(status)),
      Table.Cell(text: time.day(status.stateSince)),
      Table.Cell(text: price(row.price)),
      Table.Cell(text: prompt(row), ink: status.prompt.isDue ? .strong : .plain),
    ] + (showsEnd ? end.map { Table.Cell(text: $0 ?? "-") } : [])
      + (showsRefund ? [Table.Cell(text: row.refunds.last.map { time.day($0.at) } ?? "-")] : [])
  }

  /// Returns the user's name, or the app's account identifier.
  static func who(_ row: SubscriberSummary) -> String {
    if let name = row.profile?.name, !name.isEmpty { return name }
    return row.account?.rawValue ?? "-"
  }

  /// Formats an amount with its currency.
  func price(_ money: Money?) -> String { money?.text ?? "-" }

  /// Describes the access and its end.
  func access(_ status: SubscriptionStatus, toTheMinute: Bool = false) -> String {
    guard status.isAccessKnown else { return "not known" }
    let access = status.access
    guard let until = access.until else { return access.granted ? "yes" : "no" }
    // The purchase in the place of a replaced one may give access.
    let isReplaced = status.state == .superseded
    let end = isReplaced ? status.stateSince : until
    let instant = toTheMinute ? time.minute(end) : time.day(end)
    let word = access.granted ? "until" : isReplaced ? "replaced" : "lost"
    return "\(word) \(instant) (\(distance(to: end)))"
  }

  /// Describes the prompt decision of a row in a few words.
  func prompt(_ row: SubscriberSummary) -> String {
    switch row.status.prompt.verdict {
    case .due(let since): "due for \(DurationText.short(now - since))"
    case .scheduled(let instant): distance(to: instant)
    case .withheld(.notFailing): "-"
    case .withheld(.triesOver) where row.snoozedUntil.map { $0 > now } ?? false: "snoozed"
    case .withheld(let reason): reason.short
    }
  }

  /// Describes the distance to an instant, for example `in 6d` and `3h ago`.
  func distance(to instant: Timestamp) -> String {
    instant < now
      ? DurationText.short(now - instant) + " ago" : "in " + DurationText.short(instant - now)
  }
}
