import SubscriptionCore

/// The clock of a simulated world: faster, slower, forward.
extension DashboardModel {
  /// The speeds that the keys go through, in simulated milliseconds a millisecond.
  static let speeds: [Int64] = [60, 600, 3600, 21_600, 86_400, 604_800]

  /// Runs a simulated world at the next speed of the row.
  mutating func turnSpeed(by step: Int) -> [Effect] {
    let clock = time.home ?? settings.clock
    guard case .scaled(_, _, let speed) = clock else { return [] }
    let present = time.isPaused ? time.pausedSpeed : speed
    let next =
      step > 0
      ? Self.speeds.first { $0 > present } ?? Self.speeds.last
      : Self.speeds.last { $0 < present } ?? Self.speeds.first
    return set(speed: next ?? present)
  }

  /// Runs a simulated world at a speed; a paused one when it goes on.
  mutating func set(speed: Int64) -> [Effect] {
    guard case .scaled(let start, let since, _) = settings.clock else { return [] }
    guard !time.isPaused else {
      tell("Time is stopped; \(key(.pause)) lets it run at \(Self.words(speed: speed)).")
      time.pausedSpeed = speed
      return []
    }
    tell("Time runs at \(Self.words(speed: speed)).")
    let present = DashboardClock.scaled(start: start, since: since, speed: scaledSpeed)
      .present(at: machineNow)
    settings.clock = .scaled(start: present, since: machineNow, speed: speed)
    return [.clock(settings.clock)] + tick()
  }

  private var scaledSpeed: Int64 {
    guard case .scaled(_, _, let speed) = settings.clock else { return 0 }
    return speed
  }

  /// A speed in words, as `1h a second`.
  static func words(speed: Int64) -> String {
    speed == 0 ? "a standstill" : "\(Formatting.age(.seconds(speed))) a second"
  }

  /// Obeys `:clock`: a distance to go forward, a speed, or a standstill; `nil` for any other text.
  mutating func turnClock(_ text: String) -> [Effect]? {
    guard case .scaled = settings.clock else {
      tell("The clock of this ledger is the machine's; only the demo's can be turned.", .warning)
      return []
    }
    if text.hasPrefix("+") {
      guard let instant = InstantText.instant(text, now: now, in: settings.zone),
        instant - now <= .days(366)
      else { return nil }
      // Stopped, the screen would go on showing the time before.
      let effects = time.isPaused ? togglePause() : []
      let end = effects.isEmpty ? "." : ", and on from there."
      tell("Going forward to \(dates.moment(instant))" + end)
      return effects + [.backgroundTask(.jump(to: instant))]
    }
    return DashboardClock.speed(text).map { set(speed: $0) }
  }
}

extension DashboardClock {
  /// Reads a speed such as `1d/s`, `6h/s` or `30m` as simulated milliseconds a millisecond.
  ///
  /// `0` stops the clock. `nil` for any other text.
  public static func speed(_ text: String) -> Int64? {
    if text == "0" { return 0 }
    let length = text.hasSuffix("/s") ? text.dropLast(2) : text[...]
    guard let milliseconds = DurationText.milliseconds(length), milliseconds >= 1000 else {
      return nil
    }
    return milliseconds / 1000
  }
}
