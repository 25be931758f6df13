extension SubscriberField {
  /// The definition of a field of an event; a row alone has no value in it.
  var eventEntry: Definition {
    switch self {
    case .eventName:
      Definition(
        .texts, "type", aliases: ["event", "kind"], choices: .eventWords, isOfEvent: true,
        help: "What kind of event it is: such a word, or the store's own name.")
    case .eventSource:
      Definition(
        .choices, "source", choices: .eventWays, isAlwaysPresent: true, isOfEvent: true,
        help: "By which way an event came: a store, the app, an operator, a test.")
    case .heardAt:
      Definition(
        .age, "heard", isOfEvent: true, help: "How long ago an event was received, or the date.")
    case .actor:
      Definition(.text, "actor", aliases: ["by"], isOfEvent: true, help: "Who recorded an event.")
    case .note:
      Definition(.text, "note", isOfEvent: true, help: "What an operator noted.")
    case .typeAlias:
      Definition(.texts, isOfEvent: true, help: "A word for what kind of event it is.")
    case _: preconditionFailure("\(self) is a field of subscribers")
    }
  }

  /// The definition of a field without a name in filters, which data and the ledger have.
  var detailEntry: Definition {
    switch self {
    case .verdict:
      Definition(
        .choice, choices: ["withheld", "now", "scheduled"].map { FilterChoice($0) },
        isAlwaysPresent: true, help: "Whether a prompt is due."
      ) { .choice(.init(name: $0.status.prompt.verdict.word, code: $0.status.prompt.verdict.code)) }
    case .nextChangeAt:
      Definition(.deadline, help: "The next instant at which the clock alone changes the row.") {
        .instant($0.status.nextChangeAt)
      }
    case .otherProducts:
      Definition(.texts, help: "The products that were paid for, or failed to be, besides.") {
        .texts($0.otherProducts.map(\.rawValue))
      }
    case .period:
      Definition(.text, json: "plan", help: "The billing period as ISO 8601.") {
        .text($0.plan?.description)
      }
    case .accessUntil:
      Definition(.deadline, json: "access.until", help: "The end of access, granted or lost.") {
        .instant($0.status.access.until)
      }
    case .accessKnown:
      Definition(
        .truth, json: "access.known",
        help: "Whether the store has said enough to tell: not before its first word of a state, "
          + "nor once it should have said what came of a renewal."
      ) { .truth($0.status.isAccessKnown) }
    case .decision:
      Definition(.text, json: "prompt.decision", help: "`due`, `scheduled` or `withheld`.") {
        .text($0.status.prompt.verdict.name)
      }
    case .stepNumber:
      Definition(.number, json: "prompt.step", help: "The step, as a number.") {
        .number($0.status.prompt.step.map { Int64($0.rawValue) })
      }
    case .message:
      Definition(.text, json: "prompt.message", help: "The message that the prompt shows.") {
        .text($0.status.prompt.message?.rawValue)
      }
    case .dueSince:
      Definition(.age, json: "prompt.since", help: "The instant since which a prompt is due.") {
        .instant($0.status.prompt.verdict.dueSince)
      }
    case .scheduledAt:
      Definition(.deadline, json: "prompt.at", help: "The instant at which a prompt will be due.") {
        .instant($0.status.prompt.verdict.scheduledAt)
      }
    case .nextPromptAt:
      Definition(.deadline, json: "prompt.nextAt", help: "The prompt after this one.") {
        .instant($0.status.prompt.nextAt)
      }
    case .lastShownAt:
      Definition(.age, json: "prompt.lastShownAt", help: "The last prompt of the billing episode.")
      {
        .instant($0.status.prompt.lastShownAt)
      }
    case .mrrBasis:
      Definition(
        .text, json: "mrrBasis", help: "The payment that the monthly price is computed from."
      ) { .text($0.mrrBasis?.rawValue) }
    case .planSource:
      Definition(.text, json: "planSource", help: "The source of the billing period.") {
        .text($0.planSource?.rawValue)
      }
    case .lastRefundAt:
      Definition(
        .age, json: "refundedAt", column: "when a payment was last refunded", heading: "refund",
        help: "The latest refund of a payment, also where the subscription goes on."
      ) { .instant($0.refunds.last?.at) }
    case _: preconditionFailure("\(self) has its definition among those with a name")
    }
  }
}

extension PromptDecision.Verdict {
  /// The place among the choices of ``SubscriberField/verdict``.
  fileprivate var code: Int {
    switch self {
    case .withheld: 0
    case .due: 1
    case .scheduled: 2
    }
  }
}
