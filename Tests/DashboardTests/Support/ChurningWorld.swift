import SubscriptionCore

extension TestWorld {
  /// The products of ``churning(products:count:)``.
  static let products = ["pro.monthly", "pro.yearly", "basic.weekly"]

  /// A world of many declined renewals over the last hundred days, with every outcome.
  ///
  /// - Parameters:
  ///   - products: The products, in turn.
  ///   - count: The number of subscriptions.
  ///   - days: The days over which their renewals failed.
  /// - Returns: The world.
  /// - Throws: A `LedgerError` where the ledger takes no entries.
  static func churning(
    products: [String] = products, count: Int = 220, days: Int = 110
  ) throws -> TestWorld {
    try TestWorld { world in
      for number in 0..<count {
        let isApple = number % 2 == 0
        let id = SubscriptionID((isApple ? "as_30000009" : "gp_c0ffee00") + "\(1000 + number)")
        let failed = now - .days(number * days / count) - .hours(5 + number % 7)
        world.churn(
          id, AccountID("acc-\(number)"), number, failed, products[number % products.count])
      }
    }
  }

  private mutating func churn(
    _ id: SubscriptionID, _ account: AccountID, _ number: Int, _ failed: Timestamp,
    _ product: String
  ) {
    func facts(_ change: @escaping (inout StoreFacts) -> Void) -> (inout StoreFacts) -> Void {
      { facts in
        facts.product = ProductID(product)
        facts.country = ["DE", "US", "JP", nil][number % 4]
        change(&facts)
      }
    }
    let graceEnds = failed + .days(7)
    tell(id, .purchased, failed - .days(60), account, facts { $0.expiresAt = failed - .days(30) })
    tell(id, .renewed, failed - .days(30), account, facts { $0.expiresAt = failed })
    tell(
      id, .billingFailed, failed, account,
      facts { ($0.expiresAt, $0.graceEndsAt, $0.status) = (failed, graceEnds, .grace) })
    let lost = graceEnds + .days(53)
    let outcome = number * 7 % 10
    let recovered = failed + .days(1 + number % 5)
    let late = failed + .days(9 + number % 30)
    switch outcome {
    case 0, 1, 2, 3:
      guard recovered < Self.now else { return }
      tell(id, .recovered, recovered, account, facts { $0.expiresAt = failed + .days(30) })
    case 4, 5:
      guard graceEnds < Self.now else { return }
      tell(id, .holdStarted, graceEnds, account, facts { $0.status = .hold })
      guard late < Self.now else { return }
      tell(id, .recovered, late, account, facts { $0.expiresAt = late + .days(30) })
    case 6:
      guard recovered < Self.now else { return }
      tell(
        id, .expired, recovered, account,
        facts { ($0.expiresAt, $0.endReason, $0.status) = (recovered, .voluntary, .expired) })
    case _:
      guard graceEnds < Self.now else { return }
      tell(id, .holdStarted, graceEnds, account, facts { $0.status = .hold })
      guard lost < Self.now else { return }
      tell(
        id, .expired, lost, account,
        facts { ($0.expiresAt, $0.endReason, $0.status) = (lost, .billing, .expired) })
    }
  }

  /// The accounts that ``prompting()`` holds out.
  static let holdout = PromptHoldout(
    percent: 20, salt: "autumn", since: CivilDate(year: 2025, month: 7, day: 1))

  /// The world of ``churning(products:count:days:)`` with a prompt after a day for most of the
  /// accounts that the policy does not hold out, and with a second one for some.
  static func prompting() throws -> TestWorld {
    var policy = ChurnPolicy.standard
    policy.prompts.holdout = holdout
    return try TestWorld(policy: policy) { world in
      for number in 0..<220 {
        let id = SubscriptionID((number % 2 == 0 ? "as_3" : "gp_c0ffee") + "\(1000 + number)")
        let account = AccountID("acc-\(number)")
        let failed = now - .days(number / 2) - .hours(5 + number % 7)
        world.churn(id, account, number, failed, products[number % products.count])
        guard !holdout.holdsOut(account: account, subscription: id), number % 3 > 0 else {
          continue
        }
        world.prompt(id, at: failed + .hours(26), step: 2)
        if number % 5 == 0 { world.prompt(id, at: failed + .hours(80), step: 3) }
      }
    }
  }

  private mutating func prompt(_ id: SubscriptionID, at instant: Timestamp, step: Int) {
    guard instant < Self.now else { return }
    act(
      id, .promptShown, instant.rfc3339, SubscriptionEvent.Action(actor: "app", step: step))
  }
}
