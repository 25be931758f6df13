/// The metrics of the daemon at `/metrics`: name, kind, labels and help text.
///
/// Names follow Prometheus' conventions (<https://prometheus.io/docs/practices/naming/>).
public enum PrometheusMetric: String, Hashable, Sendable, CaseIterable {
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

  /// The type of a metric.
  public enum Kind: String, Hashable, Sendable {
    /// A number that only grows, from 0 at the start of the process.
    case counter
    /// A number that goes up and down.
    case gauge
    /// Counts of observations by upper bound, with their sum.
    case histogram
  }

  /// The properties of a metric.
  public struct Definition: Hashable, Sendable {
    /// The type.
    public var kind: Kind
    /// The help text, one sentence without a full stop.
    public var help: String
    /// The names of the labels, in the order in which values are given.
    public var labels: [String]
    /// The number of decimal places that the registry's integers hold: 6 for money in millionths.
    public var decimals = 0
  }

  /// The type of the metric.
  public var kind: Kind { definition.kind }
  /// The names of its labels, in the order in which values are given.
  public var labels: [String] { definition.labels }
  /// The help text, one sentence without a full stop.
  public var help: String { definition.help }
}
