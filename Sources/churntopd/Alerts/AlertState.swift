import SubscriptionCore

/// Whether an alert is on, and what was told of it: what has to survive a restart.
struct AlertState: Hashable, Sendable, Codable {
  /// Since when it is on; `nil` while it is off.
  var firedAt: Timestamp?
  /// When it was told last, on or off.
  var toldAt: Timestamp?
  /// Whether the latest telling said that it is on.
  var toldOn = false

  /// What to tell now.
  enum Telling: String, Hashable, Sendable, Codable {
    /// It came on.
    case fired
    /// It is on still, and the least time between two tellings is over.
    case goesOn
    /// It went off.
    case cleared
    /// Nothing happened: somebody tries whether alerts arrive.
    case test
  }

  /// Takes in what was measured.
  ///
  /// An alert comes on above its threshold and goes off only at or below nine tenths of it, so
  /// that a figure that wavers about the threshold is told once. Between two tellings lies at
  /// least the rule's interval, but what is off is told at once when it was told to be on.
  ///
  /// - Parameters:
  ///   - figure: What was measured.
  ///   - threshold: What it is compared with.
  ///   - every: The least time between two tellings.
  ///   - now: The present.
  /// - Returns: What to tell; `nil` for nothing.
  mutating func take(
    _ figure: Int, over threshold: Int, every: Duration, now: Timestamp
  ) -> Telling? {
    let wasOn = firedAt != nil
    let isOn = figure > threshold || wasOn && figure * 10 > threshold * 9 && figure > 0
    // A clock that was set back must not keep an alert silent.
    let isQuiet = toldAt.map { now - $0 < every && now >= $0 } ?? false
    switch (wasOn, isOn) {
    case (false, false): return nil
    case (false, true):
      firedAt = now
      return isQuiet ? nil : tell(.fired, now)
    case (true, true):
      if isQuiet { return nil }
      return tell(toldOn ? .goesOn : .fired, now)
    case (true, false):
      firedAt = nil
      return toldOn ? tell(.cleared, now) : nil
    }
  }

  private mutating func tell(_ telling: Telling, _ now: Timestamp) -> Telling {
    toldAt = now
    toldOn = telling != .cleared
    return telling
  }
}
