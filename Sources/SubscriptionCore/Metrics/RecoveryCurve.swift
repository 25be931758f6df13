/// The cumulative incidence of each outcome by days since the failure, with the open episodes
/// censored (Aalen-Johansen).
public struct RecoveryCurve: Hashable, Sendable {
  /// The incidence at the end of a day.
  public struct Point: Hashable, Sendable {
    /// The days since the failure.
    public var days: Double
    /// The episodes that were still open and observed just before.
    public var atRisk: Int
    /// The share recovered, in grace or in hold, so far.
    public var recovered: Double
    /// The share canceled by the user so far.
    public var canceled: Double
    /// The share that ran out so far.
    public var ranOut: Double
    /// The share that a refund or another purchase ended so far.
    public var other: Double
    /// The lower end of the 95 % band of ``recovered``.
    public var recoveredLow: Double
    /// The upper end of the 95 % band of ``recovered``.
    public var recoveredHigh: Double

    /// Creates a point.
    public init(
      days: Double, atRisk: Int, recovered: Double, canceled: Double, ranOut: Double,
      other: Double, recoveredLow: Double, recoveredHigh: Double
    ) {
      (self.days, self.atRisk, self.recovered) = (days, atRisk, recovered)
      (self.canceled, self.ranOut, self.other) = (canceled, ranOut, other)
      (self.recoveredLow, self.recoveredHigh) = (recoveredLow, recoveredHigh)
    }
  }

  /// The points, one a day as far as an episode was observed, up to day 60.
  public var points: [Point]
}

/// The episodes that failed in one week, with the numbers recovered within days of the
/// failure.
public struct RecoveryCohort: Hashable, Sendable {
  /// The Monday of the week, in UTC.
  public var week: CivilDate
  /// The number of episodes.
  public var failed: Int
  /// The number of episodes that are still open.
  public var open: Int
  /// The number of episodes that have been recovered so far.
  public var recovered: Int
  /// The number recovered within so many days of 24 hours since the failure, from 0 to 60, as
  /// ``RecoveryCurve`` counts them; `nil` where they have not passed for each episode of the week.
  public var recoveredByDay: [Int?]
  /// A Boolean value that indicates whether the week is at least 60 days past, so that its
  /// numbers are final.
  public var isClosed: Bool

  /// The share recovered so far.
  public var rate: Rate { Rate(recovered, of: failed) }

  /// Returns the share recovered within a number of days since the failure; `nil` if they have not
  /// passed for each episode.
  public func rate(within days: Int) -> Rate? {
    guard recoveredByDay.indices.contains(days) else { return nil }
    return recoveredByDay[days].map { Rate($0, of: failed) }
  }
}
