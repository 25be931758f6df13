import SubscriptionCore

/// The zone in which instants are shown, and in which times typed without one are meant.
extension DashboardModel {
  /// Obeys `:set tz=`: a name, `utc`, `local`, or `subscriber`.
  mutating func setZone(_ text: String) -> [Effect] {
    switch text.lowercased() {
    case "": tell("Times are \(zoneWords). :set tz=utc, local, or a name such as Asia/Tokyo.")
    case "subscriber": return setZoneOfSubscriber()
    case _: return [.backgroundTask(.zone(named: text))]
    }
    return []
  }

  /// Takes the zone of the subscriber that an action begun now would be about.
  ///
  /// Neither store states one: a country or a storefront has several. The app may report it.
  private mutating func setZoneOfSubscriber() -> [Effect] {
    guard let id = copyTargets.first else {
      tell("No subscriber is under the cursor.", .warning)
      return []
    }
    let row = list?.window.rows.first { $0.summary.id == id }?.summary
    let profile = extra(of: id)?.summary.profile ?? row?.profile
    guard let name = profile?.timezone, !name.isEmpty else {
      tell(
        "No store tells the time zone of \(id), only a country; 'churntop accounts import' takes "
          + "one from you. Times stay \(zoneWords).", .warning)
      return []
    }
    return [.backgroundTask(.zone(named: name))]
  }

  /// Shows instants in a zone from now on.
  mutating func use(_ zone: DisplayZone) -> [Effect] {
    settings.zone = zone
    rewriteEventPayload()
    let way =
      zone.isUTC
      ? "" : "; :set tz=utc goes back, timezone = \"\(zone.name)\" in config.toml keeps it"
    tell("Times are \(zoneWords) now\(way).")
    return screen.controller.changeZone(&self)
  }

  /// Shows the message that a zone does not exist, with the name nearest to it.
  mutating func refuse(zone text: String, nearest: String?) {
    let meant = nearest.map { " Did you mean \($0)?" } ?? " Write a name such as Europe/Berlin."
    tell("'\(text)' is not a time zone.\(meant)", .warning)
  }

  /// The zone in force, as `UTC (Z)` or `Europe/Berlin (+01)`.
  private var zoneWords: String { "\(settings.zone.name) (\(settings.zone.suffix(at: now)))" }

  /// The completions of `set tz=`; `nil` for any other text.
  func zoneOffers(for text: String) -> [Suggestion]? {
    guard let typed = Self.typedZone(text) else { return nil }
    let names = ZoneName.matching(typed, in: ZoneName.words + search.zoneNames)
    return names.map { name in
      Suggestion(text: "set tz=\(name)", help: Self.help(name), isWhole: true)
    }
  }

  /// Asks for the names of all zones when the first of them is being typed.
  func askZoneNames(_ text: String) -> [Effect] {
    search.zoneNames.isEmpty && Self.typedZone(text) != nil ? [.backgroundTask(.zoneNames)] : []
  }

  private static func typedZone(_ text: String) -> String? {
    for name in ["tz", "timezone"] {
      for sign in ["=", " "] {
        let start = "set \(name)\(sign)"
        if text.hasPrefix(start) { return text.dropFirst(start.count).description.trimmed }
      }
    }
    return nil
  }

  private static func help(_ name: String) -> String {
    switch name {
    case "utc": "times with Z, as the stores and all data have them"
    case "local": "times by the clock of this machine"
    case "subscriber": "times by the zone imported for the subscriber under the cursor"
    case _: ""
    }
  }
}
