import EventLedger
import SubscriptionCore

/// One counter.
public struct CounterKey: Hashable, Sendable {
  /// The kind.
  public var kind: CounterKind
  /// The value of a dimension (``MetricsDimension/group(_:)``) whose subscriptions count; empty for
  /// all.
  public var group: String
  /// The hour or the day, in milliseconds since 1970.
  public var bucket: Int64
  /// The variant of the kind.
  public var variant: String

  /// Creates a key for the hour or the day in which an instant lies.
  public init(
    _ kind: CounterKind, at instant: Timestamp? = nil, _ variant: String = "", of group: String = ""
  ) {
    (self.kind, self.group, self.variant) = (kind, group, variant)
    bucket =
      instant.map(kind.bucket(of:)) ?? (kind.bucketLength == 0 ? 0 : CounterKind.undated)
  }

  /// Creates a key for a day by its number.
  public init(_ kind: CounterKind, day: Int, _ variant: String = "", of group: String = "") {
    (self.kind, self.group, self.variant) = (kind, group, variant)
    let (start, isBeyond) = Int64(day).multipliedReportingOverflow(by: kind.bucketLength)
    bucket = isBeyond ? .min : start
  }
}

/// The value of a counter.
public struct CounterValue: Hashable, Sendable {
  /// The number of things counted.
  public var count: Int64
  /// The sum of their amounts, in millionths.
  public var mrr: Int64

  /// Creates a value of nothing, or of so many and so much.
  public init(count: Int64 = 0, mrr: Int64 = 0) { (self.count, self.mrr) = (count, mrr) }

  /// Creates the value that two columns of a row hold.
  ///
  /// A count beyond 2⁴⁰, which only a damaged file has, is cut to that, so that sums of many do not
  /// overflow.
  init(_ row: some SQLRow, count: Int32, mrr: Int32) {
    self.init(count: min(max(row.integer(count), -1 << 40), 1 << 40), mrr: row.integer(mrr))
  }

  /// Adds another value, times 1 or -1.
  public mutating func add(_ other: CounterValue, times sign: Int64 = 1) {
    count += other.count * sign
    mrr = OverviewFigures.Total.sum(mrr, other.mrr * sign)
  }

  /// A Boolean value that indicates whether nothing is counted.
  public var isZero: Bool { count == 0 && mrr == 0 }
}

extension SubscriptionEnd {
  /// The cause as the variant of a counter; empty where no store says.
  var causeName: String { cause?.rawValue ?? "" }
}

extension EpisodeClass {
  /// The class as one text: the outcome, and a letter for grace and for hold.
  public var name: String {
    "\(outcome.rawValue)/\(enteredGrace ? "g" : "")\(enteredHold ? "h" : "")"
  }

  /// Reads the text, behind which a currency may stand.
  public init?(name: String) {
    let parts = name.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count >= 2, let outcome = BillingEpisode.Outcome(rawValue: String(parts[0]))
    else { return nil }
    self.init(
      outcome: outcome, enteredGrace: parts[1].contains("g"), enteredHold: parts[1].contains("h"))
  }
}
