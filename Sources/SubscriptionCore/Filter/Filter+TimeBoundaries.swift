extension Filter {
  /// Returns the instants at which time alone can change the result for a row, in no order.
  ///
  /// The result of a term such as `loses<3d` changes three days before access ends. Only terms with
  /// a length of time depend on the present; at some of the instants the whole filter may stay the
  /// same.
  public func timeBoundaries(for row: some FilterSubject) -> [Timestamp] {
    switch self {
    case .all, .text, .pattern: []
    case .and(let parts), .or(let parts): parts.flatMap { $0.timeBoundaries(for: row) }
    case .not(let inner): inner.timeBoundaries(for: row)
    case .field(let field, let test): field.timeBoundaries(of: test, for: row)
    }
  }

  /// A Boolean value that indicates whether a term of the filter has a length of time, so that the
  /// result depends on the present.
  public var dependsOnTime: Bool {
    switch self {
    case .all, .text, .pattern: false
    case .and(let parts), .or(let parts): parts.contains(where: \.dependsOnTime)
    case .not(let inner): inner.dependsOnTime
    case .field(_, .compare(_, .duration)): true
    case .field: false
    }
  }
}

extension SubscriberField {
  fileprivate func timeBoundaries(of test: FilterTest, for row: some FilterSubject) -> [Timestamp] {
    guard case .compare(let comparison, .duration(let milliseconds)) = test,
      case .instant(let instant?) = row.value(of: self)
    else { return [] }
    let length = Duration.milliseconds(milliseconds)
    let turn = kind == .age ? instant + length : instant - length
    let isAtTurn =
      switch (comparison, kind == .age) {
      case (.less, true), (.atMost, false), (.atLeast, true), (.greater, false): true
      case (.atMost, true), (.less, false), (.greater, true), (.atLeast, false): false
      }
    return [isAtTurn ? turn : turn + .milliseconds(1)]
  }
}
