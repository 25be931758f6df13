// MARK: Where the clock stands

extension Subscriber {
  /// The pause that begins with the end of what is paid for; `nil` where none was asked for.
  ///
  /// A date of its end that lies before it is left from an earlier pause.
  var pendingPause: PendingPause? {
    guard machine.isPausePending, let last = machine.periods.last, last.state == .active else {
      return nil
    }
    let begins = last.paidThrough ?? last.since
    return PendingPause(resumesAt: machine.facts.resumesAt.flatMap { $0 > begins ? $0 : nil })
  }

  /// The phases of a stretch, as the clock divides it.
  func phases(of index: Int, _ policy: ChurnPolicy) -> [Phase] {
    let isLast = index == machine.periods.count - 1
    let phases = machine.periods[index].phases(
      policy.recovery, recoveryTerms(policy), endingIn: isLast ? pendingPause : nil)
    return isNotYetAsked ? phases.map(\.withoutUnprovenAccess) : phases
  }

  /// The stretch and the phase of it that hold at an instant; before the first one, the first.
  func moment(at now: Timestamp, _ policy: ChurnPolicy) -> Moment? {
    guard var index = machine.periods.indices.last else { return nil }
    while index > 0, machine.periods[index].since > now { index -= 1 }
    let period = machine.periods[index]
    let phases = phases(of: index, policy)
    guard var place = phases.indices.last else { return nil }
    while place > 0, phases[place].from > now { place -= 1 }
    return Moment(index: index, period: period, phases: phases, place: place)
  }

  /// An instant's place in the history.
  struct Moment {
    /// The place of the stretch.
    let index: Int
    /// The stretch.
    let period: StatePeriod
    /// The phases of the stretch.
    let phases: [Phase]
    /// The place of the phase.
    let place: Int

    /// The phase.
    var phase: Phase { phases[place] }

    /// When the state began: phases of one state count as one.
    var since: Timestamp {
      var first = place
      while first > 0, phases[first - 1].state == phase.state { first -= 1 }
      return phases[first].from
    }
  }

  /// When access was lost that is not granted at a moment; `nil` when there never was any.
  func accessLost(before moment: Moment, _ policy: ChurnPolicy) -> Timestamp? {
    for place in stride(from: moment.place, through: 0, by: -1)
    where moment.phases[place].access {
      return moment.phases[place].to
    }
    var limit = moment.period.since
    for index in stride(from: moment.index - 1, through: 0, by: -1) {
      let phases = phases(of: index, policy)
      for phase in phases.reversed() where phase.access && phase.from < limit {
        return phase.to.map { min($0, limit) } ?? limit
      }
      limit = machine.periods[index].since
    }
    return nil
  }
}
