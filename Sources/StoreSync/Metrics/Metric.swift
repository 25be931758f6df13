/// The metrics of the daemon: name, kind, labels and help text.
///
/// Names follow Prometheus' conventions (<https://prometheus.io/docs/practices/naming/>).
public enum Metric: String, Hashable, Sendable, CaseIterable {
  /// Deliveries of the stores by outcome.
  case deliveries = "churntop_deliveries_total"
  /// Requests by route and status.
  case requests = "churntop_http_requests_total"
  /// Deliveries that wait to be stored.
  case queueDepth = "churntop_queue_depth"
  /// Time from a delivery's place in the queue until it is stored.
  case commitSeconds = "churntop_commit_seconds"
  /// Transactions of the ledger by outcome.
  case commits = "churntop_commits_total"
  /// Refused payloads that are kept.
  case quarantine = "churntop_quarantine_entries"
  /// Refused payloads that were not kept, since their source had filled its share.
  case quarantineOmitted = "churntop_quarantine_omitted_total"
  /// Clients that are shut out at present because they sent forgeries.
  case shutOut = "churntop_clients_shut_out"
  /// Calls of the stores' APIs by what for and outcome.
  case apiCalls = "churntop_store_api_calls_total"
  /// The position of the latest entry.
  case ledgerPosition = "churntop_ledger_position"
  /// Production subscriptions by state.
  case subscribers = "churntop_subscribers"
  /// Payment-fix prompts that are due now.
  case promptsDue = "churntop_prompts_due"
  /// The instant of a store's latest delivery.
  case lastHeard = "churntop_last_heard_timestamp_seconds"
  /// The instant at which the stores' public keys were last fetched.
  case keysFetched = "churntop_oidc_keys_fetched_timestamp_seconds"
  /// 1 while this daemon holds the lease and so makes the requests to the stores.
  case leaseHeld = "churntop_lease_held"
  /// The daemon that holds the lease, as this one sees it.
  case leaseHolder = "churntop_lease_holder_info"
  /// 1 while the configuration that was read last is the one in force.
  case configurationTaken = "churntop_config_last_reload_successful"
  /// The instant at which the configuration in force was loaded.
  case configurationTakenAt = "churntop_config_last_reload_success_timestamp_seconds"

  /// The type of the metric.
  public enum Kind: String, Hashable, Sendable {
    /// A number that only grows, from 0 at the start of the process.
    case counter
    /// A number that goes up and down.
    case gauge
    /// Counts of observations by upper bound, with their sum.
    case histogram
  }

  /// The type of the metric.
  public var kind: Kind {
    switch self {
    case .deliveries, .requests, .commits, .quarantineOmitted, .apiCalls: .counter
    case .queueDepth, .quarantine, .shutOut, .ledgerPosition, .subscribers, .promptsDue, .lastHeard,
      .keysFetched, .leaseHeld, .leaseHolder, .configurationTaken, .configurationTakenAt:
      .gauge
    case .commitSeconds: .histogram
    }
  }

  /// The names of its labels, in the order in which values are given.
  public var labels: [String] {
    switch self {
    case .deliveries: ["store", "outcome"]
    case .apiCalls: ["store", "call", "outcome"]
    case .requests: ["route", "status"]
    case .commits: ["outcome"]
    case .quarantineOmitted: ["source"]
    case .subscribers: ["state"]
    case .lastHeard: ["store"]
    case .leaseHolder: ["host", "process"]
    case .queueDepth, .commitSeconds, .quarantine, .shutOut, .ledgerPosition, .promptsDue,
      .keysFetched, .leaseHeld, .configurationTaken, .configurationTakenAt:
      []
    }
  }

  /// The help text, one sentence without a full stop.
  public var help: String {
    switch self {
    case .deliveries: "Deliveries of the stores by what became of them"
    case .requests: "HTTP requests answered, by route and status"
    case .queueDepth: "Deliveries that wait to be stored"
    case .commitSeconds: "Seconds from a delivery's place in the queue until it is durable"
    case .commits: "Transactions of the ledger by what became of them"
    case .quarantine: "Refused payloads that are kept in quarantine"
    case .quarantineOmitted: "Refused payloads not kept because their source had filled its share"
    case .shutOut: "Clients that are shut out for now, since they delivered what no store sent"
    case .apiCalls: "Calls of the stores' APIs by what for and what became of them"
    case .ledgerPosition: "Position of the latest entry of the ledger"
    case .subscribers: "Production subscriptions by state"
    case .promptsDue: "Payment-fix prompts that are due now"
    case .lastHeard: "Unix time of the last delivery of a store"
    case .keysFetched: "Unix time at which Google's public keys were last fetched"
    case .leaseHeld: "Whether this daemon has the ledger's lease and asks the stores"
    case .leaseHolder: "The process that has the ledger's lease, always 1"
    case .configurationTaken: "Whether the configuration that was read last is in force"
    case .configurationTakenAt: "Unix time at which the configuration in force was taken over"
    }
  }
}
