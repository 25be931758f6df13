import SubscriptionCore

extension CounterReader {
  /// Every variant of a kind.
  func all(_ kind: CounterKind) throws -> [String: CounterValue] {
    try sums(kind, from: .min, to: .max, withUndated: true)
  }

  /// The variants of a kind over the rows without a date.
  func undated(_ kind: CounterKind) throws -> [String: CounterValue] {
    try sums(kind, from: CounterKind.undated, to: CounterKind.undated, withUndated: true)
  }

  /// The variants of a kind over the instants `from..<to`; rows without a date are in no range.
  func range(
    _ kind: CounterKind, from: Timestamp?, to: Timestamp?
  ) throws -> [String: CounterValue] {
    let length = kind.bucketLength
    let low = from?.milliseconds
    let high = to?.milliseconds
    let firstWhole = low.map { ($0 - 1).floored(to: length) + length } ?? .min
    let lastWhole = high.map { $0.floored(to: length) } ?? .max
    if let low, let high, firstWhole > lastWhole { return try scan(kind, from: low, to: high) }
    guard let high, lastWhole < high else {
      var sums = try sums(kind, from: firstWhole, to: lastWhole, withUndated: false)
      if let low, low < firstWhole { merge(&sums, try scan(kind, from: low, to: firstWhole)) }
      return sums
    }
    // Few rows of such a kind lie after an end that is the present: they are taken off the whole.
    let end = kind.isPast ? lastWhole + length : lastWhole
    var sums = try sums(kind, from: firstWhole, to: end, withUndated: false)
    if kind.isPast {
      for (variant, value) in try scan(kind, from: high, to: end) {
        sums[variant, default: CounterValue()].add(value, times: -1)
      }
    } else {
      merge(&sums, try scan(kind, from: lastWhole, to: high))
    }
    if let low, low < firstWhole { merge(&sums, try scan(kind, from: low, to: firstWhole)) }
    return sums
  }

  /// The number of rows of a kind in `from..<to`.
  func count(_ kind: CounterKind, from: Timestamp?, to: Timestamp?) throws -> Int {
    Int(try range(kind, from: from, to: to).values.reduce(0) { $0 + $1.count })
  }

  /// The variants in the buckets from the one in which an instant lies.
  func wholeBuckets(_ kind: CounterKind, from: Timestamp) throws -> [String: CounterValue] {
    try sums(kind, from: kind.bucket(of: from), to: .max, withUndated: true)
  }

  private func merge(_ sums: inout [String: CounterValue], _ other: [String: CounterValue]) {
    sums.merge(other) { left, right in
      var sum = left
      sum.add(right)
      return sum
    }
  }
}

extension CounterKind {
  /// Returns the variant of a counter for the value that a boundary's column holds; NULL reads as
  /// empty.
  func variantName(stored text: String) -> String {
    switch self {
    case .loss, .retry: text
    case .ended: Int(text).map { SubscriberField.cause.codedChoices[$0] } ?? ""
    case .state, .outside, .due, .suppressed, .anomalies, .dueSince, .scheduled, .snoozed,
      .episode, .flowByHour, .standing, .closed, .end, .renewal, .started, .refund, .firstPayment,
      .exempt:
      ""
    }
  }
}
