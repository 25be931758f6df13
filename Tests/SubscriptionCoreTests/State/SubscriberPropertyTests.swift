import SeededNumbers
import SubscriptionCore
import Testing

/// What holds of every history, tried on many that make no sense.
@Suite struct `Any history of events` {
  private static let seeds = Array(UInt64(1)...150)

  private let policies = [
    ChurnPolicy.standard, graceAtAppStore(.sixteenDays), googlePlay(graceDays: 0, holdDays: 0),
    googlePlay(graceDays: 14, holdDays: 30),
  ]

  @Test(arguments: seeds) func `in any order of arrival gives the same subscriber`(seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    let events = random.history(upTo: 24)
    let subscriber = Subscriber.fold(events)
    for _ in 0..<4 {
      #expect(Subscriber.fold(events.shuffled(using: &random)) == subscriber)
    }
  }

  @Test(arguments: seeds) func `is not changed by duplicates`(seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    let events = random.history(upTo: 24)
    var again = events.filter { _ in random.happens(40) }
    for index in again.indices { again[index].recordedAt = again[index].recordedAt + .hours(9) }
    let subscriber = Subscriber.fold(events)
    #expect(Subscriber.fold(events + again) == subscriber)
    #expect(Subscriber.fold((again + events).shuffled(using: &random)) == subscriber)
  }

  @Test(arguments: seeds) func `has a valid subscriber in every prefix`(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    let events = random.history(upTo: 24)
    for count in 1...events.count {
      let subscriber = try #require(Subscriber.fold(Array(events.prefix(count))))
      let now = events[count - 1].statedAt + .hours(random.pick([0, 1, 30, 500, 3000]))
      let status = subscriber.status(at: now, policy: random.pick(policies))
      expectSound(status, at: now)
    }
  }

  @Test func `knows no more of a renewal that failed once it is paid`() throws {
    var count = 0
    for seed in Self.seeds {
      var random = SeededNumbers(seed: seed)
      var events = random.history(upTo: 24).sorted(by: SubscriptionEvent.precedes)
      // A resource that was fetched late, by its receipt or its date, says less once a later report
      // is known.
      for place in events.indices {
        events[place].recordedAt = events[place].statedAt
        guard let ends = events[place].facts.expiresAt else { continue }
        switch events[place].facts.status {
        case .hold, .paused, .expired:
          events[place].facts.expiresAt = min(ends, events[place].statedAt)
        default: break
        }
      }
      for place in events.indices.dropFirst() {
        let now = events[place].statedAt + .hours(1)
        let (before, after) = try (
          #require(Subscriber.fold(Array(events[..<place]))),
          #require(Subscriber.fold(Array(events[...place])))
        )
        let paid = after.episodes(at: now, policy: .standard).filter(\.isRecovered)
        for open in before.episodes(at: now, policy: .standard) where open.outcome == .open {
          for paid in paid where paid.failedAt == open.failedAt {
            count += 1
            #expect(paid.plan == open.plan && paid.price == open.price, "\(seed) \(place)")
          }
        }
      }
    }
    #expect(count > 30, "\(count)")
  }

  private func expectSound(_ status: SubscriptionStatus, at now: Timestamp) {
    #expect(status.stateSince <= now)
    switch status.state {
    case .active, .grace, .canceled: #expect(status.access.granted)
    case .renewalPending: break
    case .pending, .hold, .paused, .expired, .refunded, .superseded, .unknown:
      #expect(!status.access.granted)
    }
    if let until = status.access.until {
      #expect(status.access.granted ? until > now : until <= now)
    }
    #expect((status.end != nil) == (status.state == .expired || status.state == .refunded))
    #expect(status.prompt.isDue ? status.state.isFailing : true)
    if let next = status.nextChangeAt { #expect(next > now) }
    if status.state.isFailing { #expect(status.retryEnds != nil) }
    // Lists look for these values nowhere else.
    for (field, instant) in [
      (SubscriberField.renewsAt, status.renewsAt), (.retryEnds, status.retryEnds),
      (.dueAt, status.prompt.verdict.instant),
    ] where instant != nil {
      #expect(field.definition.states.contains(status.state), "\(field)")
    }
  }

  @Test(arguments: seeds) func `has a timeline without overlap and without a hole`(seed: UInt64)
    throws
  {
    var random = SeededNumbers(seed: seed)
    let events = random.history(upTo: 24)
    let subscriber = try #require(Subscriber.fold(events))
    for policy in policies {
      let now = random.pick(events).statedAt + .hours(random.pick([0, 1, 30, 500, 3000]))
      let spans = subscriber.timeline(at: now, policy: policy)
      for (index, span) in spans.enumerated() {
        if let to = span.to {
          #expect(span.from < to)
          #expect(span.projected || to <= now)
        } else {
          #expect(index == spans.count - 1)
        }
        #expect(span.projected == (span.from >= now))
        if index > 0 { #expect(spans[index - 1].to == span.from) }
      }
    }
  }

  @Test(arguments: seeds) func `agrees with its timeline on access`(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    let events = random.history(upTo: 24)
    let subscriber = try #require(Subscriber.fold(events))
    let now = random.pick(events).statedAt + .hours(random.pick([0, 1, 30, 500]))
    let policy = random.pick(policies)
    let status = subscriber.status(at: now, policy: policy)
    let spans = subscriber.timeline(at: now, policy: policy)
    guard let span = spans.last(where: { $0.from <= now }), span.to.map({ $0 > now }) ?? true
    else { return }
    #expect(span.access == status.access.granted)
  }

  @Test(arguments: seeds) func `stands still until its next change and not beyond`(seed: UInt64)
    throws
  {
    var random = SeededNumbers(seed: seed)
    let events = random.history(
      upTo: 24, actions: false, environment: random.pick([nil, .production]))
    let subscriber = try #require(Subscriber.fold(events))
    for policy in policies {
      var now = subscriber.lastEventAt
      for _ in 0..<12 {
        let before = unchanging(subscriber, at: now, policy)
        let next = subscriber.status(at: now, policy: policy).nextChangeAt
        let end = next ?? now + .days(4000)
        #expect(end > now)
        for _ in 0..<6 {
          let probe = Timestamp(
            milliseconds: Int64.random(in: now.milliseconds..<end.milliseconds, using: &random))
          #expect(unchanging(subscriber, at: probe, policy) == before)
        }
        let last = Timestamp(milliseconds: end.milliseconds - 1)
        #expect(unchanging(subscriber, at: last, policy) == before)
        guard let next else { break }
        #expect(unchanging(subscriber, at: next, policy) != before)
        now = next
      }
    }
  }

  /// Everything a ledger keeps about a subscriber, save when it changes next.
  private struct Unchanging: Equatable {
    var summary: SubscriberSummary
    var episodes: [BillingEpisode]
    var exemptSince: Int?
  }

  private func unchanging(
    _ subscriber: Subscriber, at now: Timestamp, _ policy: ChurnPolicy
  ) -> Unchanging {
    let row = SubscriberProjection(of: subscriber, at: now, policy: policy, profile: nil)
    var summary = row.summary
    summary.status.nextChangeAt = nil
    return Unchanging(
      summary: summary, episodes: subscriber.episodes(at: now, policy: policy),
      exemptSince: row.days.exemptSince)
  }

  @Test(arguments: seeds) func `with operators' actions never changes before it is said to`(
    seed: UInt64
  ) throws {
    var random = SeededNumbers(seed: seed)
    let events = random.history(upTo: 24)
    let subscriber = try #require(Subscriber.fold(events))
    // Also before there was anything to tell: a clock may be behind what the stores say.
    let now = random.pick(events).statedAt - .days(random.pick([0, 0, 40, 4000]))
    let next = subscriber.status(at: now, policy: .standard).nextChangeAt ?? now + .days(9000)
    let before = unchanging(subscriber, at: now, .standard)
    for _ in 0..<20 {
      let probe = Timestamp(
        milliseconds: Int64.random(in: now.milliseconds..<next.milliseconds, using: &random))
      #expect(unchanging(subscriber, at: probe, .standard) == before)
    }
  }

  @Test(arguments: seeds) func `has episodes that do not overlap and end as told`(seed: UInt64)
    throws
  {
    var random = SeededNumbers(seed: seed)
    let events = random.history(upTo: 24)
    let subscriber = try #require(Subscriber.fold(events))
    let now = subscriber.lastEventAt + .hours(random.pick([0, 30, 3000]))
    let episodes = subscriber.episodes(at: now, policy: random.pick(policies))
    for (index, episode) in episodes.enumerated() {
      #expect((episode.outcome == .open) == (episode.endedAt == nil))
      #expect(episode.failedAt <= now)
      if let endedAt = episode.endedAt { #expect(endedAt <= now) }
      if episode.outcome == .open { #expect(index == episodes.count - 1) }
      let isRecovered = episode.outcome == .recoveredInGrace || episode.outcome == .recoveredInHold
      #expect(isRecovered == (episode.renewalDateKept != nil))
    }
  }
}
