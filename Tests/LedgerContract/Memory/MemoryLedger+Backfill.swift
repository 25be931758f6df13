import EventLedger
import SubscriptionCore
import Synchronization

extension MemoryLedger {
  /// Begins a run over a list.
  public func beginBackfill() throws(LedgerError) -> Int64 {
    state.withLock { state in
      state.backfill.lastRun += 1
      return state.backfill.lastRun
    }
  }

  /// Adds purchases to a run.
  public func addBackfill(
    _ purchases: [(purchase: BackfillPurchase, subscription: SubscriptionID)], run: Int64,
    again: Bool
  ) throws(LedgerError) {
    state.withLock { state in
      for (purchase, subscription) in purchases {
        let rank = Self.rank(of: state.rows[subscription]?.summary)
        let known = state.backfill.numbers[purchase.identity]
        let number = known ?? state.backfill.lastNumber + 1
        state.backfill.lastNumber = max(number, state.backfill.lastNumber)
        var item = BackfillItem(
          number: number, rank: rank, purchase: purchase, outcome: .waiting)
        if let known, let before = state.backfill.items[known] {
          if before.run == run { item.purchase.line = before.item.purchase.line }
          if !again { item.outcome = before.item.outcome }
        }
        state.backfill.numbers[purchase.identity] = number
        state.backfill.items[number] = (item, run)
        if item.outcome == .answered { state.backfill.answer(number) }
      }
    }
  }

  /// The purchases of a run and an app that wait.
  public func openBackfill(
    run: Int64, store: Store, app: AppID, after: BackfillItem?, limit: Int
  ) throws(LedgerError) -> [BackfillItem] {
    let open = state.withLock { state in
      state.backfill.items(of: run) { item in
        item.outcome == .waiting && item.purchase.store == store && item.purchase.app == app
          && after.map { ($0.rank, $0.number) < (item.rank, item.number) } ?? true
      }
    }
    return Array(
      open.sorted { ($0.rank, $0.number) < ($1.rank, $1.number) }.prefix(max(0, limit)))
  }

  /// Notes what became of an item without an answer.
  public func settleBackfill(
    _ number: Int64, _ outcome: BackfillOutcome
  ) throws(LedgerError) {
    state.withLock { state in state.backfill.items[number]?.item.outcome = outcome }
  }

  /// The number of purchases of a run by outcome.
  public func backfillCounts(run: Int64) throws(LedgerError) -> [BackfillOutcome: Int] {
    state.withLock { state in
      Dictionary(grouping: state.backfill.items(of: run) { _ in true }, by: \.outcome)
        .mapValues(\.count)
    }
  }

  /// The purchases of a run about which a store had nothing to tell.
  public func unansweredBackfill(
    run: Int64, after: BackfillItem?, limit: Int
  ) throws(LedgerError) -> [BackfillItem] {
    func place(_ item: BackfillItem) -> (Int, Int64) { (item.purchase.line, item.number) }
    let found = state.withLock { state in
      state.backfill.items(of: run) { item in
        item.outcome.isUnanswered && after.map { place($0) < place(item) } ?? true
      }
    }
    return Array(found.sorted { place($0) < place($1) }.prefix(max(0, limit)))
  }
}
