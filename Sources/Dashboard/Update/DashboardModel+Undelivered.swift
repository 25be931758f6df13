import EventLedger
import SubscriptionCore

extension DashboardModel {
  /// Shows the changes that receivers did not take, with the reason of each.
  mutating func openUndelivered(_ deliveries: [ChangeDelivery], _ changes: [RecordedChange]) {
    guard !deliveries.isEmpty else {
      tell("Every change was delivered, or still may be.")
      return
    }
    let known = Dictionary(changes.map { ($0.number, $0.change) }) { first, _ in first }
    var lines = deliveries.map { delivery in
      let change = known[delivery.number]
      let what = change.map { "\($0.kind.rawValue) \($0.at.rfc3339)" } ?? "no longer kept"
      return "\(delivery.receiver) \(delivery.number) \(delivery.subscription) \(what) "
        + "\(delivery.attempts) attempts: \(delivery.problem)"
    }
    lines.append("")
    lines.append("churntopd deliveries retry RECEIVER sends them again.")
    input = .pager(Pager(title: "Changes not delivered", lines: lines))
  }
}

extension LedgerReader {
  /// The most deliveries that are listed.
  private static let undeliveredMax = 500

  /// The changes that receivers did not take in days.
  func undelivered() throws(LedgerError) -> Answer {
    let dead = try ledger.deliveries(DeliveryQuery(statuses: [.dead], limit: Self.undeliveredMax))
    var changes: [RecordedChange] = []
    for delivery in dead { changes += try ledger.outbox(after: delivery.number - 1, limit: 1) }
    return .undelivered(dead, changes)
  }
}
