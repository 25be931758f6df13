import EventLedger
import ProgramConventions
import SubscriptionCore

extension Session {
  /// Looks up the subscription of an App Store order, which is requested from the App Store if no
  /// event contains it.
  ///
  /// - Throws: A `CommandError` with the status of the request, or the reason that there is none.
  func lookUp(
    _ order: AppStoreOrderID, in ledger: any Ledger
  ) throws -> SubscriptionID {
    let nobody = "No subscription goes by order \(order)"
    if isAsOf {
      throw CommandError.notFound(
        "\(nobody) at that time. The App Store can be queried for the present only: leave out "
          + "--as-of."
      )
    }
    if let readOnlyCause {
      throw CommandError.notFound(
        "\(nobody), and the App Store cannot be queried, since the ledger is read-only: "
          + "\(readOnlyCause.words). \(readOnlyCause.cure)")
    }
    let answer = try ledger.lookUp(order, actor: actorName.name(in: ledger), now: clock)
    switch answer {
    case .found(let ids) where ids.count == 1: return ids[0]
    case .found(let ids):
      throw CommandError.ambiguous(
        "'\(order)' names several subscriptions; use one of these ids:",
        candidates: ids.map(\.rawValue))
    case .lookup(let lookup):
      throw CommandError.notFound(
        lookup.words(
          at: clock, isFed: FeedSign.isShown(for: address, ledger, now: clock),
          moment: time.minute))
    }
  }
}
