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
  /// The worth of failing subscriptions by state and currency.
  case mrrAtRisk = "churntop_mrr_at_risk_currency_units"
  /// Failing subscriptions without a known price.
  case mrrUnpriced = "churntop_mrr_at_risk_unpriced_subscribers"
  /// Renewals that failed, by day.
  case failedRenewals = "churntop_failed_renewals"
  /// Failed renewals that were recovered, by day.
  case recoveredRenewals = "churntop_recovered_renewals"
  /// Subscriptions that ended, by day and cause.
  case ended = "churntop_ended_subscriptions"
  /// Payments that were refunded, by day.
  case refunds = "churntop_refunds"
  /// Episodes of the closed window.
  case closedEpisodes = "churntop_closed_window_episodes"
  /// Episodes of the closed window that entered a stage.
  case closedEntered = "churntop_closed_window_entered_episodes"
  /// Episodes of the closed window that were recovered in a stage.
  case closedRecovered = "churntop_closed_window_recovered_episodes"
  /// Payment-fix prompts that are due now.
  case promptsDue = "churntop_prompts_due"
  /// Payment-fix prompts that have been due for more than a day.
  case promptsOverdue = "churntop_prompts_overdue"
  /// The instant since which the oldest due prompt is due.
  case oldestPrompt = "churntop_oldest_prompt_due_timestamp_seconds"
  /// The instant at which the last event of a store and app was recorded.
  case feedHeard = "churntop_feed_last_event_timestamp_seconds"
  /// 1 while a feed is silent for longer than is usual for it.
  case feedStale = "churntop_feed_stale"
  /// The number of the latest change in the outbox.
  case outboxPosition = "churntop_outbox_position"
  /// The number of the latest change that had its turn for a receiver.
  case receiverPosition = "churntop_receiver_position"
  /// 1 while nothing is sent to a receiver, which wants nothing any more.
  case receiverDisabled = "churntop_receiver_disabled"
  /// Changes that a receiver did not accept.
  case undelivered = "churntop_undelivered_changes"
  /// Posts of changes by receiver and outcome.
  case changePosts = "churntop_change_posts_total"
  /// Changes that the feed answered.
  case changesServed = "churntop_changes_served_total"
  /// The instant at which the figures of the ledger were read.
  case figuresAt = "churntop_figures_timestamp_seconds"
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
