import SubscriptionCore

/// An end of a subscription or a refund, as a row of `moments`.
public struct Moment: Hashable, Sendable {
  /// The kinds of moments, by their codes in a database.
  public enum Kind: Int64, CaseIterable, Sendable {
    /// A refund of a payment.
    case refund
    /// An end for which the store states no cause.
    case end
    /// An end that the user wanted.
    case voluntaryEnd
    /// An end that the user did not want.
    case involuntaryEnd

    /// The kind of an end with a cause.
    init(of cause: ChurnCause?) {
      switch cause {
      case nil: self = .end
      case .voluntary: self = .voluntaryEnd
      case .involuntary: self = .involuntaryEnd
      }
    }

    /// The cause of an end; `nil` if it has none.
    public var cause: ChurnCause? {
      switch self {
      case .refund, .end: nil
      case .voluntaryEnd: .voluntary
      case .involuntaryEnd: .involuntary
      }
    }

    /// The kinds of ends.
    public static let ends = allCases.filter { $0 != .refund }
  }

  /// The kind.
  public let kind: Kind
  /// The instant.
  public let at: Timestamp
  /// The place among the ends, or among the refunds, of the subscription.
  public let place: Int

  /// The moments of a row, of which one outside production has none.
  public static func all(of row: SubscriberProjection?) -> [Moment] {
    guard let summary = row?.summary else { return [] }
    let (ends, refunds) = (summary.countedEnds, summary.countedRefunds)
    if ends.isEmpty, refunds.isEmpty { return [] }
    return ends.enumerated().map { place, end in
      Moment(kind: Kind(of: end.cause), at: end.at, place: place)
    } + refunds.enumerated().map { Moment(kind: .refund, at: $1.at, place: $0) }
  }

  /// The moments that a row no longer has and those that are new in it, beside the row before it.
  public static func changes(
    from old: SubscriberProjection?, to new: SubscriberProjection?
  ) -> (gone: Set<Moment>, new: Set<Moment>) {
    let (before, after) = (all(of: old), all(of: new))
    guard before != after else { return ([], []) }
    return (Set(before).subtracting(after), Set(after).subtracting(before))
  }
}

extension FilterPart {
  /// The table that has the parts.
  var table: String { self == .episode ? "episodes" : "moments" }

  /// The condition that a row of the table, as `e`, is such a part.
  var condition: String {
    switch self {
    case .episode: "true"
    case .end: "e.kind IN (\(Moment.Kind.ends.map { "\($0.rawValue)" }.joined(separator: ", ")))"
    case .refund: "e.kind = \(Moment.Kind.refund.rawValue)"
    }
  }
}
