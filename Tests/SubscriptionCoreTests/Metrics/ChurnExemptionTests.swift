import SubscriptionCore
import Testing

@Suite struct `What no churn rate counts` {
  private func row(_ story: Story, _ now: String) throws -> SubscriberProjection {
    SubscriberProjection(
      of: try story.subscriber(), at: at(now), policy: .standard, profile: nil)
  }

  private func day(_ text: String) -> Int { SubscriptionDays.number(of: at(text)) }

  private func flow(_ row: SubscriberProjection) -> [String] {
    row.days.exemptions.map { day, change in
      "\(CivilDate(.epoch + .days(day)).iso8601) \(change)"
    }
  }

  private func life(isShared: Bool) -> Story {
    var story = Story(.appStore)
    story.tell(.purchased, "2023-04-01") {
      ($0.originalTransactionID, $0.transactionID) = ("t1", "t1")
      ($0.purchasedAt, $0.expiresAt) = (at("2023-04-01"), at("2023-05-01"))
      ($0.autoRenew, $0.price) = (true, Money(micros: 4_990_000, currency: "USD"))
      $0.familyShared = isShared
    }
    return story
  }

  @Test func `is a family member, at the start and at the end`() throws {
    func ended(isShared: Bool) throws -> SubscriberProjection {
      var story = life(isShared: isShared)
      story.tell(.expired, "2023-05-01") {
        ($0.originalTransactionID, $0.transactionID) = ("t1", "t1")
        ($0.expiresAt, $0.status, $0.endReason) = (at("2023-05-01"), .expired, .voluntary)
        $0.familyShared = isShared
      }
      return try row(story, "2023-05-10")
    }
    let (member, purchaser) = (try ended(isShared: true), try ended(isShared: false))
    #expect(member.summary.status.end != nil)
    #expect(member.days.ends == [] && member.summary.countedEnds == [])
    #expect(flow(member) == ["2023-04-01 1", "2023-05-01 -1"])
    #expect(purchaser.days.ends.count == 1 && purchaser.summary.countedEnds.count == 1)
    #expect(purchaser.days.exemptSince == nil && flow(purchaser) == [])
  }

  @Test func `is one whose renewal no store has reported for 67 days, until one does`() throws {
    var story = life(isShared: false)
    #expect(try flow(row(story, "2023-07-06")) == [])
    let before = try row(story, "2023-07-06").summary.status
    #expect(before.nextChangeAt == at("2023-07-07"))
    let after = try row(story, "2023-08-01")
    #expect(after.summary.status.state == .renewalPending)
    #expect(after.days.exemptSince == day("2023-07-07"))
    #expect(flow(after) == ["2023-07-07 1"])
    story.tell(.renewed, "2023-08-01") {
      ($0.originalTransactionID, $0.transactionID) = ("t1", "t5")
      ($0.purchasedAt, $0.expiresAt) = (at("2023-08-01"), at("2023-09-01"))
      $0.autoRenew = true
    }
    #expect(try flow(row(story, "2023-08-02")) == [])
  }

  @Test func `is in no denominator`() {
    let counts = DayCounts(
      day: CivilDate(at("2023-05-01")), states: [.active: 8, .hold: 1, .expired: 7, .pending: 2],
      exempt: 3)
    let windows = MetricsWindows(
      days: 1, ending: CivilDate(at("2023-05-02")), now: at("2023-05-03"))
    var builder = MetricsReport.Builder(windows)
    builder.add(counts)
    builder.add(
      DayCounts(day: CivilDate(at("2023-05-02")), ended: [.involuntary: 2], states: [.active: 4]))
    let figure = builder.report()[.involuntaryChurnRate]
    #expect(figure?.value == .rate(Rate(2, of: 6)))
  }
}
