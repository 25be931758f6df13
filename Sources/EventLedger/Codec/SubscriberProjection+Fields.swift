import SubscriptionCore

extension SubscriberProjection: Fields {
  static var blank: SubscriberProjection {
    SubscriberProjection(summary: .blank, episodes: [], history: [])
  }

  mutating func visit(_ visitor: inout some FieldVisitor) {
    visitor.field(1, &summary)
    visitor.field(2, &episodes)
    visitor.field(3, &history)
    var passed: SubscriptionDays? = days == SubscriptionDays() ? nil : days
    visitor.field(4, &passed)
    days = passed ?? SubscriptionDays()
    visitor.field(5, &summary.pastEnds)
    visitor.field(6, &summary.refunds)
  }
}

extension SubscriberProjection.Transition: Fields {
  static var blank: Self { Self(at: .epoch, from: nil, to: .unknown) }

  mutating func visit(_ visitor: inout some FieldVisitor) {
    visitor.field(1, &at)
    visitor.field(2, &from)
    visitor.field(3, &to)
  }
}

extension BillingEpisode: Fields {
  static var blank: BillingEpisode { BillingEpisode(failedAt: .epoch, enteredGrace: false) }

  mutating func visit(_ visitor: inout some FieldVisitor) {
    visitor.field(1, &failedAt)
    visitor.field(2, &enteredGrace)
    visitor.field(3, &graceEnds)
    visitor.field(4, &holdStartedAt)
    visitor.field(5, &retryEnds)
    visitor.field(6, &outcome)
    visitor.field(7, &endedAt)
    visitor.field(8, &renewalDateKept)
    visitor.field(9, &plan)
    visitor.field(10, &price)
    var first: Bool? = isFirstPayment ? true : nil
    visitor.field(11, &first)
    isFirstPayment = first ?? false
    visitor.field(12, &prompts)
  }
}

extension PromptCase.Shown: Fields {
  static var blank: Self { Self(at: .epoch, step: .officialMessage) }

  mutating func visit(_ visitor: inout some FieldVisitor) {
    visitor.field(1, &at)
    var number = step.rawValue
    visitor.field(2, &number)
    step = PromptStep(rawValue: number) ?? .officialMessage
  }
}

extension SubscriberSummary: Fields {
  static var blank: SubscriberSummary {
    SubscriberSummary(
      id: "", store: .appStore, environment: .production, product: "", status: .blank,
      lastEventAt: .epoch)
  }

  mutating func visit(_ visitor: inout some FieldVisitor) {
    visitor.field(1, &id)
    visitor.field(2, &store)
    visitor.field(3, &environment)
    visitor.field(4, &app)
    visitor.field(5, &account)
    visitor.field(6, &profile)
    visitor.field(7, &product)
    visitor.field(8, &plan)
    visitor.field(9, &price)
    visitor.field(10, &country)
    visitor.field(11, &status)
    visitor.field(12, &claimedBy)
    visitor.field(13, &snoozedUntil)
    visitor.field(14, &anomalyCount)
    visitor.field(15, &lastEventAt)
    visitor.field(16, &refreshRequestedAt)
    visitor.field(17, &planSource)
    visitor.field(18, &mrr)
    visitor.field(19, &mrrBasis)
    let others = otherProducts.isEmpty ? nil : otherProducts.map(\.rawValue)
    otherProducts = visitor.texts(20, others)?.map { ProductID($0) } ?? []
  }
}

extension AccountProfile: Fields {
  static var blank: AccountProfile { AccountProfile(account: "") }

  mutating func visit(_ visitor: inout some FieldVisitor) {
    visitor.field(1, &account)
    visitor.field(2, &name)
    visitor.field(3, &email)
    tags = visitor.texts(4, tags) ?? []
    visitor.field(5, &timezone)
  }
}

extension SubscriptionStatus: Fields {
  static var blank: SubscriptionStatus {
    SubscriptionStatus(
      state: .unknown, stateSince: .epoch, access: Access(granted: false, until: nil),
      prompt: .blank)
  }

  mutating func visit(_ visitor: inout some FieldVisitor) {
    visitor.field(1, &state)
    visitor.field(2, &stateSince)
    visitor.field(3, &access.granted)
    visitor.field(4, &access.until)
    visitor.field(5, &autoRenew)
    visitor.field(6, &pendingProduct)
    visitor.field(7, &paidThrough)
    visitor.field(8, &graceEnds)
    visitor.field(9, &retryEnds)
    visitor.field(10, &renewsAt)
    visitor.field(11, &resumesAt)
    let names =
      flags.isEmpty ? [] : SubscriptionFlag.allCases.filter(flags.contains).map(\.rawValue)
    let kept = visitor.texts(12, names.isEmpty ? nil : names) ?? []
    flags = kept.isEmpty ? [] : Set(kept.compactMap(SubscriptionFlag.init(rawValue:)))
    visitor.field(13, &end)
    visitor.field(14, &prompt)
    visitor.field(15, &nextChangeAt)
    var doubt: Bool? = isAccessInDoubt ? true : nil
    visitor.field(16, &doubt)
    isAccessInDoubt = doubt ?? false
  }
}

extension SubscriptionEnd: Fields {
  static var blank: SubscriptionEnd { SubscriptionEnd(reason: .other, at: .epoch) }

  mutating func visit(_ visitor: inout some FieldVisitor) {
    visitor.field(1, &cause)
    visitor.field(2, &reason)
    visitor.field(3, &at)
  }
}

extension Refund: Fields {
  static var blank: Refund { Refund(at: .epoch) }

  mutating func visit(_ visitor: inout some FieldVisitor) { visitor.field(1, &at) }
}

extension PromptDecision: Fields {
  static var blank: PromptDecision { PromptDecision(verdict: .withheld(.notFailing)) }

  mutating func visit(_ visitor: inout some FieldVisitor) {
    var due: Timestamp?
    var scheduled: Timestamp?
    var withheld: WithheldReason?
    switch verdict {
    case .due(let since): due = since
    case .scheduled(let at): scheduled = at
    case .withheld(let reason): withheld = reason
    }
    visitor.field(1, &due)
    visitor.field(2, &scheduled)
    visitor.field(3, &withheld)
    if let due {
      verdict = .due(since: due)
    } else if let scheduled {
      verdict = .scheduled(at: scheduled)
    } else if let withheld {
      verdict = .withheld(withheld)
    } else {
      visitor.missing(3)
    }
    var stepNumber = step?.rawValue
    visitor.field(4, &stepNumber)
    step = stepNumber.flatMap(PromptStep.init(rawValue:))
    visitor.field(5, &rule)
    visitor.field(6, &message)
    visitor.field(7, &shownInEpisode)
    visitor.field(8, &lastShownAt)
    visitor.field(9, &nextAt)
  }
}
