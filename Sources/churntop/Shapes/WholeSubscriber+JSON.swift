import SubscriptionCore

/// The JSON output of `show`.
extension WholeSubscriber {
  /// The subscriber in the documented order; further keys follow the documented ones.
  var json: JSON {
    let summary = SubscriberShape(row).members
    let place = summary.firstIndex { $0.name == "prompt" } ?? summary.endIndex
    let whole: JSON = [
      "timeline": .array(spans.map(Self.span)),
      "episodes": .array(episodes.map(Self.episode)),
      "prompt": row.status.prompt.json(trace: trace),
      "offerEligibility": offer,
      "events": .array(changes.map(\.json)),
      "anomalies": .array(
        anomalies.map { anomaly in
          [
            "kind": .string(anomaly.kind.rawValue), "at": JSON(anomaly.at),
            "text": .string(anomaly.text.description),
          ]
        }),
      "identifiers": identifiers,
      "asOf": JSON(now),
      "payments": .array(payments.map(Self.payment)),
      "productTerms": .array(
        subscriber.productTerms(policy).map { term in
          [
            "term": .string(term.subject.rawValue), "value": .string(term.value),
            "since": JSON(term.since), "source": JSON(term.source?.rawValue),
          ]
        }),
      "addOns": .array((subscriber.facts.addOns ?? []).map { JSON($0) }),
    ]
    return .object(summary[..<place] + whole.members + summary[place...].dropFirst())
  }

  private static func span(_ span: Timeline.Span) -> JSON {
    [
      "kind": .string(span.kind.rawValue),
      "from": JSON(span.from),
      "to": JSON(span.to),
      "lastDay": JSON(span.lastDay?.iso8601),
      "projected": .bool(span.projected),
      "access": .bool(span.access),
      "endStated": .bool(span.endStated),
    ]
  }

  private static func episode(_ episode: BillingEpisode) -> JSON {
    [
      "failedAt": JSON(episode.failedAt),
      "graceEnds": JSON(episode.graceEnds),
      "retryEnds": JSON(episode.retryEnds),
      "outcome": .string(episode.outcome.rawValue),
      "endedAt": JSON(episode.endedAt),
      "renewalDateKept": JSON(episode.renewalDateKept),
      "enteredGrace": .bool(episode.enteredGrace),
      "holdStartedAt": JSON(episode.holdStartedAt),
    ]
  }

  private static func payment(_ payment: Payment) -> JSON {
    [
      "at": JSON(payment.at),
      "dateStated": .bool(payment.isDateStated),
      "kind": .string(payment.kind.rawValue),
      "amount": JSON(payment.amount?.decimal),
      "currency": JSON(payment.amount?.currency),
      "product": payment.product.rawValue.isEmpty ? .null : JSON(payment.product),
      "orderId": JSON(payment.orderID),
      "transactionId": JSON(payment.transactionID),
      "paidTo": JSON(payment.paidTo),
      "refundedAt": JSON(payment.refundedAt),
      "refundedPercent": payment.refundedPart.map { .thousandths(Int64($0)) } ?? .null,
      "subscription": JSON(payment.subscription),
      "overlaps": JSON(payment.overlaps),
    ]
  }

  private var offer: JSON {
    let offer = subscriber.offerEligibility(at: now, policy: policy)
    return ["eligible": .bool(offer.isEligible), "reason": .string(offer.sentence)]
  }

  private var identifiers: JSON {
    let facts = subscriber.facts
    let names = subscriber.names
    return [
      "originalTransactionId": JSON(facts.originalTransactionID),
      "orderIds": .array(names.orderIDs.map(JSON.string)),
      "transactionIds": .array(names.transactionIDs.map(JSON.string)),
      "webOrderLineItemIds": .array(names.webOrderLineItemIDs.map(JSON.string)),
      "purchaseToken": JSON(facts.purchaseToken),
      "replaces": JSON(facts.replaces),
      "replacedBy": JSON(facts.replacedBy),
    ]
  }
}
