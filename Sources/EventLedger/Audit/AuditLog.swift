import SubscriptionCore

/// The record of who saw personal data and who took it out of the ledger.
///
/// It is append-only. An erasure removes the subscription and the account from entries about them,
/// and leaves who saw something, and when.
public protocol AuditLog: Sendable {
  /// The consequence of an access to personal data.
  var auditMode: AuditMode { get }

  /// Records accesses, in order.
  ///
  /// - Throws: ``LedgerError``, with nothing recorded.
  func record(_ accesses: [PersonalDataAccess]) throws(LedgerError)

  /// The entries of a query, newest first.
  func auditEntries(_ query: AuditQuery) throws(LedgerError) -> [AuditEntry]
}

/// The consequence of an access to personal data in an open ledger.
public enum AuditMode: Hashable, Sendable {
  /// It is recorded.
  case recorded
  /// It is not recorded: the ledger is a file that this session does not write, and whoever reads
  /// the file can read all of it with any program.
  case unrecorded
  /// There must be none, and names and mail addresses are hidden: a team's ledger would record it,
  /// and this session or its role may not write.
  case hidden
  /// There is none, since the role sees no names and mail addresses, or no account is a real
  /// person.
  case nothingToSee
}

/// A query for entries of the audit log.
public struct AuditQuery: Hashable, Sendable {
  /// Only accesses from this instant on; `nil` for all.
  public var since: Timestamp?
  /// Only the accesses of this operator; `nil` for everybody's.
  public var actor: String?
  /// Only accesses to this subscription, or to another one of its account; `nil` for all.
  public var subscription: SubscriptionID?
  /// The account of ``subscription``.
  public var account: AccountID?
  /// Only entries with a lower number; `nil` for the newest.
  public var before: Int64?
  /// The maximum number of entries.
  public var limit: Int

  /// Creates a query.
  public init(
    since: Timestamp? = nil, actor: String? = nil, of subscription: SubscriptionID? = nil,
    account: AccountID? = nil, before: Int64? = nil, limit: Int
  ) {
    (self.since, self.actor) = (since, actor)
    (self.subscription, self.account) = (subscription, account)
    (self.before, self.limit) = (before, limit)
  }
}

extension Ledger {
  /// Records one access, with the account of its subscription.
  ///
  /// - Throws: ``LedgerError``, with nothing recorded.
  public func record(_ access: PersonalDataAccess) throws(LedgerError) {
    var access = access
    if access.account == nil, let id = access.subscription {
      access.account = try summary(id)?.account
    }
    try record([access])
  }
}
