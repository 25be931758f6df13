import SubscriptionCore

/// One thing that differs.
public struct OracleFinding: Hashable, Sendable {
  /// The name of what differs, for example `state` or `plan`.
  public var what: String
  /// One sentence with both values.
  public var text: String
}

/// Something that a ledger says of a life and that is not true.
public struct OracleDifference: Sendable, CustomStringConvertible {
  /// The seed of the life.
  public var seed: UInt64
  /// How it was told.
  public var telling: Telling
  /// When it was asked.
  public var instant: Timestamp
  /// What differs.
  public var findings: [OracleFinding]
  /// The life up to the instant, one line a change.
  public var story: String

  /// The difference with everything needed to look into it.
  public var description: String {
    "seed \(seed), \(telling.rawValue), at \(instant.rfc3339):\n"
      + findings.map { "  " + $0.text }.joined(separator: "\n") + "\n" + story
  }
}

extension Life {
  /// The life up to an instant, one line a change; with a star those whose words make a
  /// difference.
  func story(until instant: Timestamp, telling places: Set<Int>) -> String {
    changes.enumerated().filter { $0.element.at <= instant }.map { place, change in
      let word =
        switch change.word {
        case .developer(let type): "RTDN \(type)"
        case .voided: "voided"
        case .notification(let type, let subtype, _): type + (subtype.map { "/" + $0 } ?? "")
        case nil: "-"
        }
      return
        "  \(places.contains(place) ? "*" : " ") \(change.at.rfc3339) [\(change.key)] \(word): "
        + "\(change.note) -> \(change.truth.state.rawValue) \(change.truth.plan)"
    }.joined(separator: "\n")
  }
}
