import SubscriptionCore

/// A digest as JSON and CSV.
extension DigestDocument {
  /// The whole digest.
  var json: JSON {
    [
      "asOf": JSON(digest.span.now), "since": JSON(digest.span.since), "filter": JSON(filter),
      "comparedWith": JSON(digest.span.step?.rawValue),
      "figures": .array(digest.figures.map(json)), "cases": .array(digest.cases.map(json)),
      "system": system,
    ]
  }

  /// The figures, the cases and the system, one object each.
  var lines: [JSON] {
    func line(_ kind: JSON, _ value: JSON) -> JSON { (["kind": kind] as JSON).adding(value) }
    return digest.figures.map { line("figure", json($0)) }
      + digest.cases.map { line("case", json($0)) } + [line("system", system)]
  }

  private func json(_ figure: Digest.Figure) -> JSON {
    [
      "figure": .string(figure.item.rawValue), "count": JSON(figure.count),
      "atLeast": .bool(figure.isAtLeast),
      "parts": .object(figure.parts.map { JSON.Member(name: $0.key, value: JSON($0.count)) }),
      "mrr": figure.mrr.map(money) ?? .null, "usual": figure.usual.map(usual) ?? .null,
      "subscribers": JSON(subscribers(figure.item)),
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
      "amounts": .sums(sums.micros), "report": .sums(sums.micros, at: rates),
      "unknown": JSON(sums.unknown),
    ]
  }

  private func usual(_ usual: Digest.Usual) -> JSON {
    [
      "median": JSON(usual.median), "least": JSON(usual.least), "most": JSON(usual.most),
      "earlier": .array(usual.earlier.map { JSON($0) }), "change": .string(usual.change.name),
    ]
  }

  private func json(_ one: Digest.Case) -> JSON {
    [
      "reason": .string(one.reason.rawValue), "at": JSON(one.at),
      "subscriber": SubscriberShape(one.row).json,
    ]
  }

  private var system: JSON {
    let system = digest.system
    let late = system.late.map { late -> JSON in
      [
        "count": JSON(late.count), "atLeast": .bool(late.isAtLeast),
        "firstDay": JSON(late.firstDay?.iso8601),
      ]
    }
    return [
      "feeds": .array(
        system.feeds.map { feed in
          [
            "store": .string(feed.store.rawValue), "app": JSON(feed.app),
            "lastEventAt": JSON(feed.lastEventAt), "stale": .bool(feed.isStale),
          ]
        }),
      "refused": JSON(system.refused), "quarantined": JSON(system.quarantined),
      "undelivered": JSON(system.undelivered), "late": late ?? .null,
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
