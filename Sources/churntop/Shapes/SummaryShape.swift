import SubscriptionCore

/// A subscriber of a list as JSON: the fields of `show` up to `end`, followed by the prompt
/// decision.
struct SummaryShape {
  /// The row.
  var row: SubscriberSummary

  /// The row as JSON; further keys follow the documented ones.
  var json: JSON {
    .object(status + [JSON.Member(name: "prompt", value: PromptShape(row.status.prompt).json)])
      .adding(whoAndWhat)
  }

  /// The fields of `show` up to `end`.
  var status: [JSON.Member] {
    let status = row.status
    let fields: JSON = [
      "id": JSON(row.id),
      "store": .string(row.store.rawValue),
      "environment": .string(row.environment.rawValue),
      "account": JSON(row.account),
      "product": row.product.rawValue.isEmpty ? .null : JSON(row.product),
      "plan": JSON(row.plan?.description),
      "state": .string(status.state.rawValue),
      "stateSince": JSON(status.stateSince),
      "access": [
        "granted": .bool(status.access.granted),
        "until": JSON(status.access.until),
        "known": .bool(status.isAccessKnown),
      ],
      "autoRenew": JSON(status.autoRenew),
      "pendingProduct": JSON(status.pendingProduct),
      "paidThrough": JSON(status.paidThrough),
      "graceEnds": JSON(status.graceEnds),
      "retryEnds": JSON(status.retryEnds),
      "renewsAt": JSON(status.renewsAt),
      "resumesAt": JSON(status.resumesAt),
      "price": JSON(row.price),
      "flags": .array(flags.map { .string($0.rawValue) }),
      "end": end,
    ]
    guard case .object(let members) = fields else { return [] }
    return members
  }

  /// The additional fields of lists.
  var whoAndWhat: [JSON.Member] {
    let fields: JSON = [
      "app": JSON(row.app),
      "country": JSON(row.country),
      "name": JSON(row.profile?.name),
      "email": JSON(row.profile?.email),
      "tags": .array((row.profile?.tags ?? []).map(JSON.string)),
      "mrr": JSON(row.mrr),
      "claimedBy": JSON(row.claimedBy),
      "snoozedUntil": JSON(row.snoozedUntil),
      "anomalyCount": JSON(row.anomalyCount),
      "lastEventAt": JSON(row.lastEventAt),
      "mrrBasis": JSON(row.mrrBasis?.rawValue),
      "planSource": JSON(row.planSource?.rawValue),
    ]
    guard case .object(let members) = fields else { return [] }
    return members
  }

  /// The flags of the subscription, in the order of the vocabulary.
  var flags: [SubscriptionFlag] {
    SubscriptionFlag.allCases.filter { row.status.flags.contains($0) }
  }

  private var end: JSON {
    guard let end = row.status.end else { return .null }
    return [
      "cause": JSON(end.cause?.rawValue),
      "reason": .string(end.reason.rawValue),
      "at": JSON(end.at),
    ]
  }
}
