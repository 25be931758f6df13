import PlainText

/// The names of time zones as people type them.
public enum ZoneName {
  /// The words for a zone that are not the name of one.
  public static let words = ["utc", "local", "subscriber"]

  /// Returns the name that is likely to be meant by one that does not exist: the zone of that
  /// place, one that begins so, or the one with the fewest letters otherwise; `nil` where none is
  /// near.
  ///
  /// - Complexity: O(*n*) names compared letter by letter.
  public static func nearest(to text: String, in names: [String]) -> String? {
    let place = text.lowercased().replacing(" ", with: "_")
    if let found = names.first(where: { Self.place($0) == place }) { return found }
    if place.utf8.count > 2, let found = matching(place, in: names).first { return found }
    let folded = names.map { $0.lowercased() }
    let near =
      NearestName.find(place, in: folded).flatMap(folded.firstIndex)
      ?? NearestName.find(place, in: names.map(Self.place))
      .flatMap { near in names.firstIndex { Self.place($0) == near } }
    return near.map { names[$0] }
  }

  /// The names that what is typed may become: that name, those that begin so, those whose place
  /// begins so, those that have it anywhere.
  ///
  /// - Complexity: O(*n*).
  static func matching(_ text: String, in names: [String]) -> [String] {
    let typed = text.lowercased().replacing(" ", with: "_")
    var groups: [[String]] = [[], [], [], []]
    for name in names {
      let folded = name.lowercased()
      if folded == typed {
        groups[0].append(name)
      } else if folded.hasPrefix(typed) {
        groups[1].append(name)
      } else if place(name).hasPrefix(typed) {
        groups[2].append(name)
      } else if folded.contains(typed) {
        groups[3].append(name)
      }
    }
    return groups.flatMap(\.self)
  }

  /// The last part of a name in lower case.
  private static func place(_ name: String) -> String {
    (name.split(separator: "/").last.map(String.init) ?? name).lowercased()
  }
}
