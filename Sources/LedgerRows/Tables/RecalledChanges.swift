import EventLedger
import SubscriptionCore

/// The changes that were taken out of an outbox because a clock that was ahead recorded them.
public struct RecalledChanges {
  private var newsAt: [SubscriptionID: [String: Timestamp?]] = [:]

  /// Removes the changes that were recorded after an instant, with their deliveries.
  ///
  /// Prompts and refunds that took effect by then stay: they follow from events, whatever the time
  /// is, and no row tells them again.
  public init(recordedAfter instant: Timestamp, _ connection: some SQLConnection) throws {
    let kinds = [SubscriptionChange.Kind.promptShown, .refunded].map { "'\($0.rawValue)'" }
    let late = "recordedAt > $1 AND (at > $1 OR kind NOT IN (\(kinds.joined(separator: ", "))))"
    let found = try connection.fetch(
      "SELECT subscription, id, newsAt FROM changes WHERE \(late)", [.time(instant)]
    ) { row in (SubscriptionID(row.text(0)), row.text(1), row.optionalTime(2)) }
    for (subscription, id, instant) in found {
      newsAt[subscription, default: [:]].updateValue(instant, forKey: id)
    }
    try connection.execute(
      "DELETE FROM deliveries WHERE change IN (SELECT number FROM changes WHERE \(late))",
      [.time(instant)])
    try connection.execute("DELETE FROM changes WHERE \(late)", [.time(instant)])
  }

  /// The subscriptions that the changes are of.
  public var subscriptions: [SubscriptionID] { Array(newsAt.keys) }

  /// Returns the changes that took effect by an instant all the same, as rows of it tell them: the
  /// news were true, though the clock was not.
  ///
  /// A prompt that is due at that instant is included, in place of the one due later.
  public func stillTold(
    by rows: [SubscriberProjection], at now: Timestamp
  ) -> [SubscriptionChange] {
    let told = rows.flatMap { row -> [SubscriptionChange] in
      SubscriptionChange.between(nil, and: row, at: now).compactMap { change in
        let newsAt = newsAt[row.summary.id]?[change.id]
        guard newsAt != nil || change.kind == .promptDue else { return nil }
        var change = change
        change.newsAt = newsAt ?? nil
        return change
      }
    }
    return told.sorted(by: SubscriptionChange.precedes)
  }
}
