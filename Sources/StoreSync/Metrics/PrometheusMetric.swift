/// The metrics of the daemon at `/metrics`: name, kind, labels and help text.
///
/// The help text says what each of them is.
/// Names follow Prometheus' conventions (<https://prometheus.io/docs/practices/naming/>).
public enum PrometheusMetric: String, Hashable, Sendable, CaseIterable {
  case deliveries = "churntop_deliveries_total"
  case requests = "churntop_http_requests_total"
  case queueDepth = "churntop_queue_depth"
  case commitSeconds = "churntop_commit_seconds"
  case commits = "churntop_commits_total"
  case quarantine = "churntop_quarantine_entries"
  case quarantineOmitted = "churntop_quarantine_omitted_total"
  case shutOut = "churntop_clients_shut_out"
  case apiCalls = "churntop_store_api_calls_total"
  case ledgerPosition = "churntop_ledger_position"
  case subscribers = "churntop_subscribers"
  case mrrAtRisk = "churntop_mrr_at_risk_currency_units"
  case mrrUnpriced = "churntop_mrr_at_risk_unpriced_subscribers"
  case mrr = "churntop_mrr_currency_units"
  case mrrWithoutPrice = "churntop_mrr_unpriced_subscribers"
  case renewals = "churntop_renewals"
  case failedRenewals = "churntop_failed_renewals"
  case recoveredRenewals = "churntop_recovered_renewals"
  case recoveredRevenue = "churntop_recovered_revenue_currency_units"
  case lostRevenue = "churntop_lost_revenue_currency_units"
  case ended = "churntop_ended_subscriptions"
  case refunds = "churntop_refunds"
  case closedEpisodes = "churntop_closed_window_episodes"
  case closedEntered = "churntop_closed_window_entered_episodes"
  case closedRecovered = "churntop_closed_window_recovered_episodes"
  case promptsDue = "churntop_prompts_due"
  case promptsOverdue = "churntop_prompts_overdue"
  case oldestPrompt = "churntop_oldest_prompt_due_timestamp_seconds"
  case feedHeard = "churntop_feed_last_event_timestamp_seconds"
  case feedStale = "churntop_feed_stale"
  case outboxPosition = "churntop_outbox_position"
  case receiverPosition = "churntop_receiver_position"
  case receiverDisabled = "churntop_receiver_disabled"
  case undelivered = "churntop_undelivered_changes"
  case changePosts = "churntop_change_posts_total"
  case changesServed = "churntop_changes_served_total"
  case figuresAt = "churntop_figures_timestamp_seconds"
  case lastHeard = "churntop_last_heard_timestamp_seconds"
  case keysFetched = "churntop_oidc_keys_fetched_timestamp_seconds"
  case leaseHeld = "churntop_lease_held"
  case leaseHolder = "churntop_lease_holder_info"
  case configurationTaken = "churntop_config_last_reload_successful"
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
    case .mrrAtRisk:
      Definition(
        .gauge, "Monthly recurring revenue of failing subscriptions, in units of the currency",
        "currency", "state", decimals: 6)
    case .mrrUnpriced:
      Definition(.gauge, "Failing subscriptions whose price per month is unknown", "state")
    case .mrr:
      Definition(
        .gauge, "Monthly recurring revenue, in units of the currency", "currency", decimals: 6)
    case .mrrWithoutPrice:
      Definition(.gauge, "Subscriptions of the recurring revenue whose price per month is unknown")
    case .renewals:
      Definition(
        .gauge, "Renewals that were paid on the UTC day, recovered ones included", "day", "store")
    case .failedRenewals: Definition(.gauge, "Renewals that failed on the UTC day", "day", "store")
    case .recoveredRenewals:
      Definition(
        .gauge, "Failed renewals that were recovered on the UTC day, by the stage then", "day",
        "store", "stage")
    case .recoveredRevenue:
      Definition(
        .gauge, "Failed renewals that were recovered on the UTC day, in units of the currency",
        "day", "currency", decimals: 6)
    case .lostRevenue:
      Definition(
        .gauge, "Failed renewals that ran out on the UTC day, in units of the currency", "day",
        "currency", decimals: 6)
    case .ended:
      Definition(
        .gauge,
        "Subscriptions that ended on the UTC day, by cause, without those of family members",
        "day", "store", "cause")
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
      Definition(.gauge, "Number of the latest change that had its turn for a receiver", "receiver")
    case .receiverDisabled:
      Definition(.gauge, "Whether a receiver answered 410 and is sent nothing", "receiver")
    case .undelivered:
      Definition(.gauge, "Changes that a receiver has not accepted yet", "receiver", "status")
    case .changePosts:
      Definition(
        .counter, "Posts of changes to receivers by what became of them", "receiver", "outcome")
    case .changesServed: Definition(.counter, "Changes that GET /v1/changes answered")
    case .figuresAt: Definition(.gauge, "Unix time at which the figures of the ledger were read")
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

  /// The type of the metric.
  public var kind: Kind { definition.kind }
  /// The names of its labels, in the order in which values are given.
  public var labels: [String] { definition.labels }
  /// The help text, one sentence without a full stop.
  public var help: String { definition.help }
}

extension PrometheusMetric.Definition {
  fileprivate init(
    _ kind: PrometheusMetric.Kind, _ help: String, _ labels: String..., decimals: Int = 0
  ) {
    self.init(kind: kind, help: help, labels: labels, decimals: decimals)
  }
}
