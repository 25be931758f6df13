extension PrometheusMetric {
  /// The type, the help text and the labels.
  public var definition: Definition {
    switch self {
    case .deliveries:
      Definition(.counter, "Deliveries of the stores by what became of them", "store", "outcome")
    case .requests:
      Definition(.counter, "HTTP requests answered, by route and status", "route", "status")
    case .queueDepth: Definition(.gauge, "Deliveries that wait to be stored")
    case .commitSeconds:
      Definition(.histogram, "Seconds from a delivery's place in the queue until it is durable")
    case .commits:
      Definition(.counter, "Transactions of the ledger by what became of them", "outcome")
    case .quarantine: Definition(.gauge, "Refused payloads that are kept in quarantine")
    case .quarantineOmitted:
      Definition(
        .counter, "Refused payloads not kept because their source had filled its share", "source")
    case .shutOut:
      Definition(
        .gauge, "Clients that are shut out for now, since they delivered what no store sent")
    case .apiCalls:
      Definition(
        .counter, "Calls of the stores' APIs by what for and what became of them", "store", "call",
        "outcome")
    case .ledgerPosition: Definition(.gauge, "Position of the latest entry of the ledger")
    case .subscribers: Definition(.gauge, "Production subscriptions by state", "state")
    case .mrrAtRisk, .mrrUnpriced, .failedRenewals, .recoveredRenewals, .ended, .refunds,
      .closedEpisodes, .closedEntered, .closedRecovered, .figuresAt:
      churnDefinition
    case .promptsDue: Definition(.gauge, "Payment-fix prompts that are due now")
    case .promptsOverdue:
      Definition(.gauge, "Payment-fix prompts that have been due for more than a day")
    case .oldestPrompt:
      Definition(.gauge, "Unix time since which the oldest due prompt is due; absent without one")
    case .feedHeard:
      Definition(
        .gauge, "Unix time at which the last event of a store and app was recorded", "store", "app")
    case .feedStale:
      Definition(
        .gauge, "Whether a feed has been silent for longer than is usual for it", "store", "app")
    case .outboxPosition: Definition(.gauge, "Number of the latest change in the outbox")
    case .receiverPosition:
      Definition(
        .gauge, "Number of the latest change that had its turn for a receiver", "receiver")
    case .receiverDisabled:
      Definition(.gauge, "Whether a receiver answered 410 and is sent nothing", "receiver")
    case .undelivered:
      Definition(.gauge, "Changes that a receiver has not accepted yet", "receiver", "status")
    case .changePosts:
      Definition(
        .counter, "Posts of changes to receivers by what became of them", "receiver", "outcome")
    case .changesServed: Definition(.counter, "Changes that GET /v1/changes answered")
    case .lastHeard:
      Definition(
        .gauge, "Unix time of the last delivery of a configured store; 0 before the first", "store")
    case .keysFetched:
      Definition(.gauge, "Unix time at which Google's public keys were last fetched")
    case .leaseHeld:
      Definition(.gauge, "Whether this daemon has the ledger's lease and asks the stores")
    case .leaseHolder:
      Definition(.gauge, "The process that has the ledger's lease, always 1", "host", "process")
    case .configurationTaken:
      Definition(.gauge, "Whether the configuration that was read last is in force")
    case .configurationTakenAt:
      Definition(.gauge, "Unix time at which the configuration in force was taken over")
    }
  }

  /// The definition of a figure of churn and recovery.
  private var churnDefinition: Definition {
    switch self {
    case .mrrAtRisk:
      Definition(
        .gauge, "Monthly recurring revenue of failing subscriptions, in units of the currency",
        "currency", "state", decimals: 6)
    case .mrrUnpriced:
      Definition(.gauge, "Failing subscriptions whose price per month is unknown", "state")
    case .failedRenewals: Definition(.gauge, "Renewals that failed on the UTC day", "day", "store")
    case .recoveredRenewals:
      Definition(
        .gauge, "Failed renewals that were recovered on the UTC day, by the stage then", "day",
        "store", "stage")
    case .ended:
      Definition(
        .gauge, "Subscriptions that ended on the UTC day, by cause", "day", "store", "cause")
    case .refunds: Definition(.gauge, "Payments that were refunded on the UTC day", "day")
    case .closedEpisodes:
      Definition(.gauge, "Episodes that failed 61 to 90 days ago and are over", "store")
    case .closedEntered:
      Definition(
        .gauge, "Episodes that failed 61 to 90 days ago, are over and entered the stage", "store",
        "stage")
    case .closedRecovered:
      Definition(
        .gauge, "Episodes that failed 61 to 90 days ago and were recovered in the stage", "store",
        "stage")
    default: Definition(.gauge, "Unix time at which the figures of the ledger were read")
    }
  }
}

extension PrometheusMetric.Definition {
  fileprivate init(
    _ kind: PrometheusMetric.Kind, _ help: String, _ labels: String..., decimals: Int = 0
  ) {
    self.init(kind: kind, help: help, labels: labels, decimals: decimals)
  }
}
