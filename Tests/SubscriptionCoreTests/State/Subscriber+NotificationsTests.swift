import SubscriptionCore
import Testing

@Suite struct `A purchase that nothing but notifications tell of` {
  private static let access: [EventKind] = [
    .purchased, .renewed, .recovered, .autoRenewDisabled, .autoRenewEnabled, .renewalExtended,
    .pauseScheduled, .productChanged, .cancellationScheduled, .priceChanged, .unrecognized,
  ]

  @Test(arguments: access)
  func `has no access that anything proves`(kind: EventKind) throws {
    for now in ["2023-04-10", "2023-04-11", "2026-01-01"] {
      let status = try Story.heardOf(kind).status(now)
      #expect(status.state == .unknown)
      #expect(!status.isAccessKnown && !status.access.granted)
      #expect(status.flags == [.notYetAsked])
      #expect(status.prompt.verdict == .withheld(.notKnown))
    }
    let spans = try Story.heardOf(kind).subscriber()
      .timeline(at: at("2023-05-01"), policy: .standard)
    #expect(spans.allSatisfy { !$0.access })
  }

  @Test(arguments: [
    (EventKind.billingFailed, SubscriptionState.grace), (.holdStarted, .hold), (.paused, .paused),
    (.expired, .expired), (.refunded, .refunded), (.pendingPurchaseCanceled, .expired),
  ])
  func `stands where a notification says by its type`(
    kind: EventKind, state: SubscriptionState
  ) throws {
    let status = try Story.heardOf(kind).status("2023-04-11")
    #expect(status.state == state)
    #expect(status.flags.contains(.notYetAsked))
  }

  @Test func `is not known any more once a failure was paid`() throws {
    let story = Story.heardOf(.billingFailed, .renewed)
    #expect(try story.status("2023-04-10T12:00:00Z").state == .grace)
    #expect(try story.status("2023-04-12").state == .unknown)
    let episodes = try story.subscriber().episodes(at: at("2023-04-12"), policy: .standard)
    #expect(episodes.map(\.outcome) == [.recoveredInGrace])
  }

  @Test func `is what the store answers, also for the time before`() throws {
    var story = Story.heardOf(.purchased)
    story.tell(.snapshot, "2023-04-12") {
      ($0.status, $0.startedAt, $0.expiresAt) = (.active, at("2023-04-10"), at("2023-05-10"))
      ($0.product, $0.autoRenew) = ("gold", true)
    }
    let status = try story.status("2023-04-13")
    #expect(status.state == .active && status.flags.isEmpty)
    #expect(status.access == Access(granted: true, until: at("2023-05-10")))
    #expect(status.stateSince == at("2023-04-10"))
  }

  @Test func `is over where the store answers that it is gone`() throws {
    var story = Story.heardOf(.purchased)
    story.tell(.expired, "2023-04-12", source: .googlePlaySubscription) { $0.status = .gone }
    let status = try story.status("2023-04-13")
    #expect(status.state == .expired && status.flags.isEmpty)
  }

  @Test func `is explained as known from a notification only`() throws {
    let bought = Explanation.sentences(
      for: try Story.heardOf(.purchased).subscriber(), at: at("2023-04-12"), policy: .standard)
    #expect(
      bought.contains(
        "Only a notification is known: Google Play reported a change on 10 Apr 2023 00:00 UTC (2 "
          + "days ago), and has not yet been asked about it, or has not answered."))
    #expect(bought.contains("Whether the user has access is not known."))
    #expect(bought.contains("Ask Google Play about it before telling the user anything."))
    let held = Explanation.sentences(
      for: try Story.heardOf(.holdStarted).subscriber(), at: at("2023-04-12"), policy: .standard)
    #expect(
      held.contains(
        "Only notifications are known; Google Play has not yet been asked about it, or has not "
          + "answered."))
  }
}
