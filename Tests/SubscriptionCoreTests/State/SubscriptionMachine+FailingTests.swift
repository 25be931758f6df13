import SubscriptionCore
import Testing

@Suite struct `SubscriptionMachine+FailingTests` {
  @Test func `an end of tries of which nothing was heard before tells of them`() throws {
    var story = Story.appStore()
    story.tell(.expired, "2023-06-30T01:00:00Z") {
      $0.transactionID = "t1"
      $0.status = .expired
      $0.endReason = .billing
      $0.expiresAt = at("2023-05-01")
    }
    let status = try story.status("2023-07-02")
    #expect(status.end == SubscriptionEnd(reason: .billing, at: at("2023-06-30T01:00:00Z")))
    #expect(status.access == Access(granted: false, until: at("2023-05-01")))
    let subscriber = try story.subscriber()
    let episodes = subscriber.episodes(at: at("2023-07-02"), policy: .standard)
    #expect(episodes.map(\.failedAt) == [at("2023-05-01")])
    #expect(episodes.map(\.outcome) == [.ranOut])
    let timeline = subscriber.timeline(at: at("2023-07-02"), policy: .standard)
    #expect(timeline.spans.prefix(3).map(\.kind) == [.paid, .hold, .expired])
  }

  @Test func `an end with the paid period tells of no tries`() throws {
    var story = Story.appStore()
    story.tell(.expired, "2023-06-30T01:00:00Z", effective: "2023-05-01") {
      $0.transactionID = "t1"
      $0.status = .expired
      $0.endReason = .voluntary
      $0.expiresAt = at("2023-05-01")
    }
    #expect(try story.status("2023-07-02").end?.at == at("2023-05-01"))
    #expect(try story.subscriber().episodes(at: at("2023-07-02"), policy: .standard).isEmpty)
  }

  @Test(arguments: [(EventKind.billingFailed, SubscriptionState.grace), (.holdStarted, .hold)])
  func `Play's word of a failure counts at once, even before the date that is known`(
    kind: EventKind, state: SubscriptionState
  ) throws {
    var story = Story.googlePlay()
    story.tell(kind, "2023-04-20")
    let status = try story.status("2023-04-21")
    #expect(status.state == state)
    #expect(status.access.granted == (state == .grace))
    #expect(status.stateSince == at("2023-04-20"))
  }
}
