import SubscriptionCore

/// A digest as JSON and CSV.
extension DigestDocument {
  /// The whole digest.
  var json: JSON {
    [
      "asOf": JSON(digest.span.now), "since": JSON(digest.span.since), "filter": JSON(filter),
      "comparedWith": JSON(digest.span.step?.rawValue),
      "figures": .array(digest.figures.map { .object(members(of: $0)) }),
      "cases": .array(digest.cases.map { .object(members(of: $0)) }),
      "system": .object(systemMembers),
    ]
  }

  /// The figures, the cases and the system, one object each.
  var lines: [JSON] {
    func line(_ kind: String, _ members: [JSON.Member]) -> JSON {
      .object([JSON.Member(name: "kind", value: .string(kind))] + members)
    }
    return digest.figures.map { line("figure", members(of: $0)) }
      + digest.cases.map { line("case", members(of: $0)) } + [line("system", systemMembers)]
  }

  private func members(of figure: Digest.Figure) -> [JSON.Member] {
    [
      JSON.Member(name: "figure", value: .string(figure.item.rawValue)),
      JSON.Member(name: "count", value: JSON(figure.count)),
      JSON.Member(name: "atLeast", value: .bool(figure.isAtLeast)),
      JSON.Member(
        name: "parts",
        value: .object(figure.parts.map { JSON.Member(name: $0.key, value: JSON($0.count)) })),
      JSON.Member(name: "mrr", value: figure.mrr.map(money) ?? .null),
      JSON.Member(name: "usual", value: figure.usual.map(usual) ?? .null),
      JSON.Member(name: "subscribers", value: JSON(subscribers(figure.item))),
    ]
  }

  /// Returns the filter for the subscribers that make an item up.
  private func subscribers(_ item: Digest.Item) -> String? {
    digest.filter(of: item).map { own in
      filter.flatMap { $0.isEmpty ? nil : "(\($0)) \(own)" } ?? own
    }
  }

  private func money(_ sums: MoneySums) -> JSON {
    [
      "amounts": .array(Statistics.money(sums.micros).map { JSON($0) }),
      "report": rates.map { .array($0.converted(sums.micros).map { JSON($0) }) } ?? .null,
      "unknown": JSON(sums.unknown),
    ]
  }

  private func usual(_ usual: Digest.Usual) -> JSON {
    [
      "median": JSON(usual.median), "least": JSON(usual.least), "most": JSON(usual.most),
      "earlier": .array(usual.earlier.map { JSON($0) }), "change": .string(usual.change.name),
    ]
  }

  private func members(of one: Digest.Case) -> [JSON.Member] {
    [
      JSON.Member(name: "reason", value: .string(one.reason.rawValue)),
      JSON.Member(name: "at", value: JSON(one.at)),
      JSON.Member(name: "subscriber", value: SubscriberShape(one.row).json),
    ]
  }

  private var systemMembers: [JSON.Member] {
    let system = digest.system
    let late = system.late.map { late -> JSON in
      [
        "count": JSON(late.count), "atLeast": .bool(late.isAtLeast),
        "firstDay": JSON(late.firstDay?.iso8601),
      ]
    }
    return [
      JSON.Member(
        name: "feeds",
        value: .array(
          system.feeds.map { feed in
            [
              "store": .string(feed.store.rawValue), "app": JSON(feed.app),
              "lastEventAt": JSON(feed.lastEventAt), "stale": .bool(feed.isStale),
            ]
          })),
      JSON.Member(name: "refused", value: JSON(system.refused)),
      JSON.Member(name: "quarantined", value: JSON(system.quarantined)),
      JSON.Member(name: "undelivered", value: JSON(system.undelivered)),
      JSON.Member(name: "late", value: late ?? .null),
    ]
  }

  /// The figures as CSV, an amount of each currency in a record of its own.
  var csv: String {
    let names = [
      "figure", "count", "currency", "mrr", "unknown", "usual", "least", "most", "change", "since",
      "asOf", "mrrReport", "reportCurrency",
    ]
    return CSV.record(names) + digest.figures.map(records).joined()
  }

  private func records(_ figure: Digest.Figure) -> String {
    let amounts = Statistics.money(figure.mrr?.micros ?? [:])
    let usual = figure.usual
    return (amounts.isEmpty ? [nil] : amounts.map(Optional.init)).map { amount in
      CSV.record(
        [
          figure.item.rawValue, String(figure.count), amount?.currency ?? "",
          amount?.decimal ?? "", figure.mrr.map { String($0.unknown) } ?? "",
          usual.map { String($0.median) } ?? "", usual.map { String($0.least) } ?? "",
          usual.map { String($0.most) } ?? "",
          usual.map { $0.change == .noise ? "" : $0.change.name } ?? "",
          digest.span.since.rfc3339, digest.span.now.rfc3339,
        ] + MetricsText(rates: rates).reportCells(amount))
    }.joined()
  }
}
