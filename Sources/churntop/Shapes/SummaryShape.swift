import SubscriptionCore

/// One subscriber of a list as data: the fields of `show` up to `end`, then the prompt decision.
struct SummaryShape {
  /// The row.
  var row: SubscriberSummary

  /// The row as the contract fixes it; further keys follow the fixed ones.
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

  /// What lists add after the fixed keys.
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

  /// The flags that hold, in the order in which the vocabulary lists them.
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
