// MARK: The timeline

extension Subscriber {
  /// Returns the subscription's spans: as reported up to an instant, as projected after it.
  ///
  /// Spans are half-open, `[from, to)`, in order, and contiguous: each begins at the end of the
  /// previous one. Only the last may lack an end.
  ///
  /// The current span is split at that instant. A renewing subscription is shown to the end of the
  /// paid period, a failing one to the end of the store's retries and its expected expiry. A
  /// replaced one ends with the replacement, which does not end the user's access.
  ///
  /// - Complexity: O(*s*) for *s* changes of state.
  public func timeline(at now: Timestamp, policy: ChurnPolicy) -> [Timeline.Span] {
    var builder = TimelineBuilder(now: now)
    let periods = machine.periods
    for index in periods.indices {
      let limit = index + 1 < periods.count ? periods[index + 1].since : nil
      let phases = phases(of: index, policy)
      for phase in expected(phases, at: now, isLast: limit == nil) {
        builder.add(phase, isTrial: periods[index].isTrial, limit: limit)
      }
    }
    return builder.spans
  }

  /// Returns the phases as expected if the store reports everything on time.
  private func expected(_ phases: [Phase], at now: Timestamp, isLast: Bool) -> [Phase] {
    guard isLast else { return phases }
    var result: [Phase] = []
    var from: Timestamp?
    for var phase in phases {
      if let begins = from { (phase.from, from) = (begins, nil) }
      // Silence is not projected: a renewal is drawn to its date, a pause to its end.
      if phase.state == .renewalPending, phase.from > now { break }
      // A late end is not projected either: the retries are drawn to their expected end.
      if let end = phase.expectedEnd, end > now, end > phase.from {
        phase.to = end
        from = end
      }
      result.append(phase)
    }
    return result
  }
}

/// A builder that joins phases to spans.
private struct TimelineBuilder {
  let now: Timestamp
  var spans: [Timeline.Span] = []

  /// Adds a phase, cut off at the beginning of the next state period and split at the present.
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

  /// Appends a span, or extends the last one if it continues it.
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
    // A replaced purchase is over, unless, rarely, a late payment follows.
    case .superseded: isLast ? nil : .expired
    // Nothing is known before the first report; a later gap is drawn as pending.
    case .unknown: spans.isEmpty ? nil : .renewalPending
    }
  }
}
