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
    case .promptsDue: Definition(.gauge, "Payment-fix prompts that are due now")
    case .lastHeard: Definition(.gauge, "Unix time of the last delivery of a store", "store")
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
}

extension PrometheusMetric.Definition {
  fileprivate init(
    _ kind: PrometheusMetric.Kind, _ help: String, _ labels: String..., decimals: Int = 0
  ) {
    self.init(kind: kind, help: help, labels: labels, decimals: decimals)
  }
}
