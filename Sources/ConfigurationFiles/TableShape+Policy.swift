import SubscriptionCore

extension TableShape {
  /// The sections of the policy about recovery, prompts and products.
  public static let policy = [
    Entry("recovery", .table(recovery), "how long the stores try, where they do not say"),
    Entry("prompts", .table(prompts), "who is prompted to fix a payment, how and when"),
    Entry(
      "products", .list(of: .table(product)),
      "what products are, over what the stores and imported files say"),
  ]

  /// The section of the report currency.
  public static let currency = [
    Entry(
      "currency",
      .table(
        TableShape(
          [
            Entry(
              "report", .text(.currency), "the currency that amounts are brought to",
              isRequired: true),
            Entry("date", .text(.date), "the day of the rates, shown with every amount"),
            Entry(
              "rates", .table(TableShape([], others: Others(name: .currency, shape: .text(.rate)))),
              "how much of each currency one unit of the report currency buys"),
            Entry(
              "file", .text(.name),
              "a CSV file of rates: currency,rate and a date, or the European Central Bank's"),
          ], isWhole: true)), "the currency of reports, and the rates to it")
  ]

  private static let recovery = TableShape([
    Entry(
      "appStoreGrace", .choice(RecoveryPolicy.AppStoreGrace.allCases.map(\.rawValue)),
      "the grace period as set in App Store Connect", fallback: "\"off\""),
    Entry("googlePlay", .table(playRecovery), "grace and hold at Google Play"),
    Entry(
      "googlePlayProducts",
      .table(
        TableShape([], others: Others(name: .name, shape: .table(playRecovery)))),
      "grace and hold of single products, by product identifier"),
  ])

  private static let playRecovery = TableShape([
    Entry("graceDays", .integer(0...30), "whole days of grace; left out: Google Play's default"),
    Entry(
      "holdDays", .integer(0...60),
      "whole days of hold, 30 to 60 together with grace; left out: Google Play's default"),
  ])

  private static let prompts = TableShape(
    [
      Entry("appStore", .table(TableShape(plan)), "the plan for the App Store"),
      Entry("googlePlay", .table(TableShape(plan)), "the plan for Google Play"),
      Entry(
        "rules", .list(of: .table(TableShape(rule))),
        "exceptions; the first whose filter matches decides"),
      Entry("holdout", .table(holdout), "accounts that are shown nothing, for comparison"),
    ], isWhole: true)

  private static let holdout = TableShape([
    Entry(
      "percent", .integer(PromptHoldout.percents), "the part of the accounts that is held out",
      isRequired: true),
    Entry(
      "salt", .text(.name), "a text that names the comparison; a new one assigns again",
      isRequired: true),
    Entry("since", .text(.day), "the first day of the comparison; left out: every failure counts"),
  ])

  private static let rule =
    [
      Entry("name", .text(.name), "the name shown beside decisions", isRequired: true),
      Entry("when", .text(.promptFilter), "which subscriptions it is for", fallback: "\"\""),
    ] + plan

  private static let plan = [
    Entry("step", step, "1 store mails, 2 the store's message, 3 your own banner", fallback: "2"),
    Entry("cadence", .text(.length), "the least time between two prompts", fallback: "\"3d\""),
    Entry("cap", .integer(0...1_000_000), "the most prompts in one billing episode"),
    Entry("quietHours", .table(quietHours), "when nothing is shown"),
    Entry("escalation", .table(escalation), "another step for the last days of access"),
  ]

  private static let quietHours = TableShape([
    Entry("from", .text(.timeOfDay), "the first quiet minute", isRequired: true),
    Entry("to", .text(.timeOfDay), "the first minute that is not quiet", isRequired: true),
    Entry(
      "utcOffset", .text(.offset), "the offset from UTC, the same for all users"),
  ])

  private static let escalation = TableShape([
    Entry("step", step, "the step that takes over", fallback: "3"),
    Entry("within", .text(.length), "how long before the end of access", isRequired: true),
  ])

  private static let step = ValueShape.integer(1...3)
}
