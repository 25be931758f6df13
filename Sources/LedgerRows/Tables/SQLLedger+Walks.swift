import EventLedger
import SubscriptionCore

extension SQLLedger {
  /// Calls a closure for every profile, ordered by account.
  public func forEachProfile(
    _ body: (AccountProfile) throws(LedgerError) -> Void
  ) throws(LedgerError) {
    var last: AccountID?
    while true {
      let batch = try access(.reading) { [last] connection in try connection.profiles(after: last) }
      guard let end = batch.last else { return }
      for profile in batch { try body(profile) }
      last = end.account
    }
  }
}

extension SQLConnection {
  fileprivate func profiles(after account: AccountID?) throws -> [AccountProfile] {
    let order = Dialect.indexed("account")
    let isBehind = "WHERE (\(order)) > (\(Dialect.indexed("$1")))"
    let batch = try fetch(
      "SELECT profile FROM accounts \(account == nil ? "" : isBehind) ORDER BY \(order) LIMIT 512",
      account.map { [.text($0.rawValue)] } ?? []
    ) { try EventCodec.decode(profile: $0.buffer(0)) }
    if let account, let end = batch.last?.account,
      !account.rawValue.utf8Precedes(end.rawValue)
    {
      throw DisorderError(rows: "accounts")
    }
    return batch
  }

  /// Calls a closure with the numbers of all subscriptions in their order, some thousand at a time,
  /// and how much is done with each batch, in hundredths.
  public func eachKeyBatch(_ body: ([Int64], Int) throws -> Void) throws {
    let end = try integer("SELECT coalesce(max(key), 0) FROM subscriptions") ?? 0
    var last = Int64.min
    while true {
      let keys = try fetch(
        "SELECT key FROM subscriptions WHERE key > $1 ORDER BY key LIMIT 2000", [.integer(last)]
      ) { $0.integer(0) }
      guard let next = keys.last else { return }
      guard next > last else { throw DisorderError(rows: "subscriptions") }
      last = next
      try body(keys, Int(last * 100 / max(1, end)))
    }
  }
}

/// The error of a database that gives rows in another order than was asked for: whoever goes on
/// from the last of them would never come to an end.
public struct DisorderError: Error, CustomStringConvertible {
  private let rows: String

  /// Describes the rows as part of a sentence.
  public init(rows: String) { self.rows = rows }

  /// The problem as part of a sentence.
  public var description: String { "the \(rows) are not in order" }
}
