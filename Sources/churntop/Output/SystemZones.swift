import Foundation
import SubscriptionCore

/// The time zones whose rules this machine knows.
enum SystemZones {
  /// The aliases of UTC, which is always written with `Z`.
  private static let namesOfUTC: Set<String> = [
    "utc", "z", "gmt", "zulu", "etc/utc", "etc/gmt", "etc/zulu", "uct", "etc/uct", "universal",
  ]

  /// The first and the last second whose rules are read: 1970, before either store, and 2100, after
  /// which the last offset applies.
  private static let seconds = 0..<4_102_444_800
  /// A week, within which no zone has changed its offset twice since 1970.
  private static let stepSeconds = 604_800

  /// Returns the zone of a case-insensitive IANA name, of `UTC`, or of `local`; `nil` for an
  /// unknown name.
  ///
  /// - Complexity: About a millisecond, for some seven thousand lookups of the offset.
  static func zone(named text: String) -> DisplayZone? {
    let folded = text.lowercased()
    if namesOfUTC.contains(folded) { return .utc }
    if folded == "local" { return local(named: localName) }
    guard let name = name(of: text), let rules = TimeZone(identifier: name) else { return nil }
    return zone(name) { second in
      rules.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(second)))
    }
  }

  /// Returns whether a setting may contain a text: the name of a zone, or `local`; no rules are
  /// read.
  static func isSetting(_ text: String) -> Bool { text.lowercased() == "local" || isZone(text) }

  /// Returns whether a text is the name of a zone; no rules are read.
  static func isZone(_ text: String) -> Bool {
    namesOfUTC.contains(text.lowercased()) || name(of: text) != nil
  }

  /// The names of the tz database, sorted, without `UTC` and `local`.
  ///
  /// Foundation lists some places by their former names only; the machine's own table adds the
  /// names that people type today.
  static var names: [String] {
    let table = (try? String(contentsOfFile: "/usr/share/zoneinfo/zone.tab", encoding: .utf8)) ?? ""
    let listed = table.split(separator: "\n").compactMap { line -> String? in
      let cells = line.split(separator: "\t")
      guard !line.hasPrefix("#"), cells.count > 2 else { return nil }
      return TimeZone(identifier: String(cells[2])) == nil ? nil : String(cells[2])
    }
    return Set(TimeZone.knownTimeZoneIdentifiers + listed)
      .filter { !namesOfUTC.contains($0.lowercased()) }.sorted()
  }

  /// Returns the name in the spelling of the tz database.
  private static func name(of text: String) -> String? {
    guard !text.isEmpty else { return nil }
    if TimeZone(identifier: text) != nil { return text }
    return names.first { $0.lowercased() == text.lowercased() }
  }

  /// The name of the machine's zone: the variable `TZ`, or else the target of its link.
  private static var localName: String {
    let variable = ProcessInfo.processInfo.environment["TZ"] ?? ""
    let name = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
    return name.isEmpty ? TimeZone.current.identifier : name
  }

  /// Returns the machine's zone as `date` uses it, including one that `TZ` describes by a rule
  /// instead of a name.
  static func local(named name: String) -> DisplayZone {
    if namesOfUTC.contains(name.lowercased()) { return .utc }
    tzset()
    let zone = zone(name) { second in
      var moment = time_t(second)
      var parts = tm()
      guard localtime_r(&moment, &parts) != nil else { return 0 }
      return parts.tm_gmtoff
    }
    // The C library takes a name that it does not know for UTC.
    return zone == DisplayZone(name: name, offset: .zero) && !isZone(name) ? .utc : zone
  }

  /// Creates a zone from its changes of offset, each found to the second by bisection.
  private static func zone(_ name: String, _ offset: (Int) -> Int) -> DisplayZone {
    let first = offset(seconds.lowerBound)
    var (at, held) = (seconds.lowerBound, first)
    var changes: [DisplayZone.Change] = []
    while at < seconds.upperBound {
      let next = min(seconds.upperBound, at + stepSeconds)
      guard offset(next) != held else {
        at = next
        continue
      }
      var (before, after) = (at, next)
      while after - before > 1 {
        let middle = before + (after - before) / 2
        if offset(middle) == held { before = middle } else { after = middle }
      }
      (at, held) = (after, offset(after))
      changes.append(
        DisplayZone.Change(at: Timestamp(seconds: Int64(after)), to: .seconds(Int64(held))))
    }
    return DisplayZone(name: name, offset: .seconds(Int64(first)), changes: changes)
  }
}
