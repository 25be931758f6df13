// MARK: Phases at an instant

extension Subscriber {
  /// The pause that begins at the end of the paid period; `nil` if none is scheduled.
  ///
  /// A stated end before that date is left over from an earlier pause and is ignored.
  var pendingPause: PendingPause? {
    guard machine.isPausePending, let last = machine.periods.last, last.state == .active else {
      return nil
    }
    let begins = last.paidThrough ?? last.since
    return PendingPause(resumesAt: machine.facts.resumesAt.flatMap { $0 > begins ? $0 : nil })
  }

  /// Returns the phases of a state period, with the scheduled pause if it is the last one.
  func phases(of index: Int, _ policy: ChurnPolicy) -> [Phase] {
    let isLast = index == machine.periods.count - 1
    let phases = machine.periods[index].phases(
      policy.recovery, recoveryTerms(policy), endingIn: isLast ? pendingPause : nil)
    if isOnlyListedVoid { return phases.map(\.unknown) }
    return isNotYetAsked ? phases.map(\.withoutUnprovenAccess) : phases
  }

  /// Returns the state period and its phase in force at an instant; before the first period, the
  /// first.
  func moment(at now: Timestamp, _ policy: ChurnPolicy) -> Moment? {
    guard var index = machine.periods.indices.last else { return nil }
    while index > 0, machine.periods[index].since > now { index -= 1 }
    let period = machine.periods[index]
    let phases = phases(of: index, policy)
    guard var place = phases.indices.last else { return nil }
    while place > 0, phases[place].from > now { place -= 1 }
    return Moment(at: now, index: index, period: period, phases: phases, place: place)
  }

  /// The position of an instant in the history.
  struct Moment {
    /// The instant.
    let at: Timestamp
    /// The index of the state period.
    let index: Int
    /// The state period.
    let period: StatePeriod
    /// The phases of the state period.
    let phases: [Phase]
    /// The index of the phase.
    let place: Int

    /// The phase.
    var phase: Phase { phases[place] }

    /// The beginning of the state; consecutive phases with the same state count as one.
    var since: Timestamp {
      var first = place
      while first > 0, phases[first - 1].state == phase.state { first -= 1 }
      return phases[first].from
    }
  }

  /// Returns the end of the last access before a moment without access; `nil` if there never was
  /// any.
  func accessLost(before moment: Moment, _ policy: ChurnPolicy) -> Timestamp? {
    for place in stride(from: moment.place, through: 0, by: -1)
    where moment.phases[place].access {
      return moment.phases[place].to
    }
    // Notifications alone prove no access, and no earlier end of it.
    let isUnproven = isNotYetAsked && moment.phase.state != .unknown
    var limit = moment.period.since
    for index in stride(from: moment.index - 1, through: 0, by: -1) {
      let phases = phases(of: index, policy)
      for phase in phases.reversed()
      where (phase.access || isUnproven && phase.state == .unknown) && phase.from < limit {
        return phase.to.map { min($0, limit) } ?? limit
      }
      limit = machine.periods[index].since
    }
    return nil
  }
}
