/// The counts of days that are over, as they were when somebody last saw them.
///
/// A day counts what is known of it: late news, backfills and corrections change past days. The
/// counts that were seen are compared with those of a later report, so that its reader learns which
/// days are no longer what they were:
///
///     let changes = seen.changes(to: report.pastDays)
///     seen.see(report.pastDays)
///
/// See <doc:Metrics#Past-days-that-changed>.
public struct PastDays: Hashable, Sendable {
  /// The things that a day counts; the order is that of stored counts.
  public enum Event: Int, Hashable, Sendable, CaseIterable {
    /// The renewals that failed on the day.
    case failed
    /// The failed renewals that were paid on the day, whenever they failed.
    case recovered
    /// The renewals that were paid on the day, recoveries included.
    case renewed
    /// The subscriptions that ended on the day.
    case ended
    /// The payments that were refunded on the day.
    case refunded
  }

  /// The counts of one day.
  public struct Counts: Hashable, Sendable {
    /// The instant at which they were seen.
    public var seenAt: Timestamp
    /// The number of each event, in the order of ``Event``.
    private var numbers: [Int]

    /// Creates counts of nothing.
    public init(seenAt: Timestamp) {
      (self.seenAt, numbers) = (seenAt, Event.allCases.map { _ in 0 })
    }

    /// The number of an event.
    public subscript(event: Event) -> Int {
      get { numbers[event.rawValue] }
      set { numbers[event.rawValue] = newValue }
    }

    /// The events whose number differs from that of other counts.
    func differing(from other: Counts) -> [Event] {
      Event.allCases.filter { self[$0] != other[$0] }
    }
  }

  /// A day whose counts are no longer those that were seen.
  public struct Change: Hashable, Sendable {
    /// The day, in UTC.
    public var day: CivilDate
    /// The counts that were seen.
    public var before: Counts
    /// The counts that it has now.
    public var now: Counts

    /// The events whose number changed.
    public var events: [Event] { now.differing(from: before) }
  }

  /// The counts by day.
  public private(set) var days: [CivilDate: Counts]

  /// Creates the counts of days.
  public init(_ days: [CivilDate: Counts] = [:]) { self.days = days }

  /// A Boolean value that indicates whether no day has an event.
  public var isEmpty: Bool {
    !days.values.contains { counts in Event.allCases.contains { counts[$0] != 0 } }
  }

  /// Returns the days whose counts differ in a later reading, oldest first.
  ///
  /// Days that one of both lacks are left out, and so is everything where no event was seen: what
  /// is new as a whole changes nothing that anybody knew.
  ///
  /// - Complexity: O(*d* log *d*) for *d* days.
  public func changes(to later: PastDays) -> [Change] {
    guard !isEmpty else { return [] }
    return days.compactMap { day, before in
      later.days[day].map { Change(day: day, before: before, now: $0) }
    }
    .filter { !$0.events.isEmpty }
    .sorted { $0.day < $1.day }
  }

  /// Takes the counts of a later reading as seen; days that it lacks stay.
  public mutating func see(_ later: PastDays) { days.merge(later.days) { _, new in new } }

  /// Takes the days of a later reading as seen that were not seen before.
  public mutating func seeNewDays(of later: PastDays) { days.merge(later.days) { old, _ in old } }
}

extension PastDays {
  /// Creates the counts of the days that are over at an instant.
  init(_ days: some Sequence<DayCounts>, at now: Timestamp) {
    let today = CivilDate(now)
    self.days = [:]
    for day in days where day.day < today {
      var counts = Counts(seenAt: now)
      counts[.failed] = day.failures?.failed ?? 0
      counts[.recovered] = day.recoveries
      counts[.renewed] = day.renewed
      counts[.ended] = day.endedCount
      counts[.refunded] = day.refunded
      self.days[day.day] = counts
    }
  }
}

// MARK: Text

extension PastDays.Event {
  /// The event as a verb, as in `12 failed`.
  public var verb: String { "\(self)" }
}
