/// A field of a subscriber's row, or of one of the subscriber's events.
///
/// This is the one list of fields. Filters, the columns of a ledger's table, JSON, CSV, the
/// columns and orders of lists, completion and help are derived from it. A new field is a case and
/// its ``definition``; the ledger stores it from the next version of its file on.
///
/// The order is that of help and completion.
public enum SubscriberField: UInt8, Hashable, Sendable, CaseIterable {
  /// The state.
  case state
  /// The store.
  case store
  /// The environment.
  case environment
  /// A Boolean value that indicates whether the user has access.
  case access
  /// The end of granted access.
  case losesAt
  /// The end of access, to come or past.
  case accessEndsAt
  /// The beginning of the state.
  case stateSince
  /// The end of the store's retries.
  case retryEnds
  /// The end of grace.
  case graceEnds
  /// The next renewal.
  case renewsAt
  /// The end of the paid period.
  case paidThrough
  /// The end of a pause.
  case resumesAt
  /// The instant since which a prompt is due, or at which it will be.
  case dueAt
  /// The step of the payment-fix strategy.
  case step
  /// The policy's rule that chose the step.
  case rule
  /// The reason for which a prompt is withheld.
  case withheld
  /// The number of prompts shown in the billing episode.
  case shown
  /// The instant at which snoozed prompts resume.
  case snoozedUntil
  /// The person who claimed the case.
  case claimed
  /// The product.
  case product
  /// The product, the billing period as ISO 8601, and its name such as `monthly`.
  case plan
  /// The product from the next renewal on, if it is another.
  case nextProduct
  /// The price of one period.
  case price
  /// The price per month.
  case mrr
  /// The currency of the price.
  case currency
  /// The storefront's country.
  case country
  /// The app.
  case app
  /// The subscription.
  case id
  /// The app's identifier of the user's account.
  case account
  /// The user's name.
  case name
  /// The user's mail address.
  case email
  /// The tags of the account.
  case tags
  /// A Boolean value that indicates whether auto-renew is on.
  case autoRenew
  /// The flags: conditions that are independent of the state.
  case flags
  /// The cause of the end: the user left or was lost.
  case cause
  /// The reason for the end.
  case reason
  /// The time at which the subscription ended.
  case endedAt
  /// The number of anomalies.
  case anomalies
  /// The time of the latest statement of a store.
  case lastEventAt
  /// The time of a pending request for the store's current answer.
  case refreshRequestedAt

  // MARK: Of a billing episode

  /// The instant of the failure.
  case failedAt
  /// The outcome.
  case outcome
  /// The instant at which the failed renewal was paid after all.
  case recoveredAt
  /// The instant at which the store gave up.
  case lostAt
  /// The recovery states that the episode entered: grace, hold.
  case entered
  /// A Boolean value that indicates whether the failed renewal was the first after a free trial.
  case afterTrial
  /// The time from the failure to the end, or to the present.
  case lasted
  /// The number of prompts shown.
  case prompts
  /// The billing period of the renewal that failed.
  case failedPlan

  // MARK: Of an end or a refund

  /// The instant of an end, whether or not the subscription came back since.
  case churnedAt
  /// The cause of that end.
  case churnCause
  /// The instant of a refund.
  case refundedAt

  // MARK: Of an event

  /// The store's own name of an event, and each of its parts.
  case eventName
  /// The aliases of an event's source.
  case eventSource
  /// The instant at which an event was recorded.
  case heardAt
  /// The person or program that recorded an event.
  case actor
  /// The text of a note.
  case note
  /// The aliases of an event's kind.
  case typeAlias

  // MARK: Without a name in filters

  /// `withheld`, `now` or `scheduled`.
  case verdict
  /// The next instant at which time alone changes the row.
  case nextChangeAt
  /// The other products of the life, on whose catalogue facts the row depends.
  case otherProducts
  /// The billing period.
  case period
  /// The end of access, whether it is in the future or the past.
  case accessUntil
  /// A Boolean value that indicates whether the store has stated enough to determine access.
  case accessKnown
  /// `due`, `scheduled` or `withheld`.
  case decision
  /// The number of the step.
  case stepNumber
  /// The message that a prompt shows.
  case message
  /// The instant since which a prompt is due.
  case dueSince
  /// The instant at which a prompt will be due.
  case scheduledAt
  /// The prompt after this one.
  case nextPromptAt
  /// The last prompt of the billing episode.
  case lastShownAt
  /// The payment from which the price per month is computed.
  case mrrBasis
  /// The source of the billing period.
  case planSource
  /// The latest refund of a payment.
  case lastRefundAt
}

extension SubscriberField {
  /// The field's definition.
  var entry: Definition {
    switch self {
    case .state:
      Definition(
        .choice, "state", aliases: ["status"], choices: .states, isAlwaysPresent: true,
        json: "state", sort: "state", column: "the state's sign and letters",
        help: "The state of the subscription."
      ) { .choice($0.status.state) }
    case .store:
      Definition(
        .choice, "store", choices: .stores, isAlwaysPresent: true, json: "store",
        column: "the store that sold it", help: "The store that sold it."
      ) { .choice($0.store) }
    case .environment:
      Definition(
        .choice, "env", aliases: ["environment"], choices: .environments, isAlwaysPresent: true,
        json: "environment", help: "The world it was bought in; only production is real money."
      ) { .choice($0.environment) }
    case .access:
      Definition(
        .truth, "access", isAlwaysPresent: true, json: "access.granted",
        help: "Whether the user has access."
      ) { .truth($0.status.access.granted) }
    case .losesAt:
      Definition(
        .deadline, "loses", aliases: ["until"], sort: "loss of access",
        column: "how long until access is lost",
        help: "The time until access ends; nothing where it is lost or renews."
      ) { .instant($0.status.losesAccessAt) }
    case .accessEndsAt:
      Definition(
        .deadline, "accessends", aliases: ["access-ends"],
        help: "The time until access ends, negative once it is lost; nothing where it renews."
      ) { .instant($0.status.accessEndsAt) }
    case .stateSince:
      Definition(
        .age, "since", isAlwaysPresent: true, json: "stateSince", sort: "time in the state",
        column: "how long the state has lasted",
        help: "How long the state has lasted, or the date on which it began."
      ) { .instant($0.status.stateSince) }
    case .retryEnds:
      Definition(
        .deadline, "retry", in: \.mayBeRetried, json: "retryEnds", sort: "end of the store's tries",
        column: "how long the store goes on trying to collect",
        help: "The time until the store stops trying to collect a failed renewal."
      ) { .instant($0.status.retryEnds) }
    case .graceEnds:
      Definition(.deadline, "grace", json: "graceEnds", help: "The time until grace ends.") {
        .instant($0.status.graceEnds)
      }
    case .renewsAt:
      Definition(
        .deadline, "renews", in: \.mayRenew, json: "renewsAt", sort: "next renewal",
        column: "how long until it renews", help: "The time until the next renewal."
      ) { .instant($0.status.renewsAt) }
    case .paidThrough:
      Definition(
        .deadline, "paid", json: "paidThrough",
        help: "The time until what was paid for ends; negative once it is over."
      ) { .instant($0.status.paidThrough) }
    case .resumesAt:
      Definition(.deadline, "resumes", json: "resumesAt", help: "The time until a pause ends.") {
        .instant($0.status.resumesAt)
      }
    case .dueAt:
      Definition(
        .deadline, "due", choices: .verdicts, in: \.isFailing, sort: "prompt due",
        column: "how long a prompt has been due, or until one is",
        help: "Whether a prompt is due, or the time until it is; negative once it is due."
      ) { .instant($0.status.prompt.verdict.instant) }
    case .step:
      Definition(
        .choice, "step", choices: .steps, help: "The step of the payment-fix strategy that applies."
      ) {
        .choice($0.status.prompt.step.map { .init(name: "\($0.rawValue)", code: $0.rawValue - 1) })
      }
    case .rule:
      Definition(
        .text, "rule", json: "prompt.rule",
        help: "The name of the policy's rule that chose the step."
      ) { .text($0.status.prompt.rule) }
    case .withheld:
      Definition(
        .choice, "withheld", choices: .withheldReasons, json: "prompt.reason",
        help: "Why a prompt is withheld."
      ) { .choice($0.status.prompt.verdict.withheldReason) }
    case .shown:
      Definition(
        .number, "shown", isAlwaysPresent: true, json: "prompt.shownInEpisode",
        help: "How many prompts were shown in the current billing episode."
      ) { .number(Int64($0.status.prompt.shownInEpisode)) }
    case .snoozedUntil:
      Definition(
        .deadline, "snoozed", json: "snoozedUntil", help: "The time until snoozed prompts go on."
      ) { .instant($0.snoozedUntil) }
    case .claimed:
      Definition(
        .text, "claimed", json: "claimedBy", column: "who took the case",
        help: "Who claimed the case."
      ) { .text($0.claimedBy) }
    case .product:
      Definition(
        .identifier, "product", json: "product", sort: "product", column: "the product",
        help: "The product identifier."
      ) { .text($0.product.rawValue.isEmpty ? nil : $0.product.rawValue) }
    case .plan:
      Definition(
        .texts, "plan",
        help: "The product, or the billing period: P1M, monthly; unknown where nothing proves it."
      ) { .texts(PlanTexts.all(product: $0.product, plan: $0.plan)) }
    case .nextProduct:
      Definition(
        .text, "next", aliases: ["pending"], json: "pendingProduct",
        help: "The product that takes over at the next renewal."
      ) { .text($0.status.pendingProduct?.rawValue) }
    case .price:
      Definition(
        .money, "price", json: "price", help: "The price of one period in a currency, as 5usd."
      ) { .money($0.price) }
    case .mrr:
      Definition(
        .money, "mrr", json: "mrr", sort: "monthly price, any currency",
        column: "the price brought to one month",
        help: "The price brought to one month in a currency, as 5usd."
      ) { .money($0.mrr) }
    case .currency:
      Definition(.text, "currency", help: "The currency of the price, for example JPY.") {
        .text($0.price?.currency)
      }
    case .country:
      Definition(
        .text, "country", json: "country", column: "the storefront's country",
        help: "The storefront's country: JP or JPN, in any case."
      ) { .text($0.country) }
    case .app:
      Definition(.text, "app", json: "app", help: "The bundle identifier or package name.") {
        .text($0.app?.rawValue)
      }
    case .id:
      Definition(
        .identifier, "id", isAlwaysPresent: true, namesPerson: true, json: "id",
        sort: "identifier", column: "the subscription's identifier",
        help: "churntop's name for the subscription."
      ) { .text($0.id.rawValue) }
    case .account:
      Definition(
        .identifier, "account", namesPerson: true, json: "account",
        column: "the account's identifier", help: "The app's name for the user."
      ) { .text($0.account?.rawValue) }
    case .name:
      Definition(
        .text, "name", namesPerson: true, json: "name", sort: "name", column: "whose it is",
        help: "The user's name."
      ) { .text($0.profile?.name) }
    case .email:
      Definition(
        .text, "email", aliases: ["mail"], namesPerson: true, json: "email",
        help: "The user's mail address."
      ) { .text($0.profile?.email) }
    case .tags:
      Definition(
        .texts, "tag", aliases: ["tags"], json: "tags", column: "the account's tags",
        heading: "tags", help: "A tag of the account."
      ) { .texts($0.profile?.tags ?? []) }
    case .autoRenew:
      Definition(
        .truth, "autorenew", aliases: ["auto-renew", "renewing"], json: "autoRenew",
        help: "Whether auto-renew is on."
      ) { .truth($0.status.autoRenew) }
    case .flags:
      Definition(
        .choices, "flag", aliases: ["flags"], choices: .flags, json: "flags",
        help: "A fact that lies across the states."
      ) { row in
        let flags = row.status.flags
        guard flags.count > 1 else { return .texts(flags.map(\.rawValue)) }
        return .texts(SubscriptionFlag.allCases.filter(flags.contains).map(\.rawValue))
      }
    case .cause:
      Definition(
        .choice, "cause", choices: .causes, json: "end.cause", column: "left, or lost",
        help: "Whether the subscriber left (voluntary) or was lost (involuntary)."
      ) { .choice($0.status.end?.cause) }
    case .reason:
      Definition(
        .choice, "reason", choices: .endReasons, json: "end.reason", column: "why it ended",
        help: "Why the subscription ended."
      ) { .choice($0.status.end?.reason) }
    case .endedAt:
      Definition(
        .age, "ended", aliases: ["lapsed"], json: "end.at", column: "how long ago it ended",
        help: "How long ago it ended for good, or the date."
      ) { .instant($0.status.end?.at) }
    case .anomalies:
      Definition(
        .number, "anomalies", isAlwaysPresent: true, json: "anomalyCount",
        help: "How many misfits its data has."
      ) { .number(Int64($0.anomalyCount)) }
    case .lastEventAt:
      Definition(
        .age, "last", isAlwaysPresent: true, json: "lastEventAt", sort: "latest event",
        column: "how long ago a store last spoke of it",
        help: "How long ago a store last said something, or the date."
      ) { .instant($0.lastEventAt) }
    case .refreshRequestedAt:
      Definition(
        .age, "refresh",
        help: "How long ago a refresh was requested, while the store has not answered."
      ) { .instant($0.refreshRequestedAt) }
    case .failedAt, .outcome, .recoveredAt, .lostAt, .entered, .afterTrial, .lasted, .prompts,
      .failedPlan:
      episodeEntry
    case .churnedAt, .churnCause, .refundedAt: lossEntry
    case .eventName, .eventSource, .heardAt, .actor, .note, .typeAlias: eventEntry
    case .verdict, .nextChangeAt, .otherProducts, .period, .accessUntil, .accessKnown, .decision,
      .stepNumber, .message, .dueSince, .scheduledAt, .nextPromptAt, .lastShownAt, .mrrBasis,
      .planSource, .lastRefundAt:
      detailEntry
    }
  }
}
