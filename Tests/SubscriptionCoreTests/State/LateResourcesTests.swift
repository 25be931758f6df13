import SubscriptionCore
import Testing

/// Lives at Google Play whose resources were fetched in time, against the same lives whose
/// resources were fetched after an outage.
@Suite struct LateResourcesTests {
  /// One notification with the resource that it has when it is fetched in time.
  struct Report {
    var kind: EventKind
    var at: String
    var expires: String
    var order = "GPA.1-1-1-1"
    var status = StatedStatus.active
    var change: @Sendable (inout StoreFacts) -> Void = { _ in }
  }

  /// A life at Google Play, told by its name.
  struct Life: CustomTestStringConvertible, Sendable {
    var name: String
    var reports: [Report]
    var testDescription: String { name }

    init(_ name: String, _ reports: [Report]) { (self.name, self.reports) = (name, reports) }
  }

  private static let first = "GPA.1-1-1-1"
  private static let second = "GPA.1-1-1-1..0"
  private static let bought = Report(kind: .purchased, at: "2026-09-01", expires: "2026-10-01")

  private static func priced(_ day: String, _ expires: String = "2026-10-01") -> Report {
    Report(kind: .priceChanged, at: day, expires: expires)
  }

  private static func failing(
    _ kind: EventKind, _ at: String, _ expires: String, _ status: StatedStatus
  ) -> Report {
    Report(kind: kind, at: at, expires: expires, status: status) {
      ($0.orderID, $0.endReason) = (second, .billing)
      if status == .grace { $0.graceEndsAt = $0.expiresAt }
    }
  }

  private static func canceled(
    _ kind: EventKind, _ at: String, _ expires: String, order: String = first,
    canceledAt: String, status: StatedStatus = .canceled
  ) -> Report {
    Report(kind: kind, at: at, expires: expires, order: order, status: status) {
      ($0.autoRenew, $0.endReason) = (false, .voluntary)
      $0.canceledAt = SubscriptionCoreTests.at(canceledAt)
    }
  }

  static let lives = [
    Life(
      "paused and resumed",
      [
        bought, Report(kind: .pauseScheduled, at: "2026-09-28", expires: "2026-10-01"),
        Report(
          kind: .paused, at: "2026-10-01T00:00:10Z", expires: "2026-10-01", status: .paused
        ) { $0.resumesAt = SubscriptionCoreTests.at("2026-10-29") },
        Report(kind: .recovered, at: "2026-10-03", expires: "2026-11-03", order: second),
        Report(kind: .priceChanged, at: "2026-10-04", expires: "2026-11-03", order: second),
      ]),
    Life(
      "on hold after a pause",
      [
        bought, Report(kind: .pauseScheduled, at: "2026-09-28", expires: "2026-10-01"),
        Report(
          kind: .paused, at: "2026-10-01T00:00:10Z", expires: "2026-10-01", status: .paused
        ) { $0.resumesAt = SubscriptionCoreTests.at("2026-10-29") },
        failing(.holdStarted, "2026-10-29T00:00:10Z", "2026-10-01", .hold),
        Report(kind: .recovered, at: "2026-11-03", expires: "2026-12-03", order: second),
      ]),
    Life(
      "instalments, canceled and paid in grace",
      [
        bought,
        Report(kind: .cancellationScheduled, at: "2026-09-29", expires: "2026-10-01") {
          ($0.commitmentPaymentsLeft, $0.endsWithCommitment) = (2, true)
        },
        Report(
          kind: .billingFailed, at: "2026-10-02", expires: "2026-10-08", status: .grace
        ) {
          ($0.commitmentPaymentsLeft, $0.endsWithCommitment) = (2, true)
          ($0.orderID, $0.endReason, $0.graceEndsAt) = (second, .billing, $0.expiresAt)
        },
        Report(kind: .renewed, at: "2026-10-05", expires: "2026-11-01", order: second) {
          ($0.commitmentPaymentsLeft, $0.endsWithCommitment) = (1, true)
        },
      ]),
    Life(
      "paid in grace",
      [
        bought, priced("2026-09-29"), failing(.billingFailed, "2026-10-02", "2026-10-08", .grace),
        Report(kind: .renewed, at: "2026-10-05", expires: "2026-11-01", order: second),
      ]),
    Life(
      "paid in hold",
      [
        bought, priced("2026-09-29"), failing(.billingFailed, "2026-10-02", "2026-10-05", .grace),
        failing(.holdStarted, "2026-10-05", "2026-10-05", .hold),
        Report(kind: .recovered, at: "2026-10-06", expires: "2026-11-06", order: second),
      ]),
    Life(
      "canceled, taken back, without grace on hold, paid",
      [
        bought, canceled(.autoRenewDisabled, "2026-09-28", "2026-10-01", canceledAt: "2026-09-28"),
        Report(kind: .autoRenewEnabled, at: "2026-09-29", expires: "2026-10-01"),
        failing(.holdStarted, "2026-10-02", "2026-10-01", .hold),
        Report(kind: .recovered, at: "2026-10-04", expires: "2026-11-04", order: second),
      ]),
    Life(
      "canceled in grace",
      [
        bought, priced("2026-09-29"), failing(.billingFailed, "2026-10-02", "2026-10-08", .grace),
        canceled(
          .autoRenewDisabled, "2026-10-04", "2026-10-04", canceledAt: "2026-10-04",
          status: .expired),
        canceled(
          .expired, "2026-10-04T00:00:02Z", "2026-10-04", canceledAt: "2026-10-04",
          status: .expired),
      ]),
    Life(
      "renewed and canceled",
      [
        bought,
        Report(
          kind: .renewed, at: "2026-10-01T00:00:10Z", expires: "2026-11-01", order: second),
        canceled(
          .autoRenewDisabled, "2026-10-03", "2026-11-01", order: second, canceledAt: "2026-10-03"),
        canceled(
          .expired, "2026-11-01T00:00:10Z", "2026-11-01", order: second,
          canceledAt: "2026-10-03", status: .expired),
      ]),
    Life(
      "deferred",
      [
        bought, Report(kind: .renewalExtended, at: "2026-09-28", expires: "2026-10-04"),
        Report(kind: .renewed, at: "2026-10-04T00:00:10Z", expires: "2026-11-04", order: second),
      ]),
    Life(
      "renewed and refunded",
      [
        bought,
        Report(
          kind: .renewed, at: "2026-10-01T00:00:10Z", expires: "2026-11-01", order: second),
        Report(
          kind: .refunded, at: "2026-10-03", expires: "2026-10-03", order: second, status: .expired
        ) { ($0.endReason, $0.revokedAt) = (.refund, SubscriptionCoreTests.at("2026-10-03")) },
        Report(
          kind: .expired, at: "2026-10-03T00:00:02Z", expires: "2026-10-03", order: second,
          status: .expired
        ) { ($0.endReason, $0.autoRenew) = (.other, false) },
      ]),
  ]

  /// The life with the resources of some reports fetched an hour after the last of them.
  private func story(_ life: Life, outage: ClosedRange<Int>? = nil, isTimed: Bool = true) -> Story {
    var story = Story(.googlePlay)
    story.usual.period = nil
    story.usual.startedAt = at("2026-09-01")
    story.usual.environment = .production
    story.usual.price = Money(micros: 9_990_000, currency: "USD")
    for (place, report) in life.reports.enumerated() {
      let isLate = outage?.contains(place) ?? false
      let source = isLate ? life.reports[outage?.upperBound ?? place] : report
      let heard = isLate ? at(source.at) + .hours(1) : at(report.at) + .seconds(2)
      story.tell(report.kind, report.at, heard: heard.rfc3339) {
        ($0.status, $0.autoRenew, $0.expiresAt) = (source.status, true, at(source.expires))
        ($0.orderID, $0.paidOrderID) = (source.order, source.order)
        source.change(&$0)
      }
    }
    return story
  }

  /// Everything about a life that the messages tell: states, dates, episodes and payments.
  ///
  /// After a refund no resource says until when the order was paid for.
  private func told(_ story: Story, _ now: Timestamp) throws -> [String] {
    func day(_ instant: Timestamp?) -> String {
      instant.map { String($0.rfc3339.prefix(16)) } ?? "-"
    }
    let subscriber = try story.subscriber()
    let status = subscriber.status(at: now, policy: .standard)
    var lines = subscriber.timeline(at: now, policy: .standard).filter { !$0.projected }
      .map { "\($0.kind) \(day($0.from))-\(day($0.to)) \($0.access)" }
    lines.append(
      "\(status.state) paid \(day(status.paidThrough)) renews \(day(status.renewsAt)) "
        + "\(status.end.map { "\($0.reason) \(day($0.at))" } ?? "")")
    lines += subscriber.episodes(at: now, policy: .standard).map {
      "episode \(day($0.failedAt)) \($0.outcome) \(day($0.endedAt)) hold \(day($0.holdStartedAt))"
    }
    lines += subscriber.payments(in: story.events, at: now).map {
      "\($0.kind) \(day($0.at)) \($0.kind == .declined ? "" : $0.orderID ?? "-") to "
        + day($0.kind == .refunded ? nil : $0.paidTo)
    }
    lines += subscriber.anomalies(at: now, policy: .standard).filter { $0.kind != .outOfOrder }
      .map { "anomaly \($0.text)" }
    return lines
  }

  @Test(arguments: lives) func `in time or after an outage is the same life`(life: Life) throws {
    let reports = life.reports
    for until in reports.indices.dropFirst() {
      let now = at(reports[until].at) + .hours(2)
      for first in 0..<until where at(reports[until].at) - at(reports[first].at) < .days(7) {
        var cut = life
        cut.reports = Array(reports[...until])
        let late = try told(story(cut, outage: first...until), now)
        #expect(try late == told(story(cut), now), "\(first)...\(until)")
        let end = at(reports[reports.count - 1].at) + .hours(2)
        #expect(
          try told(story(life, outage: first...until), end) == told(story(life), end),
          "\(first)...\(until) at the end")
      }
    }
  }

  @Test(arguments: lives, [1, 6, 24, 48])
  func `records that were all copied late are the same life`(life: Life, hours: Int) throws {
    let inTime = story(life)
    var copied = inTime
    for place in copied.events.indices {
      copied.events[place].recordedAt = copied.events[place].statedAt + .hours(hours)
    }
    let end = at(life.reports[life.reports.count - 1].at) + .hours(hours + 2)
    #expect(try told(copied, end) == told(inTime, end))
  }

  @Test func `a resource without the payment or the end in between is older than these`() throws {
    var paid = Story(.googlePlay)
    paid.resource(.purchased, on: "2026-09-28", until: "2026-10-28")
    paid.resource(.billingFailed, on: "2026-10-28", until: "2026-11-04") {
      ($0.status, $0.graceEndsAt) = (.grace, at("2026-11-04"))
    }
    var ended = paid
    paid.resource(
      .renewed, on: "2026-10-29T09:00:00Z", until: "2026-11-28", order: "GPA.1-2-3-4..0")
    ended.resource(.expired, on: "2026-10-29T09:00:00Z", until: "2026-10-29T09:00:00Z") {
      ($0.status, $0.autoRenew, $0.endReason) = (.expired, false, .voluntary)
    }
    for (story, state) in [(paid, SubscriptionState.active), (ended, .expired)] {
      var copied = story
      copied.events[1].recordedAt = at("2026-10-29T12:00:00Z")
      copied.events[2].recordedAt = at("2026-10-29T13:00:00Z")
      #expect(try copied.status("2026-11-10").state == state)
    }
  }

  @Test func `a deferral of two days heard late is a deferral`() throws {
    for heard in ["2026-11-14T23:58:02Z", "2026-11-15T00:03:00Z"] {
      var story = Story(.googlePlay)
      story.usual.environment = .production
      story.resource(.purchased, on: "2026-10-15", until: "2026-11-15")
      story.resource(.renewalExtended, on: "2026-11-14T23:58:00Z", until: "2026-11-17")
      story.events[1].recordedAt = at(heard)
      #expect(try story.status("2026-11-16").state == .active, "\(heard)")
      // The daemon stores a report and what it fetched for it one after the other.
      story.events[1].facts = StoreFacts()
      story.resource(.snapshot, on: heard, until: "2026-11-17")
      #expect(try story.status("2026-11-16").state == .active, "\(heard)")
    }
  }

  @Test func `a resource as it was before the failure does not end it`() throws {
    for heard in ["2026-11-16T00:00:12Z", "2026-11-16T00:05:10Z"] {
      var story = Story(.googlePlay)
      story.resource(.purchased, on: "2026-10-15", until: "2026-11-15")
      story.resource(.billingFailed, on: "2026-11-16T00:00:10Z", until: "2026-11-15")
      story.events[1].recordedAt = at(heard)
      #expect(try story.status("2026-11-18").state == .grace, "\(heard)")
    }
  }

  @Test(
    arguments: [EventKind.billingFailed, .holdStarted], [StatedStatus.active, .canceled])
  func `a report of a failure that is answered with the payment is both`(
    kind: EventKind, status: StatedStatus
  ) throws {
    for heard in ["2026-10-02T00:00:20Z", "2026-10-03"] {
      var story = Story(.googlePlay)
      story.resource(.purchased, on: "2026-09-01", until: "2026-10-01")
      story.resource(kind, on: "2026-10-02", until: "2026-11-01", order: "GPA.1-2-3-4..0") {
        $0.status = status
        guard status == .canceled else { return }
        ($0.autoRenew, $0.endReason, $0.canceledAt) = (false, .voluntary, at(heard))
      }
      story.events[1].recordedAt = at(heard)
      let now = try story.status("2026-10-10")
      #expect(now.state == (status == .active ? .active : .canceled))
      #expect(now.paidThrough == at("2026-11-01"))
      let episodes = try story.subscriber().episodes(at: at("2026-10-10"), policy: .standard)
      #expect(episodes.map(\.failedAt) == [at("2026-10-02")])
      let paidAt = at(heard) - (status == .active ? .zero : .seconds(1))
      #expect(episodes.map(\.endedAt) == [paidAt], "\(heard)")
    }
  }

  @Test func `a trial and its first renewal in one outage are two payments`() throws {
    var story = Story(.googlePlay)
    for (kind, day) in [(EventKind.purchased, "2026-09-28"), (.renewed, "2026-10-01")] {
      story.tell(kind, day, heard: "2026-10-01T01:00:00Z") {
        ($0.status, $0.autoRenew, $0.expiresAt) = (.active, true, at("2026-11-01"))
        ($0.paidOrderID, $0.startedAt) = (Self.second, at("2026-09-28"))
      }
    }
    let payments = try story.subscriber().payments(in: story.events, at: at("2026-10-02"))
    #expect(payments.map(\.at) == [at("2026-09-28"), at("2026-10-01")])
    #expect(payments.map(\.orderID) == [Self.first, Self.second])
  }

  @Test func `a state that begins after the report is not that of the report`() throws {
    var canceled = Story(.googlePlay)
    canceled.resource(.purchased, on: "2026-09-01", until: "2026-10-01")
    canceled.resource(.billingFailed, on: "2026-10-02", until: "2026-10-04") {
      ($0.status, $0.autoRenew, $0.endReason) = (.expired, false, .voluntary)
    }
    #expect(try canceled.status("2026-10-03").state == .grace)
    let ended = try canceled.status("2026-10-05")
    #expect(ended.end == SubscriptionEnd(reason: .voluntary, at: at("2026-10-04")))
    #expect(ended.paidThrough == at("2026-10-01"))
    var paused = Story(.googlePlay)
    paused.resource(.purchased, on: "2026-09-01", until: "2026-10-01")
    paused.resource(.pauseScheduled, on: "2026-09-28", until: "2026-10-01") {
      $0.status = .paused
    }
    #expect(try paused.status("2026-09-30").state == .active)
    let status = try paused.status("2026-10-02")
    #expect(status.state == .paused)
    #expect(status.stateSince == at("2026-10-01"))
  }

  @Test func `a copy received much later was not fetched then`() throws {
    var story = Story(.googlePlay)
    story.resource(.purchased, on: "2026-03-01", until: "2026-04-01")
    story.resource(.holdStarted, on: "2026-04-01", until: "2026-04-01") { $0.status = .hold }
    story.resource(
      .recovered, on: "2026-04-05", until: "2026-05-05", order: "GPA.1-2-3-4..0")
    let inTime = try story.subscriber()
    for heard in ["2026-04-06", "2026-09-01"] {
      var copied = story
      for place in copied.events.indices { copied.events[place].recordedAt = at(heard) }
      let (left, right) = (try copied.subscriber(), inTime)
      #expect(
        left.timeline(at: at("2026-09-02"), policy: .standard)
          == right.timeline(at: at("2026-09-02"), policy: .standard))
      #expect(left.provenPlan(.standard)?.period == right.provenPlan(.standard)?.period)
    }
  }
}
