import SubscriptionCore

/// An open ledger as a whole: the policy in force, its condition and its end.
public protocol LedgerConnection: Sendable {
  /// The policy that the rows are derived with: the configured one, its products laid over those
  /// that the ledger keeps.
  var policy: ChurnPolicy { get }

  /// The state in which the rows were found when the ledger was opened.
  var rebuildState: RebuildState { get }

  /// The path of the file that changes with the ledger, beside which others change that begin with
  /// its name: a watch on their folder tells of what other processes write.
  ///
  /// `nil` for a ledger that no file tells of, which has to be asked for its
  /// ``EventLog/lastPosition()``.
  var file: String? { get }

  /// Checks that the ledger is ready: begins a transaction that stores, and stores nothing.
  ///
  /// - Throws: ``LedgerError`` when nothing could be stored now.
  func checkWritable() throws(LedgerError)

  /// Goes on with another policy, with which every row is derived again in one transaction, and
  /// returns how many came out different; `nil` for the policy in force.
  ///
  /// - Throws: ``LedgerError`` when the ledger cannot be written; the policy is then as it was.
  func adopt(_ policy: ChurnPolicy) throws(LedgerError) -> Int?

  /// Closes the ledger, to which no call may be made any more.
  ///
  /// - Throws: ``LedgerError`` when a call is still running.
  func close() throws(LedgerError)
}

/// The clocks of the machines that use one ledger.
public enum LedgerClock {
  /// The difference between two of them up to which neither is taken to be wrong.
  public static let tolerance = Duration.minutes(5)

  /// The sentence that rows are ahead of a clock, so that everything is as of their instant, and
  /// what to do; a server has a clock of its own.
  public static func sentence(rows: String, aheadOf now: String, isOnServer: Bool) -> String {
    isOnServer
      ? "This machine's clock says \(now), behind the ledger's server, and everything is as of "
        + "\(rows). Set the clock by NTP; where it is right, the server's was ahead, and churntop "
        + "rebuild brings the ledger back."
      : "The ledger is at \(rows), ahead of this clock, and everything is as of then: a clock was "
        + "wrong. Where this one is right, run churntop rebuild."
  }
}

/// The state of a ledger's rows when it was opened.
public enum RebuildState: Hashable, Sendable {
  /// They follow it, or there are none.
  case current
  /// They followed another policy and were rebuilt; as many came out different.
  case rebuilt(changed: Int)
  /// They follow another policy, and may not be written.
  case outdated
}
