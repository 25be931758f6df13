import SubscriptionCore

/// The CSV columns of `list` and `due`, in order; each name is the path of a key in the JSON
/// output.
enum SubscriberColumn: String, CaseIterable {
  case id, store, environment, account, product, plan, state, stateSince
  case accessGranted = "access.granted"
  case accessUntil = "access.until"
  case autoRenew, pendingProduct, paidThrough, graceEnds, retryEnds, renewsAt, resumesAt
  case priceCurrency = "price.currency"
  case priceAmount = "price.amount"
  case flags
  case endCause = "end.cause"
  case endReason = "end.reason"
  case endAt = "end.at"
  case promptDecision = "prompt.decision"
  case promptStep = "prompt.step"
  case promptMessage = "prompt.message"
  case promptSince = "prompt.since"
  case promptAt = "prompt.at"
  case promptReason = "prompt.reason"
  case promptNextAt = "prompt.nextAt"
  case app, country, name, email, tags
  case mrrCurrency = "mrr.currency"
  case mrrAmount = "mrr.amount"
  case claimedBy, snoozedUntil, anomalyCount, lastEventAt, mrrBasis, planSource

  /// Returns the row's values, one for each column; an absent value is an empty cell.
  ///
  /// They are read from the JSON output, so that both formats agree.
  static func cells(_ row: SubscriberSummary) -> [String] {
    let json = SummaryShape(row: row).json
    return allCases.map { column in
      column.rawValue.split(separator: ".").reduce(json) { $0[String($1)] }.cell
    }
  }
}

extension JSON {
  /// The value of a key; `null` if the value is no object or lacks the key.
  subscript(_ name: String) -> JSON {
    guard case .object(let members) = self else { return .null }
    return members.first { $0.name == name }?.value ?? .null
  }

  /// The value as the text of one cell: a list joined by spaces, `null` as an empty cell.
  var cell: String {
    switch self {
    case .null: ""
    case .string(let text): text
    case .array(let elements): elements.map(\.cell).joined(separator: " ")
    case .bool, .integer, .thousandths, .object: compact
    }
  }
}
