import SubscriptionCore

/// The right of one process to do what only one may do on a ledger, such as to ask the stores.
///
/// It is kept in the ledger and renewed by its owner. Its times are for people alone: who may take
/// it over is decided by ``LeaseView`` without any clock that can be set.
public struct LedgerLease: Hashable, Sendable, Codable {
  /// The process that holds it.
  public var owner: LeaseOwner
  /// The instant at which the owner acquired it, by the owner's clock.
  public var since: Timestamp
  /// The instant at which it runs out unless it is renewed, by the owner's clock.
  public var until: Timestamp
  /// The number of renewals: every renewal differs from the one before.
  public var renewals: Int64

  /// Creates a lease.
  public init(owner: LeaseOwner, since: Timestamp, until: Timestamp, renewals: Int64 = 0) {
    (self.owner, self.since, self.until, self.renewals) = (owner, since, until, renewals)
  }
}

/// A process that can own a lease, as others know it again.
public struct LeaseOwner: Hashable, Sendable, Codable {
  /// One run of the process, which no other has.
  public var run: String
  /// The machine's name.
  public var host: String
  /// The number of the process.
  public var process: Int32
  /// The numbering that the process is of: containers of one machine have several.
  public var numbering: String
  /// The start of the process, in the kernel's words: its number may be given again.
  public var began: String

  /// Creates an owner.
  public init(run: String, host: String, process: Int32, numbering: String, began: String) {
    (self.run, self.host, self.process) = (run, host, process)
    (self.numbering, self.began) = (numbering, began)
  }
}

extension LeaseOwner: CustomStringConvertible {
  /// The process in words.
  public var description: String { "process \(process) on \(host)" }
}

/// The owner of a lease, as one process sees it.
public struct LeaseStatus: Hashable, Sendable {
  /// A Boolean value that indicates whether it is this process's.
  public var isHeld: Bool
  /// The lease; `nil` where none was seen.
  public var lease: LedgerLease?

  /// Creates the status of a lease.
  public init(isHeld: Bool, lease: LedgerLease?) { (self.isHeld, self.lease) = (isHeld, lease) }
}

/// A ledger that keeps a lease.
public protocol LeaseKeeping: Sendable {
  /// The stored lease; `nil` if no process holds it.
  func lease() throws(LedgerError) -> LedgerLease?

  /// Replaces the lease that is kept in one transaction, which no other process's can come between,
  /// and returns the one that is kept now.
  ///
  /// - Throws: ``LedgerError`` when the ledger cannot be written; the lease is then as it was.
  func exchangeLease(
    _ decide: (LedgerLease?) -> LedgerLease?
  ) throws(LedgerError) -> LedgerLease?
}

/// The knowledge of one process about a lease, and so whether it may take or use it.
///
/// Nothing here is decided by a clock that can be set or jump: the owner counts by its own uptime
/// from before each renewal, everybody else by their own from when they saw the same renewal first.
/// Whoever takes a lease over has therefore waited longer than its owner may use it. A process that
/// is known to be dead has lost it at once.
public struct LeaseView: Sendable {
  /// The length of a renewal.
  public static let length = Duration.seconds(30)
  /// The time before its end at which the owner stops, so that what it began is over by then.
  public static let margin = Duration.seconds(5)
  /// The time between renewals.
  public static let renewal = Duration.seconds(10)

  /// The process.
  public let owner: LeaseOwner
  /// The lease as it was seen last, and when that renewal was seen first.
  private var seen: (lease: LedgerLease, at: Duration)?
  /// The uptime at which this process asked for the lease that it has.
  private var askedAt: Duration?

  /// Creates the view of a process that has seen nothing.
  public init(_ owner: LeaseOwner) { self.owner = owner }

  /// The lease as it was seen last.
  public var lease: LedgerLease? { seen?.lease }

  /// A Boolean value that indicates whether this process may do what only the owner may.
  public func isHeld(at uptime: Duration) -> Bool {
    askedAt.map { uptime - $0 < Self.length - Self.margin } ?? false
  }

  /// Returns the lease to keep in the place of another; the same one where there is nothing to do.
  ///
  /// The uptime never goes back, and is taken after the lease was read; the present is for people
  /// to read.
  public mutating func decide(
    _ kept: LedgerLease?, uptime: Duration, now: Timestamp, isDead: (LeaseOwner) -> Bool
  ) -> LedgerLease {
    let own = LedgerLease(owner: owner, since: now, until: now + Self.length)
    guard let kept else { return own }
    if kept.owner.run == owner.run {
      if let askedAt, uptime - askedAt < Self.renewal { return kept }
      var next = own
      (next.since, next.renewals) = (kept.since, kept.renewals + 1)
      return next
    }
    if isDead(kept.owner) { return own }
    if let seen, seen.lease == kept { return uptime - seen.at >= Self.length ? own : kept }
    seen = (kept, uptime)
    return kept
  }

  /// Notes the lease that is kept, as asked for at a time before the transaction.
  public mutating func note(_ kept: LedgerLease?, askedAt uptime: Duration) {
    guard let kept, kept.owner.run == owner.run else { return askedAt = nil }
    // What was not renewed lasts no longer than before.
    if kept != seen?.lease { askedAt = uptime }
    seen = (kept, uptime)
  }
}
