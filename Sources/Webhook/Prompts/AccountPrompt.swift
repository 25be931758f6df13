import SubscriptionCore

/// The prompt decision of one subscription of an account, with what the app needs to act on it.
struct AccountPrompt: Sendable {
  let id: SubscriptionID
  private let subscriber: Subscriber
  private let status: SubscriptionStatus
  private let trace: [PromptCondition]?

  init(_ subscriber: Subscriber, policy: ChurnPolicy, at now: Timestamp, withTrace: Bool) {
    id = subscriber.id
    self.subscriber = subscriber
    status = subscriber.status(at: now, policy: policy)
    trace = withTrace ? subscriber.promptTrace(at: now, policy: policy) : nil
  }

  /// A Boolean value that indicates whether the prompt is due.
  var isDue: Bool { status.prompt.isDue }

  /// The rank among several: due prompts first, then scheduled, then withheld ones.
  var rank: Int {
    switch status.prompt.verdict {
    case .due: 0
    case .scheduled: 1
    case .withheld: 2
    }
  }

  /// The decision as JSON; `prompt` is the same as in `churntop show`.
  var json: JSON {
    let shape = PromptShape(status.prompt)
    let link = PaymentPage.link(
      store: subscriber.store, product: subscriber.product, app: subscriber.app)
    return [
      "subscription": JSON(id),
      "store": .string(subscriber.store.rawValue),
      "environment": .string(subscriber.environment.rawValue),
      "app": JSON(subscriber.app),
      "product": subscriber.product.rawValue.isEmpty ? .null : JSON(subscriber.product),
      "state": .string(status.state.rawValue),
      "prompt": trace.map { shape.json(trace: $0) } ?? shape.json,
      "deepLink": status.state.isFailing ? .string(link) : .null,
      "until": JSON(status.retryEnds ?? status.graceEnds),
      "validUntil": JSON(status.nextChangeAt),
    ]
  }
}
