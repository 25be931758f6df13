extension Filter {
  /// Returns the instants at which time alone can change the result for a row, in no order.
  ///
  /// The result of a term such as `loses<3d` changes three days before access ends. Only terms with
  /// a length of time or with a day such as `yesterday` depend on the present; at some of the
  /// instants the whole filter may stay the same.
  public func timeBoundaries(for row: some FilterSubject) -> [Timestamp] {
    switch self {
    case .all, .text, .pattern: []
    case .and(let parts), .or(let parts): parts.flatMap { $0.timeBoundaries(for: row) }
    case .not(let inner): inner.timeBoundaries(for: row)
    case .field(let field, let test): field.timeBoundaries(of: test, for: row)
    }
  }

  /// A Boolean value that indicates whether a term of the filter has a length of time or a day
  /// counted from today, so that the result depends on the present.
  public var dependsOnTime: Bool { hasValue(where: \.dependsOnTime) }

  /// A Boolean value that indicates whether a term of the filter names a day, which is one of UTC.
  public var namesDay: Bool { hasValue(where: \.isDay) }

  private func hasValue(where isOne: (FilterValue) -> Bool) -> Bool {
    switch self {
    case .all, .text, .pattern: false
    case .and(let parts), .or(let parts): parts.contains { $0.hasValue(where: isOne) }
    case .not(let inner): inner.hasValue(where: isOne)
    case .field(_, .compare(_, let value)): isOne(value)
    case .field(_, .any(let values)): values.contains(where: isOne)
    case .field: false
    }
  }
}

extension FilterValue {
  fileprivate var isDay: Bool {
    switch self {
    case .day, .dayFromNow: true
    case .text, .choice, .number, .money, .duration, .instant, .absent, .present: false
    }
  }

  fileprivate var dependsOnTime: Bool {
    switch self {
    case .duration, .dayFromNow: true
    case .text, .choice, .number, .money, .day, .instant, .absent, .present: false
    }
  }
}

extension SubscriberField {
  fileprivate func timeBoundaries(of test: FilterTest, for row: some FilterSubject) -> [Timestamp] {
    guard let part else { return timeBoundaries(of: test, in: row) }
    return row.counted(part).flatMap { timeBoundaries(of: test, in: $0) }
  }

  private func timeBoundaries(of test: FilterTest, in row: some FilterSubject) -> [Timestamp] {
    switch test {
    case .compare(let comparison, let value):
      timeBoundaries(of: value, compared: comparison, in: row)
    case .any(let values):
      values.flatMap { timeBoundaries(of: $0, compared: .less, in: row) }
    case .contains, .matches: []
    }
  }

  private func timeBoundaries(
    of value: FilterValue, compared comparison: FilterComparison, in row: some FilterSubject
  ) -> [Timestamp] {
    // The length of an open episode is the age of its failure.
    let counted = self == .lasted ? .failedAt : self
    guard case .instant(let instant?) = row.value(of: counted) else { return [] }
    if case .dayFromNow(let days) = value {
      let day = CivilDate(instant + .days(-days))
      return [day.start, day.start + .days(1)]
    }
    guard case .duration(let milliseconds) = value else { return [] }
    let length = Duration.milliseconds(milliseconds)
    let isAge = counted.kind == .age
    let turn = isAge ? instant + length : instant - length
    let isAtTurn =
      switch (comparison, isAge) {
      case (.less, true), (.atMost, false), (.atLeast, true), (.greater, false): true
      case (.atMost, true), (.less, false), (.greater, true), (.atLeast, false): false
      }
    return [isAtTurn ? turn : turn + .milliseconds(1)]
  }
}
