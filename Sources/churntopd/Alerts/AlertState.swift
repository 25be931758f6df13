import SubscriptionCore

/// The state of an alert and of its notifications, which survives restarts.
struct AlertState: Hashable, Sendable, Codable {
  /// The time at which the alert fired; `nil` while it is clear.
  var firedAt: Timestamp?
  /// The time of the latest notification that arrived.
  var toldAt: Timestamp?
  /// A Boolean value that indicates whether the latest notification that arrived reported the alert
  /// as firing.
  var toldOn = false

  /// The kinds of notification.
  enum Telling: String, Hashable, Sendable, Codable {
    /// The alert fired.
    case fired
    /// The alert is still firing, and the least time between two notifications is over.
    case goesOn
    /// The alert cleared.
    case cleared
    /// A test of the channels; nothing happened.
    case test
  }

  /// Applies a measurement, `nil` if there is too little to measure, and returns the notification
  /// to send, `nil` for none.
  ///
  /// An alert fires beyond its threshold and clears only a tenth on the other side of it, so that a
  /// figure that wavers about the threshold is reported once. The rule's interval separates two
  /// notifications, but a cleared alert is reported at once if it was reported as firing. A
  /// notification counts once it has arrived (``note(_:at:)``); until then every measurement
  /// returns one again. Where there is too little to measure, an alert is clear.
  mutating func take(_ figure: AlertFigure?, every: Duration, now: Timestamp) -> Telling? {
    let wasOn = firedAt != nil
    let isOn = figure.map { $0.isBeyond || wasOn && $0.isNear } ?? false
    // A clock that was set back must not silence an alert.
    let isQuiet = toldAt.map { now - $0 < every && now >= $0 } ?? false
    if wasOn != isOn { firedAt = isOn ? now : nil }
    guard isOn else { return toldOn ? .cleared : nil }
    if isQuiet { return nil }
    return toldOn ? .goesOn : .fired
  }

  /// Records that a notification arrived.
  mutating func note(_ telling: Telling, at now: Timestamp) {
    toldAt = now
    toldOn = telling != .cleared
  }
}

extension AlertFigure {
  /// A Boolean value that indicates whether the value is beyond the threshold.
  fileprivate var isBeyond: Bool { firesBelow ? value < threshold : value > threshold }

  /// A Boolean value that indicates whether the value is so near the threshold that an alert that
  /// has fired does not clear yet: nearer than a tenth of it, and below 100 %.
  fileprivate var isNear: Bool {
    firesBelow
      ? value * 10 < min(threshold * 11, 1_000) : value * 10 > threshold * 9 && value > 0
  }
}
