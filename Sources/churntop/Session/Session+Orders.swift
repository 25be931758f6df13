import EventLedger
import ProgramConventions
import SubscriptionCore

extension Session {
  /// The one subscription of an order of the App Store, which the App Store is asked for where no
  /// event names it.
  ///
  /// - Throws: A ``CommandError`` that says what became of the question, or why there is none.
  func lookUp(
    _ order: AppStoreOrderID, in ledger: any Ledger
  ) throws(CommandError) -> SubscriptionID {
    let nobody = "No subscription goes by order \(order)"
    if isAsOf {
      throw .notFound(
        "\(nobody) at that time. The App Store is asked in the present: leave out --as-of.")
    }
    if let readOnlyCause {
      throw .notFound(
        "\(nobody), and the App Store cannot be asked, since the ledger is read-only: "
          + "\(readOnlyCause.words). \(readOnlyCause.cure)")
    }
    let answer = try answer { () throws(LedgerError) in
      try ledger.lookUp(order, actor: actor, now: clock)
    }
    switch answer {
    case .found(let ids) where ids.count == 1: return ids[0]
    case .found(let ids):
      throw .ambiguous(
        "'\(order)' names several subscriptions; use one of these ids:",
        candidates: ids.map(\.rawValue))
    case .lookup(let lookup):
      throw .notFound(
        lookup.words(
          at: clock, isFed: FeedSign.isShown(beside: path), moment: time.minute))
    }
  }
}
