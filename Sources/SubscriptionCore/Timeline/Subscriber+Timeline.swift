// MARK: The timeline

extension Subscriber {
  /// The subscription's spans: up to an instant as told, after it as projected.
  ///
  /// The span that runs then is split there. What renews is shown to the end of what was paid for;
  /// what fails is shown to the end of the store's tries and beyond, as the end is expected then.
  /// What was replaced ends with the replacement, which is no end of the user's access.
  ///
  /// - Complexity: O(*s*) for *s* changes of state.
  public func timeline(at now: Timestamp, policy: ChurnPolicy) -> Timeline {
    var builder = TimelineBuilder(now: now)
    let periods = machine.periods
    for index in periods.indices {
      let limit = index + 1 < periods.count ? periods[index + 1].since : nil
      let phases = phases(of: index, policy)
      for phase in expected(phases, at: now, isLast: limit == nil) {
        builder.add(phase, isTrial: periods[index].isTrial, limit: limit)
      }
    }
    return Timeline(spans: builder.spans)
  }

  /// The phases as they are expected: the store is taken to say in time what it will say.
  private func expected(_ phases: [Phase], at now: Timestamp, isLast: Bool) -> [Phase] {
    guard isLast else { return phases }
    var result: [Phase] = []
    var from: Timestamp?
    for var phase in phases {
      if let begins = from { (phase.from, from) = (begins, nil) }
      // Silence is not foreseen: what renews is drawn to its date, a pause to its end.
      if phase.state == .renewalPending, phase.from > now { break }
      // Nor is a late end: the tries are drawn to where they are due to end.
      if let end = phase.expectedEnd, end > now, end > phase.from {
        phase.to = end
        from = end
      }
      result.append(phase)
    }
    return result
  }
}

/// Strings phases together into spans.
private struct TimelineBuilder {
  let now: Timestamp
  var spans: [Timeline.Span] = []

  init(now: Timestamp) { self.now = now }

  /// Adds a phase, cut off where the next stretch begins and split at the present.
  mutating func add(_ phase: Phase, isTrial: Bool, limit: Timestamp?) {
    guard let kind = kind(of: phase, isTrial: isTrial, isLast: limit == nil) else { return }
    var (to, endStated) = (phase.to, phase.endStated)
    if let limit, to.map({ $0 >= limit }) ?? true { (to, endStated) = (limit, true) }
    guard to.map({ $0 > phase.from }) ?? true else { return }
    var span = Timeline.Span(
      kind: kind, from: phase.from, to: to, projected: phase.from >= now, access: phase.access,
      endStated: endStated)
    if span.from < now, to.map({ $0 > now }) ?? true {
      var told = span
      (told.to, told.endStated) = (now, true)
      append(told)
      (span.from, span.projected) = (now, true)
    }
    append(span)
  }

  /// Appends a span, or lengthens the last one where it is more of the same.
  private mutating func append(_ span: Timeline.Span) {
    if let last = spans.last, last.kind == span.kind, last.projected == span.projected,
      last.access == span.access, last.to == span.from
    {
      spans[spans.count - 1].to = span.to
      spans[spans.count - 1].endStated = span.endStated
    } else {
      spans.append(span)
    }
  }

  private func kind(of phase: Phase, isTrial: Bool, isLast: Bool) -> Timeline.Kind? {
    switch phase.state {
    case .active: isTrial ? .trial : .paid
    case .renewalPending: .renewalPending
    case .grace: .grace
    case .hold: .hold
    case .paused: .paused
    case .canceled: .canceled
    case .expired: .expired
    case .refunded: .refunded
    case .pending: .pending
    // Nothing follows a replacement but, rarely, a late payment; until then it is over.
    case .superseded: isLast ? nil : .expired
    // Nothing is known before the first word; a hole later on is drawn as waiting for it.
    case .unknown: spans.isEmpty ? nil : .renewalPending
    }
  }
}
