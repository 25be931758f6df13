import EventLedger
import SubscriptionCore
import Synchronization

extension MemoryLedger {
  /// Memory can always be written.
  public var auditMode: AuditMode { .recorded }

  /// Records accesses, in order.
  public func record(_ accesses: [PersonalDataAccess]) throws(LedgerError) {
    state.withLock { state in
      for access in accesses {
        state.audit.append(AuditEntry(number: Int64(state.audit.count + 1), access: access))
      }
    }
  }

  /// The entries of a query, newest first.
  public func auditEntries(_ query: AuditQuery) throws(LedgerError) -> [AuditEntry] {
    state.withLock { state in
      Array(state.audit.reversed().lazy.filter(query.matches).prefix(max(0, query.limit)))
    }
  }
}

extension AuditQuery {
  /// Returns a Boolean value that indicates whether an entry satisfies the query.
  func matches(_ entry: AuditEntry) -> Bool {
    let access = entry.access
    let isOfSubscriber =
      subscription == nil || access.subscription == subscription
      || account != nil && access.account == account
    return isOfSubscriber && since.map { access.at >= $0 } ?? true
      && actor.map { access.actor == $0 } ?? true && before.map { entry.number < $0 } ?? true
  }
}

extension FaultyLedger {
  /// The mode of the ledger in memory.
  public var auditMode: AuditMode { inner.auditMode }

  /// What the ledger in memory does, where no fault forbids it.
  public func record(_ accesses: [PersonalDataAccess]) throws(LedgerError) {
    try fail()
    try inner.record(accesses)
  }

  /// What the ledger in memory answers, where no fault forbids it.
  public func auditEntries(_ query: AuditQuery) throws(LedgerError) -> [AuditEntry] {
    try fail()
    return try inner.auditEntries(query)
  }
}
