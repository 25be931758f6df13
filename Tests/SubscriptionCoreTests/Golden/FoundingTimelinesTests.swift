import SubscriptionCore
import Testing

/// The four published timelines, with the slides' own dates (<doc:GoldenCases#G1> to
/// <doc:GoldenCases#G4>).
///
/// The slides name no year; 2023 is the year of their rules, 2026 of today's.
@Suite struct `The founding timelines` {
  /// Google Play without grace: hold from the first day.
  private func playWithoutGrace(year: String) -> Story {
    var story = Story.googlePlay(bought: "\(year)-04-01", until: "\(year)-05-01")
    story.tell(.holdStarted, "\(year)-05-01") {
      $0.status = .hold
      $0.expiresAt = at("\(year)-05-01")
    }
    return story
  }

  /// Google Play with 14 days of grace.
  private func playWithGrace(year: String) -> Story {
    var story = Story.googlePlay(bought: "\(year)-04-01", until: "\(year)-05-01")
    story.tell(.billingFailed, "\(year)-05-01") {
      $0.status = .grace
      $0.expiresAt = at("\(year)-05-15")
    }
    return story
  }

  /// The App Store, with 16 days of grace or none.
  private func appStore(grace: Bool, year: String = "2023") -> Story {
    var story = Story.appStore(bought: "\(year)-04-01", until: "\(year)-05-01")
    story.tell(.billingFailed, "\(year)-05-01") {
      $0.transactionID = "t1"
      $0.expiresAt = at("\(year)-05-01")
      $0.status = grace ? .grace : .hold
      $0.inBillingRetry = true
      $0.autoRenew = true
      $0.graceEndsAt = grace ? at("\(year)-05-17") : nil
    }
    return story
  }

  @Test func `G1: Google Play without grace, fixed on 20 May, begins a new period then`() throws {
    var story = playWithoutGrace(year: "2023")
    let open = try story.subscriber().timeline(at: at("2023-05-10"), policy: .standard)
    #expect(
      open.words == [
        "paid 4/1-5/1 [4/30]", "hold 5/1-5/10 [5/9]", "~hold 5/10-5/31 [5/30]", "~expired 5/31-",
      ])

    story.tell(.recovered, "2023-05-20") {
      $0.status = .active
      $0.expiresAt = at("2023-06-20")
    }
    let fixed = try story.subscriber().timeline(at: at("2023-06-01"), policy: .standard)
    #expect(
      fixed.drawing(from: "2023-04-01", to: "2023-06-21")
        == "PPPPPPPPPPPPPPPPPPPPPPPPPPPPPP"  // April
        + "HHHHHHHHHHHHHHHHHHHPPPPPPPPPPPP"  // May: access again from the 20th
        + "PPPPPPPPPPPPPPPPPPP ")  // June: to the 19th inclusive
    let episode = try #require(
      try story.subscriber().episodes(at: at("2023-06-01"), policy: .standard).first)
    #expect(episode.outcome == .recoveredInHold)
    #expect(episode.failedAt == at("2023-05-01"))
    #expect(episode.endedAt == at("2023-05-20"))
    #expect(episode.renewalDateKept == false)
  }

  @Test func `G1: the hold of today lasts 60 days instead of 30`() throws {
    #expect(try playWithoutGrace(year: "2023").status("2023-05-02").retryEnds == at("2023-05-31"))
    #expect(try playWithoutGrace(year: "2026").status("2026-05-02").retryEnds == at("2026-06-30"))
  }

  @Test func `G2: Google Play with 14 days of grace, fixed on 10 May, keeps the billing date`()
    throws
  {
    var story = playWithGrace(year: "2023")
    story.tell(.renewed, "2023-05-10") {
      $0.status = .active
      $0.expiresAt = at("2023-06-01")
    }
    let timeline = try story.subscriber().timeline(at: at("2023-05-20"), policy: .standard)
    #expect(
      timeline.drawing(from: "2023-04-01", to: "2023-06-02")
        == "PPPPPPPPPPPPPPPPPPPPPPPPPPPPPP"  // April
        + "GGGGGGGGGPPPPPPPPPPPPPPPPPPPPPP"  // May: paid from the 10th
        + " ")  // the renewal stays on 1 June
    let episode = try #require(
      try story.subscriber().episodes(at: at("2023-05-20"), policy: .standard).first)
    #expect(episode.outcome == .recoveredInGrace)
    #expect(episode.renewalDateKept == true)
    #expect(episode.holdStartedAt == nil)
  }

  @Test func `G2: not fixed, 14 days of grace are followed by the hold of the time`() throws {
    let then = try playWithGrace(year: "2023").subscriber()
      .timeline(at: at("2023-05-01"), policy: .standard)
    #expect(
      then.words == [
        "paid 4/1-5/1 [4/30]", "~grace 5/1-5/15 [5/14]", "~hold 5/15-6/14 [6/13]",
        "~expired 6/14-",
      ])
    let today = try playWithGrace(year: "2026").subscriber()
      .timeline(at: at("2026-05-01"), policy: .standard)
    #expect(
      today.words == [
        "paid 4/1-5/1 [4/30]", "~grace 5/1-5/15 [5/14]", "~hold 5/15-6/30 [6/29]",
        "~expired 6/30-",
      ])
  }

  @Test func `G3: App Store without grace, fixed on 20 May, begins a new period then`() throws {
    var story = appStore(grace: false)
    #expect(try story.status("2023-05-02").state == .hold)
    #expect(try story.status("2023-05-02").retryEnds == at("2023-06-30"))
    story.tell(.recovered, "2023-05-20") {
      $0.transactionID = "t2"
      $0.purchasedAt = at("2023-05-20")
      $0.expiresAt = at("2023-06-20")
      $0.status = .active
      $0.autoRenew = true
    }
    let timeline = try story.subscriber().timeline(at: at("2023-06-01"), policy: .standard)
    #expect(
      timeline.drawing(from: "2023-04-01", to: "2023-06-21")
        == "PPPPPPPPPPPPPPPPPPPPPPPPPPPPPP" + "HHHHHHHHHHHHHHHHHHHPPPPPPPPPPPP"
        + "PPPPPPPPPPPPPPPPPPP ")
  }

  @Test func `G4: App Store with 16 days of grace, fixed on 10 May, keeps the billing date`()
    throws
  {
    var story = appStore(grace: true)
    story.tell(.recovered, "2023-05-10") {
      $0.transactionID = "t2"
      $0.purchasedAt = at("2023-05-10")
      $0.expiresAt = at("2023-06-01")
      $0.status = .active
      $0.autoRenew = true
    }
    let timeline = try story.subscriber().timeline(at: at("2023-05-20"), policy: .standard)
    #expect(
      timeline.drawing(from: "2023-04-01", to: "2023-06-02")
        == "PPPPPPPPPPPPPPPPPPPPPPPPPPPPPP" + "GGGGGGGGGPPPPPPPPPPPPPPPPPPPPPP" + " ")
  }

  @Test func `G4: not fixed, 16 days of grace leave 44 of the 60 days`() throws {
    let timeline = try appStore(grace: true).subscriber()
      .timeline(at: at("2023-05-10"), policy: .standard)
    #expect(
      timeline.words == [
        "paid 4/1-5/1 [4/30]", "grace 5/1-5/10 [5/9]", "~grace 5/10-5/17 [5/16]",
        "~hold 5/17-6/30 [6/29]", "~expired 6/30-",
      ])
    #expect(
      timeline.drawing(from: "2023-05-01", to: "2023-07-02")
        == "GGGGGGGGGGGGGGGGHHHHHHHHHHHHHHH" + "HHHHHHHHHHHHHHHHHHHHHHHHHHHHH." + ".")
    #expect(timeline.map(\.access) == [true, true, true, false, false])
  }
}
